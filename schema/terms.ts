import * as z from 'zod/mini'

/**
 * Which terms, privacy notes and rules hold. Another text on one of their pages is another version, named by the day on which it
 * begins: everybody is asked for their agreement before their next write.
 */
export const TERMS_VERSION = '2026-11-23'

export const MINIMUM_AGE = 18

/** The version that the person has read. */
export const TermsAgreement = z.object({ version: z.string().check(z.maxLength(40)) })
