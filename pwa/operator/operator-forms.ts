import * as z from 'zod/mini'
import { DamageCents } from '#schema/damage-report'
import { ModerationAct } from '#schema/moderation'
import { dollarsToCents } from '#schema/money'
import { type ClaimDecision, HIDEABLE, OperatorRefund, SuspendChange } from '#schema/operator'

const { note } = OperatorRefund.shape
const { username } = SuspendChange.shape

const NO_AMOUNT = 'Please enter dollars, such as 12.50'
const dollars = z.string().check(z.refine((text) => (dollarsToCents(text) ?? 0) > 0, { error: NO_AMOUNT }))
const number = z.string().check(z.trim(), z.regex(/^\d{1,12}$/, 'Please enter its number'))

export const ReportForm = z.object({ act: ModerationAct, note })
export type ReportForm = z.infer<typeof ReportForm>

export const AppealVerdict = z.object({ verdict: z.enum(['uphold', 'takeBack'], 'Please choose what is done'), note })
export type AppealVerdict = z.infer<typeof AppealVerdict>

/** A decision as it is typed: yes or no, dollars, and why. */
export const DecisionForm = z
  .object({
    verdict: z.enum(['approve', 'reject'], 'Please approve or reject'),
    amount: z.string(),
    note,
  })
  .check((context) => {
    const { verdict, amount } = context.value
    if (verdict !== 'approve') return
    const cents = dollarsToCents(amount)
    const parsed = cents === null ? null : DamageCents.safeParse(cents)
    const message = parsed ? parsed.error?.issues[0]?.message : NO_AMOUNT
    if (message) context.issues.push({ code: 'custom', path: ['amount'], message, input: amount })
  })
export type DecisionForm = z.infer<typeof DecisionForm>

/** A checked decision as it is sent. */
export function sentDecision({ verdict, amount, note: words }: DecisionForm): z.input<typeof ClaimDecision> {
  const approve = verdict === 'approve'
  return { approve, finalAmount: approve ? dollarsToCents(amount) : null, note: words }
}

export const FindSaleForm = z.object({ number })
export const RefundForm = z.object({ amount: dollars, note })
export const HideForm = z.object({ kind: z.enum(HIDEABLE), id: number, note })
export const PersonForm = z.object({ username, note })
export const FindForm = z.object({
  q: z.string().check(z.trim(), z.minLength(1, 'Please enter what to find'), z.maxLength(200, 'Please shorten this')),
})
/** The reason of an act that needs nothing else. */
export const WhyForm = z.object({ note })
export type WhyForm = z.infer<typeof WhyForm>
