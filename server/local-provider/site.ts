/** What the modules know of the place the provider runs in. */
export interface Site {
  /** Where hosted pages live: `https://host/_pay`. */
  pages: string
  /** The key that opens the whole API, `sk_test_…`. */
  secretKey: string
  apiVersion: string
  productName: string
}
