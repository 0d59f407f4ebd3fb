/** The three pages that a person agrees to together. */
export const LEGAL_PAGES = [
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Rules', to: '/rules' },
] as const
