import * as z from 'zod/mini'
import { visible } from '#schema/edit'
import { HIDEABLE, SuspendChange, ThreadName } from '#schema/operator'
import { Reportable, ReportReason, ReportSubject } from '#schema/report'
import { route } from '#schema/routes'

/** So many reported things, and so many appeals, are read from the queue at once. */
export const QUEUE_AT_ONCE = 100
/** So many reports are read from the queue at once, whatever they are about. */
export const REPORTS_AT_ONCE = 1000

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
  /** Absent from the server of the build before, which calls such a person suspended. */
  isOwnerClosing: z.optional(z.boolean()),
  /** The thread in which two people wrote it to each other; null for what everybody can see. */
  thread: z.nullable(ThreadName),
  /** The answer to a review, which somebody else wrote; null where there is none. Absent for other kinds. */
  answer: z.optional(z.nullable(z.string())),
  reports: z.array(OperatorReport),
  earlier: z.array(EarlierAct),
})
export type ReportedSubject = z.infer<typeof ReportedSubject>

export const APPEAL_MAX = 1000

/** The token of a link in the mail about an act. */
const ActToken = z.string().check(z.maxLength(100))
export const ActLink = z.object({ token: ActToken })
export type ActLink = z.infer<typeof ActLink>

/** The one appeal against an act, by its person. */
export const NewAppeal = z.object({
  token: ActToken,
  words: z
    .string('Please say why')
    .check(z.trim(), visible('Please say why'), z.maxLength(APPEAL_MAX, 'Please keep this under 1,000 characters')),
})
export type NewAppeal = z.infer<typeof NewAppeal>

/** An appeal; `takenBack` and `answer` are null until it is decided. */
const Appeal = z.object({
  words: z.string(),
  createdAt: z.string(),
  takenBack: z.nullable(z.boolean()),
  answer: z.nullable(z.string()),
})
export type Appeal = z.infer<typeof Appeal>

/** An act and its reason, as the person concerned reads it by the link in the mail. */
export const OwnAct = z.object({
  at: z.string(),
  kind: Reportable,
  act: ModerationAct,
  reason: z.string(),
  appeal: z.nullable(Appeal),
})
export type OwnAct = z.infer<typeof OwnAct>

/** An act in the list of its person; `token` opens it, as the link in the mail does. */
export const ListedAct = z.extend(OwnAct, { token: z.string() })
export type ListedAct = z.infer<typeof ListedAct>

/** An appeal that waits for an operator, with its act. */
export const OpenAppeal = z.extend(ReportSubject, {
  actId: z.int(),
  at: z.string(),
  act: ModerationAct,
  reason: z.string(),
  operator: z.string(),
  username: z.string(),
  words: z.string(),
  createdAt: z.string(),
  /** Another operator decides: the viewer has a part in it. Absent from the server of the build before. */
  isForOthers: z.optional(z.boolean()),
})
export type OpenAppeal = z.infer<typeof OpenAppeal>

/** `note` is the reason, which the person concerned is told. */
export const AppealDecision = z.object({
  takeBack: z.boolean('Please choose what is done'),
  note: SuspendChange.shape.note,
})
export type AppealDecision = z.infer<typeof AppealDecision>

/** Calls of operators, and about reports and decisions on them, which screens outside of the first page load make. */
export const moderationRoutes = {
  operatorClaims: route('GET', '/api/operator/claims', 'signed-in', 'read'),
  decideClaim: route('POST', '/api/operator/claims/:id', 'signed-in', 'online-only'),
  operatorBooking: route('GET', '/api/operator/bookings/:id', 'signed-in', 'read'),
  operatorRefund: route('POST', '/api/operator/bookings/:id/refund', 'signed-in', 'online-only'),
  operatorPurchase: route('GET', '/api/operator/purchases/:id', 'signed-in', 'read'),
  operatorRefundPurchase: route('POST', '/api/operator/purchases/:id/refund', 'signed-in', 'online-only'),
  operatorMoney: route('GET', '/api/operator/money', 'signed-in', 'read'),
  operatorHide: route('POST', '/api/operator/hidden', 'signed-in', 'online-only'),
  operatorSuspend: route('POST', '/api/operator/suspended', 'signed-in', 'online-only'),
  operatorPassword: route('POST', '/api/operator/password', 'signed-in', 'online-only'),
  operatorFind: route('GET', '/api/operator/find', 'signed-in', 'read'),
  operatorPerson: route('GET', '/api/operator/people/:id', 'signed-in', 'read'),
  operatorNote: route('POST', '/api/operator/notes', 'signed-in', 'online-only'),
  operatorPayouts: route('POST', '/api/operator/payouts', 'signed-in', 'online-only'),
  readThread: route('POST', '/api/operator/threads', 'signed-in', 'online-only'),
  operatorLog: route('GET', '/api/operator/log', 'signed-in', 'read'),
  operatorReports: route('GET', '/api/operator/reports', 'signed-in', 'read'),
  decideReports: route('POST', '/api/operator/reports', 'signed-in', 'online-only'),
  ownActs: route('GET', '/api/user/acts', 'signed-in', 'read'),
  readAct: route('POST', '/api/moderation-act', 'public', 'online-only'),
  appeal: route('POST', '/api/appeal', 'public', 'online-only'),
  operatorAppeals: route('GET', '/api/operator/appeals', 'signed-in', 'read'),
  decideAppeal: route('POST', '/api/operator/appeals/:id', 'signed-in', 'online-only'),
} as const

export type ModerationRouteName = keyof typeof moderationRoutes
