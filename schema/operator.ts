import * as z from 'zod/mini'
import { Booking } from '#schema/booking'
import { DamageCents, DamageReport } from '#schema/damage-report'
import { Handover } from '#schema/handover'
import { Username } from '#schema/user'

export const OPERATOR_NOTE_MAX = 1000

const note = z
  .string('Please say why')
  .check(
    z.trim(),
    z.minLength(1, 'Please say why'),
    z.maxLength(OPERATOR_NOTE_MAX, 'Please keep this under 1,000 characters'),
  )

/** A claim with everything that both sides have written down about its booking. */
export const OperatorClaim = z.object({ report: DamageReport, booking: Booking, handovers: z.array(Handover) })
export type OperatorClaim = z.infer<typeof OperatorClaim>

export const ClaimDecision = z
  .object({ approve: z.boolean(), finalAmount: z.optional(z.nullable(DamageCents)), note })
  .check(
    z.refine(({ approve, finalAmount }) => !approve || typeof finalAmount === 'number', {
      path: ['finalAmount'],
      error: 'Please enter what is to be paid',
    }),
  )
export type ClaimDecision = z.infer<typeof ClaimDecision>

export const OperatorRefund = z.object({
  amount: z.int('Please enter an amount').check(z.minimum(1, 'Please enter an amount')),
  note,
})
export type OperatorRefund = z.infer<typeof OperatorRefund>

export const HIDEABLE = ['listing', 'item', 'post', 'review'] as const
export const HideChange = z.object({ kind: z.enum(HIDEABLE), id: z.int(), hidden: z.boolean(), note })
export type HideChange = z.infer<typeof HideChange>

export const SuspendChange = z.object({ username: Username, suspended: z.boolean(), note })
export type SuspendChange = z.infer<typeof SuspendChange>

export const OperatorChange = z.object({ username: Username, isOperator: z.boolean(), note })
export type OperatorChange = z.infer<typeof OperatorChange>

export const PasswordReset = z.object({ username: Username, note })
export type PasswordReset = z.infer<typeof PasswordReset>

/** One act of an operator. `subject` names what it was about: 'booking 12', 'user rosa'. */
export const OperatorAct = z.object({
  id: z.int(),
  at: z.string(),
  operator: z.string(),
  act: z.string(),
  subject: z.string(),
  note: z.string(),
})
export type OperatorAct = z.infer<typeof OperatorAct>

/** Operators are made by hand, at the server's command line; each carries the mark in their own profile. */
export function isOperator(user: { isOperator: boolean }): boolean {
  return user.isOperator
}
