/**
 * The listing that a block is for; null for all of them, `gone` where the chosen one is not among them any more, `coming` while that
 * cannot be known.
 * @param isComplete all of the person's listings have come to this device
 */
export function blockTarget(
  chosen: number | null | undefined,
  listings: readonly { listing: { id: number } }[],
  isComplete: boolean,
): number | null | 'gone' | 'coming' {
  if (chosen === undefined || chosen === null) return null
  if (listings.some(({ listing }) => listing.id === chosen)) return chosen
  return isComplete ? 'gone' : 'coming'
}
