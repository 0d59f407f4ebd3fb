import type { Reportable, ReportReason } from '#schema/report'

/** The reasons of a report, as its person chooses among them. */
export const REASON_NAMES: Readonly<Record<ReportReason, string>> = {
  scam: 'It looks like a scam',
  banned: 'It must not be offered or shown here',
  offensive: 'It is hateful or offensive',
  threat: 'It harasses or threatens somebody',
  stolen: 'It shows or sells what belongs to somebody else',
  wrong: 'It is not as described',
  spam: 'It is advertising or spam',
  other: 'Something else',
}

/** The reported, as the title of a dialog names it. */
export const KIND_NAMES: Readonly<Record<Reportable, string>> = {
  listing: 'this listing',
  item: 'this item',
  post: 'this post',
  person: 'this person',
  message: 'this message',
  question: 'this message',
  review: 'this review',
  review_answer: 'this answer',
  handover: 'this hand-over',
  claim: 'this damage report',
  answer: 'this answer',
}
