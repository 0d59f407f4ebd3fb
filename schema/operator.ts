import * as z from 'zod/mini'
import { Booking } from '#schema/booking'
import { DamageCents, DamageReport } from '#schema/damage-report'
import { visible } from '#schema/edit'
import { Handover } from '#schema/handover'
import { Username } from '#schema/user'

export const OPERATOR_NOTE_MAX = 1000
/** Operators read this many settled claims, the newest ones. */
export const SETTLED_CLAIMS = 100

const note = z
  .string('Please say why')
  .check(z.trim(), visible('Please say why'), z.maxLength(OPERATOR_NOTE_MAX, 'Please keep this under 1,000 characters'))

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

/** `returnedBefore`: the cents that the operator was shown as returned so far; where others are by now, nothing is returned. */
export const OperatorRefund = z.object({
  amount: z.int('Please enter an amount').check(z.minimum(1, 'Please enter an amount')),
  note,
  returnedBefore: z.optional(z.int().check(z.nonnegative())),
})
export type OperatorRefund = z.infer<typeof OperatorRefund>

export const HIDEABLE = ['listing', 'item', 'post', 'review', 'review_answer'] as const
export const HideChange = z.object({ kind: z.enum(HIDEABLE), id: z.int(), hidden: z.boolean(), note })
export type HideChange = z.infer<typeof HideChange>

export const SuspendChange = z.object({ username: Username, suspended: z.boolean(), note })
export type SuspendChange = z.infer<typeof SuspendChange>

/** Support looks after people and things on show, finance after money; an admin does everything. */
export const OPERATOR_ROLES = ['support', 'finance', 'admin'] as const
export const OperatorRole = z.enum(OPERATOR_ROLES)
export type OperatorRole = z.infer<typeof OperatorRole>

/** The roles that each duty belongs to. `accounts`: who may sign in, and appeals against decisions of others. */
const DUTIES = {
  read: OPERATOR_ROLES,
  moderate: ['support', 'admin'],
  money: ['finance', 'admin'],
  accounts: ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>
export type Duty = keyof typeof DUTIES

/** Does this duty belong to this person? A profile from before there were roles has none, and the server decides. */
export function hasDuty(user: { isOperator: boolean; operatorRole?: string | undefined }, duty: Duty): boolean {
  const { operatorRole: role = 'admin' } = user
  return user.isOperator && DUTIES[duty].some((one) => one === role)
}

export const OperatorChange = z.object({
  username: Username,
  isOperator: z.boolean(),
  role: z._default(OperatorRole, 'admin'),
  note,
})
export type OperatorChange = z.infer<typeof OperatorChange>

export const PasswordReset = z.object({ username: Username, note })
export type PasswordReset = z.infer<typeof PasswordReset>

/** Ends the codes of somebody who has lost them. */
export const CodesEnd = z.object({ username: Username, note })
export type CodesEnd = z.infer<typeof CodesEnd>

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

/** Words to find something by: a number, a name or title, a mail address, or an id of the payment provider. */
export const OperatorQuery = z.object({ q: z._default(z.string().check(z.trim(), z.maxLength(200)), '') })
export type OperatorQuery = z.infer<typeof OperatorQuery>

export const FOUND_KINDS = ['user', 'booking', 'purchase', 'listing', 'item'] as const

/** One thing that was found. `detail` says whose it is, and where it stands. */
export const Found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.int(),
  title: z.string(),
  detail: z.string(),
  at: z.string(),
})
export type Found = z.infer<typeof Found>

/** A note that operators leave about something, for one another. */
export const OperatorNote = z.object({ kind: z.enum(FOUND_KINDS), id: z.int(), note })
export type OperatorNote = z.infer<typeof OperatorNote>

/** Holds somebody's payouts or lets them go on. */
export const PayoutsChange = z.object({ username: Username, held: z.boolean(), note })
export type PayoutsChange = z.infer<typeof PayoutsChange>

/** The place where two people write to each other. */
export const ThreadName = z.object({ kind: z.enum(['booking', 'purchase', 'question']), id: z.int() })
export type ThreadName = z.infer<typeof ThreadName>

/** Reading what two people wrote to each other is an act: `note` is its reason. */
export const ThreadRequest = z.extend(ThreadName, { note })
export type ThreadRequest = z.infer<typeof ThreadRequest>
export const ReadThread = z.object({
  messages: z.array(z.object({ id: z.int(), senderUsername: z.string(), content: z.string(), createdAt: z.string() })),
})
export type ReadThread = z.infer<typeof ReadThread>

/** A person with their history, newest first. `reports` counts those about the person and their things. */
export const OperatorPerson = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  memberSince: z.string(),
  suspendedAt: z.nullable(z.string()),
  closingAt: z.nullable(z.string()),
  payoutsHeldAt: z.nullable(z.string()),
  operatorRole: z.nullable(OperatorRole),
  reports: z.int(),
  sales: z.array(Found),
  things: z.array(Found),
  acts: z.array(OperatorAct),
})
export type OperatorPerson = z.infer<typeof OperatorPerson>

/** Operators are made by hand, at the server's command line; each carries the mark in their own profile. */
export function isOperator(user: { isOperator: boolean }): boolean {
  return user.isOperator
}
