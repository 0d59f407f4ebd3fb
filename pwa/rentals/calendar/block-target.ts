/** The listing that a block is for; null for all of them, `gone` where the chosen one is not among them any more. */
export function blockTarget(
  chosen: number | null | undefined,
  listings: readonly { listing: { id: number } }[],
): number | null | 'gone' {
  if (chosen === undefined || chosen === null) return null
  return listings.some(({ listing }) => listing.id === chosen) ? chosen : 'gone'
}
