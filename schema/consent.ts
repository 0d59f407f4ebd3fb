import * as z from 'zod/mini'

/**
 * The words about charging that a person agreed to with an offer or order. Another text is another version, named by the day on
 * which it began; what was stored with the earlier one stays.
 */
export const CONSENT_VERSION = '2026-11-22'

/** The words that the app showed; absent when another program made the offer or order. */
export const consentField = { consentVersion: z.optional(z.string().check(z.maxLength(40))) }

/**
 * The version of terms, privacy notes and rules. Another text on one of their pages is another version, named by the day on which it
 * begins: everybody is asked for their agreement before their next write.
 */
export const TERMS_VERSION = '2026-12-01'

export const MINIMUM_AGE = 18

/** The version that the person has read. */
export const TermsAgreement = z.object({ version: z.string().check(z.maxLength(40)) })
