/** The product's name, in one place; an operator can change it. */
export const PRODUCT_NAME = 'Trestle'
export const DEFAULT_TAGLINE = 'The place for apartment hosts of NYC'
/** A cookie without a secret that says that this browser has a session. */
export const SESSION_HINT_COOKIE = 'signed-in'
