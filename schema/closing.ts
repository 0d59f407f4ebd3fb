import * as z from 'zod/mini'

/** So long a closed account can be taken back; then everything that its person wrote is removed. */
export const CLOSING_DAYS = 14

/** Something that must end before an account can be closed. */
export const OpenMatter = z.object({
  kind: z.enum(['booking', 'order', 'claim', 'dispute', 'money']),
  /** The booking or order that it is about. */
  about: z.enum(['booking', 'order']),
  id: z.int(),
  title: z.string(),
  /** Is the person its owner or seller, who is paid for it? */
  selling: z.boolean(),
})
export type OpenMatter = z.infer<typeof OpenMatter>

/** The most that are named at once. */
export const OPEN_MATTERS_SHOWN = 50

export const ClosingState = z.object({ open: z.array(OpenMatter) })
export type ClosingState = z.infer<typeof ClosingState>

/** Until when the account can be taken back: an instant. */
export const ClosedAccount = z.object({ until: z.string() })

/** Names of accounts that a device still has something of; the answer has those that are closed for good. */
export const AccountNames = z.object({ accountIds: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100)) })

/** Until when an account can be taken back that was closed at `closingAt`. */
export function reopenableUntil(closingAt: string): Date {
  return new Date(Date.parse(closingAt) + CLOSING_DAYS * 86_400_000)
}
