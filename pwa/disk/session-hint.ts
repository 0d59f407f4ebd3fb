import { SESSION_HINT_COOKIE } from '#schema/product'

/** Has this browser the session of somebody? The session itself is hidden from pages. */
export const hasSessionHint = (): boolean => document.cookie.includes(`${SESSION_HINT_COOKIE}=1`)
