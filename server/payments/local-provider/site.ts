/** What the modules know of the place the provider runs in. */
export interface Site {
  /** Where hosted pages live: `https://host/_pay`. */
  pages: string
  apiVersion: string
  productName: string
}
