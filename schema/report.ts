import * as z from 'zod/mini'
import { KeptPhotoUrl } from '#schema/upload'

export const REPORT_MAX = 1000

/**
 * Things that a person reports; a photo is reported as part of the thing that shows it. `claim` is a damage report, `answer` the
 * renter's answer to the damage report of this number, `review_answer` the answer to the review of this number; `question` is one message of a question.
 */
export const REPORTABLE = [
  'listing',
  'item',
  'post',
  'person',
  'message',
  'question',
  'review',
  'review_answer',
  'handover',
  'claim',
  'answer',
] as const
export const Reportable = z.enum(REPORTABLE)
export type Reportable = z.infer<typeof Reportable>

export const REPORT_REASONS = ['scam', 'banned', 'offensive', 'threat', 'stolen', 'wrong', 'spam', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS, 'Please choose a reason')
export type ReportReason = z.infer<typeof ReportReason>

/** A thing that can be reported, by kind and number; a person by their own number. */
export const ReportSubject = z.object({ kind: Reportable, id: z.int() })
export type ReportSubject = z.infer<typeof ReportSubject>

/** A report; another one of the same person about the same thing stands beside the one before. */
export const NewReport = z.extend(ReportSubject, {
  /** The photo of the thing that the report is about; absent for all of it. */
  photo: z.optional(KeptPhotoUrl),
  reason: ReportReason,
  words: z
    ._default(z.string(), '')
    .check(z.trim(), z.maxLength(REPORT_MAX, 'Please keep a report under 1,000 characters')),
})
export type NewReport = z.infer<typeof NewReport>

/** Nobody reports what is their own. */
export function canReport(user: { id: number }, subject: { ownerId: number }): boolean {
  return user.id !== subject.ownerId
}

/**
 * Two people of whom one has blocked the other, on the devices of both. `id` is the other person; `username` is theirs, for
 * the person who blocked alone.
 */
export const PersonBlock = z.object({ id: z.int(), username: z.nullable(z.string()) })
export type PersonBlock = z.infer<typeof PersonBlock>

/** Nobody blocks themselves. */
export function canBlock(user: { id: number }, other: { id: number }): boolean {
  return user.id !== other.id
}
