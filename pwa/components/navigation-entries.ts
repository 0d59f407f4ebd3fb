/** One destination, as data: the app passes only those that exist. */
export interface NavigationEntry {
  label: string
  /** A path of the product, with query if need be. */
  to: string
  /** How much is new there. */
  count?: number
}

/** What both the bar and the side menu are made of. */
export interface NavigationProps {
  productName: string
  /** The path shown now, without query. */
  currentPath: string
  /** Browse Rentals, Made-to-Order, Inspiration. */
  sections: NavigationEntry[]
  /** The List Item menu; empty hides it. */
  createEntries: NavigationEntry[]
  /** Offers, with its unread badge; absent hides it. */
  offers?: NavigationEntry
  unreadOffers: number
  /** The Profile menu; empty hides it. */
  profileEntries: NavigationEntry[]
  /** `null` is a visitor; `undefined` is not known yet, and nothing about a person is shown. */
  user: { username: string; photo?: string | null } | null | undefined
  /** Where Login leads. */
  loginTo: string
  onLogout: () => void
}

/** Whether a destination is the one shown now, or a page below it. */
export function isCurrent(to: string, currentPath: string): boolean {
  const path = to.split('?')[0] ?? to
  return currentPath === path || (path !== '/' && currentPath.startsWith(`${path}/`))
}
