/** The three pages that a person agrees to together. */
export const LEGAL_PAGES = [
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Rules', to: '/rules' },
] as const

/** The pages about the product itself, which bind nobody. */
export const ABOUT_PAGES = [
  { label: 'About', to: '/about' },
  { label: 'Help', to: '/help' },
  { label: 'Contact', to: '/contact' },
] as const
