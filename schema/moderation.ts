import * as z from 'zod/mini'
import { HIDEABLE, SuspendChange } from '#schema/operator'
import { type Reportable, ReportReason, ReportSubject } from '#schema/report'

/** Acts by which an operator decides on what was reported. */
export const MODERATION_ACTS = ['dismiss', 'hide', 'warn', 'suspend'] as const
export const ModerationAct = z.enum(MODERATION_ACTS, 'Please choose what is done')
export type ModerationAct = z.infer<typeof ModerationAct>

/** Can an operator hide a thing of this kind? Messages and people have no page that it could leave. */
export function canHide(kind: Reportable): kind is (typeof HIDEABLE)[number] {
  return HIDEABLE.some((one) => one === kind)
}

/** A decision on the open reports of one thing. `note` is the reason, which the person concerned is told. */
export const ReportDecision = z
  .extend(ReportSubject, {
    /** The reports that the operator has read. One that came in afterwards stays open. */
    reports: z.array(z.int()).check(z.minLength(1), z.maxLength(1000)),
    act: ModerationAct,
    note: SuspendChange.shape.note,
  })
  .check(
    z.refine(({ kind, act }) => act !== 'hide' || canHide(kind), {
      path: ['act'],
      error: 'This cannot be hidden. Please choose another act.',
    }),
  )
export type ReportDecision = z.infer<typeof ReportDecision>

/** One report, as operators read it. */
export const OperatorReport = z.object({
  id: z.int(),
  reporterUsername: z.string(),
  reason: ReportReason,
  words: z.string(),
  photo: z.nullable(z.string()),
  /** The reported words, as they stood then. */
  title: z.string(),
  content: z.string(),
  createdAt: z.string(),
})
export type OperatorReport = z.infer<typeof OperatorReport>

/** An earlier decision on a thing. */
export const EarlierAct = z.object({
  id: z.int(),
  at: z.string(),
  act: ModerationAct,
  reason: z.string(),
  operator: z.string(),
  /** The reports that it closed. */
  reports: z.int(),
})
export type EarlierAct = z.infer<typeof EarlierAct>

/** The open reports of one thing, oldest first, and the decisions before them, newest first. */
export const ReportedSubject = z.extend(ReportSubject, {
  ownerId: z.int(),
  ownerUsername: z.string(),
  isOwnerSuspended: z.boolean(),
  reports: z.array(OperatorReport),
  earlier: z.array(EarlierAct),
})
export type ReportedSubject = z.infer<typeof ReportedSubject>
