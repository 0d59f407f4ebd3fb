/** The surroundings of the provider, as its modules know them. */
export interface Site {
  /** The address of hosted pages: `https://host/_pay`. */
  pages: string
  /** The key that opens the whole API, `sk_test_…`. */
  secretKey: string
  apiVersion: string
  productName: string
}
