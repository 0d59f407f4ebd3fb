import * as z from 'zod/mini'

/**
 * Which words about charging a person agreed to with an offer or order. Another text is another version, named by the day on
 * which it began; what was stored with the earlier one stays.
 */
export const CONSENT_VERSION = '2026-11-22'

/** The words that the app showed; absent when another program made the offer or order. */
export const consentField = { consentVersion: z.optional(z.string().check(z.maxLength(40))) }
