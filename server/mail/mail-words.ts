import { PRODUCT_NAME } from '#schema/product'
import { type NoticeWord, noticePath, noticeWords, type PushNotice } from '#schema/push-notice'
import type { MailContent } from './mail-template'

/** What the button of a mail says, where it is not simply to look. */
const ACTIONS: Partial<Record<NoticeWord, string>> = {
  offer: 'Answer the offer',
  pay: 'Pay now',
  report: 'Look at the booking',
  claim: 'Answer the claim',
  claim_due: 'Answer the claim',
  claim_pay: 'Confirm the payment',
  order: 'Look at the order',
  cancel_asked: 'Answer the request',
}

/** A notice as a mail: the words of the push, with the deadline on the market's clock. */
export function noticeMail(notice: PushNotice, origin: string, zone: string): MailContent {
  const { title, body } = noticeWords(notice, (instant) => formatInstant(instant, zone))
  const label = ACTIONS[notice.word] ?? (notice.about === 'booking' ? 'Look at the booking' : 'Look at the order')
  return {
    subject: title,
    heading: title,
    paragraphs: [body],
    action: { label, url: `${origin}${noticePath(notice)}` },
    notes: [],
  }
}

/** How long a link for a new password works. */
export const PASSWORD_LINK_MINUTES = 30
/** One that an operator made reaches its person later. */
export const OPERATOR_LINK_MS = 24 * 3_600_000

const NOT_ASKED = 'You did not ask for this? Then do nothing: your password stays as it is, and nobody has seen it.'

/** The link for a new password. */
export function passwordLinkMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `A new password for ${PRODUCT_NAME}`,
    heading: 'Choose a new password',
    paragraphs: [`This link sets a new password for ${username}. It works once, until ${until}.`],
    action: { label: 'Choose a new password', url },
    notes: [NOT_ASKED],
  }
}

/** Told after each change of a password, so that a stranger's change does not stay unseen. */
export function passwordChangedMail(username: string, origin: string, at: string): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [`The password of ${username} was changed on ${at}. Every other device was signed out.`],
    action: { label: 'It was not me', url: `${origin}/new-password` },
    notes: ['It was you? Then there is nothing to do.'],
  }
}

/** An instant for people, with its weekday and zone. */
export function formatInstant(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))
}
