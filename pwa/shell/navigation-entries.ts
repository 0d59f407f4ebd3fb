import type { ReactNode } from 'react'

/** One destination, as data: the app passes only those that exist. */
export interface NavigationEntry {
  label: string
  /** A path of the product, with query if need be. */
  to: string
  /** How much is new there. */
  count?: number
}

/** The List Item menu, for making something new. */
export const CREATE_ENTRIES: readonly NavigationEntry[] = [
  { label: 'Rental Item', to: '/create' },
  { label: 'Made-to-Order Item', to: '/create-made-to-order' },
  { label: 'Share Inspiration', to: '/inspiration?share=1' },
]

export interface NavigationUser {
  username: string
  photo?: string | null
  /** In place of the photo. */
  avatar?: ReactNode
}

/** The parts of both the bar and the side menu. */
export interface NavigationProps {
  productName: string
  /** The path shown now, without query. */
  currentPath: string
  /** Browse Rentals, Made-to-Order, Inspiration. */
  sections: NavigationEntry[]
  /** The List Item menu; empty hides it. */
  createEntries: readonly NavigationEntry[]
  /** Offers, with its unread badge. */
  offers: NavigationEntry
  /** The Profile menu; empty hides it. */
  profileEntries: NavigationEntry[]
  /** `null` is a visitor; `undefined` is not known yet, and nothing about a person is shown. */
  user: NavigationUser | null | undefined
  loginTo: string
  onLogout: () => void
}

/** For visitors: both lead back to where they were. */
export const entrances = (loginTo: string): NavigationEntry[] => [
  { label: 'Login', to: loginTo },
  { label: 'Register', to: `${loginTo}${loginTo.includes('?') ? '&' : '?'}tab=register` },
]

/** Whether a destination is the one shown now, or a page below it. */
export function isCurrent(to: string, currentPath: string): boolean {
  const path = to.split(/[?#]/)[0] ?? to
  return currentPath === path || (path !== '/' && currentPath.startsWith(`${path}/`))
}
