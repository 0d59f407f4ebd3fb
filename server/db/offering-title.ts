/** The title in the place of one that has ended with its owner's account. */
export const FORMER_TITLE = 'From a former member'

/** The title of the listing or the item that a question is about, as it is shown. It is empty once its owner's account has ended. */
export function offeringTitle({ listing, item }: { listing: string | null; item: string | null }): string {
  return (listing ?? item) || FORMER_TITLE
}
