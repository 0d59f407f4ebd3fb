import type { ModerationAct } from '#schema/moderation'
import { PRODUCT_NAME } from '#schema/product'
import { type NoticeWord, noticePath, noticeWords, type PushNotice } from '#schema/push-notice'
import type { Reportable } from '#schema/report'
import type { MailContent, MailFact } from './mail-template'

/** The words of a mail's button, where it is not simply to look. */
const ACTIONS: Partial<Record<NoticeWord, string>> = {
  offer: 'Answer the offer',
  pay: 'Pay now',
  report: 'Look at the booking',
  claim: 'Answer the claim',
  claim_due: 'Answer the claim',
  claim_pay: 'Confirm the payment',
  order: 'Look at the order',
  cancel_asked: 'Answer the request',
  paid: 'See the receipt',
  refunded: 'See the receipt',
  sent_on: 'See what you earned',
}

/** A notice as a mail: the words of the push, with the deadline on the market's clock. */
export function noticeMail(notice: PushNotice, origin: string, zone: string, facts: MailFact[] = []): MailContent {
  const { title, body } = noticeWords(notice, (instant) => formatInstant(instant, zone))
  const label = ACTIONS[notice.word] ?? (notice.about === 'booking' ? 'Look at the booking' : 'Look at the order')
  return {
    subject: title,
    heading: title,
    paragraphs: [body],
    facts,
    action: { label, url: `${origin}${noticePath(notice)}` },
    notes: [],
  }
}

const THREADS_NAMED = 10

/** Tells of messages that nobody has read, by thread: who wrote how many, never what. */
export function messagesMail(threads: { notice: PushNotice; count: number }[], origin: string): MailContent {
  const [first] = threads
  const names = [...new Set(threads.map(({ notice }) => notice.who))]
  const title = names.length > 2 ? `${names.length} people wrote to you` : `${names.join(' and ')} wrote to you`
  const more = threads.length - THREADS_NAMED
  return {
    subject: title,
    heading: title,
    paragraphs: [
      ...threads
        .slice(0, THREADS_NAMED)
        .map(
          ({ notice, count }) =>
            `${notice.who}, about “${notice.title}”: ${count === 1 ? 'a message' : `${count} messages`}.`,
        ),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    action: {
      label: 'Read and answer',
      url: `${origin}${first && threads.length === 1 ? noticePath(first.notice) : '/inbox'}`,
    },
    notes: [],
  }
}

/** How long a link for a new password works. */
export const PASSWORD_LINK_MINUTES = 30
/** One that an operator made reaches its person later. */
export const OPERATOR_LINK_MS = 24 * 3_600_000

/** How long a link works that confirms the address of an account. */
export const VERIFY_LINK_HOURS = 24
/** The same for a new address of an account. */
export const ADDRESS_LINK_HOURS = 24
/** So long the old address can undo a change. */
export const UNDO_DAYS = 7

const NOT_ASKED = 'If you did not ask for this, do nothing: your password stays as it is, and nobody has seen it.'

export function passwordLinkMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `A new password for ${PRODUCT_NAME}`,
    heading: 'Choose a new password',
    paragraphs: [`This link sets a new password for ${username}. It works once, until ${until}.`],
    action: { label: 'Choose a new password', url },
    notes: [NOT_ASKED],
  }
}

/** The link for a new password in place of one that an operator has ended. */
export function passwordResetMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    heading: 'Choose a new password',
    paragraphs: [
      `An operator ended the password of ${username}, and every device was signed out. This link sets a new password. It works once, for 24 hours: until ${until}.`,
    ],
    action: { label: 'Choose a new password', url },
    notes: ['If this link no longer works, “Forgot your password?” at the sign-in mails you another one.'],
  }
}

/** Begins the event of a new password with which passkeys end. */
export const PASSKEYS_END = 'password-and-passkeys'

/** Told after each change of a password, so that a stranger's change does not stay unseen. */
export function passwordChangedMail(username: string, origin: string, at: string, endsPasskeys: boolean): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of ${username} was changed on ${at}. Every other device was signed out.`,
      ...(endsPasskeys ? ['Your passkeys were removed; add them again in Settings.'] : []),
    ],
    action: { label: 'It was not me', url: `${origin}/new-password` },
    notes: ['If this was you, there is nothing to do.'],
  }
}

/** Proves the address of an account. */
export function verifyLinkMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `Confirm your email address for ${PRODUCT_NAME}`,
    heading: 'Confirm your email address',
    paragraphs: [
      `${username} can list, offer, buy, post, write and report once this address is confirmed. The link works once, until ${until}.`,
    ],
    action: { label: 'Confirm this address', url },
    notes: ['If you have no account here, do nothing: somebody has typed a wrong address.'],
  }
}

/** Proves the new address of an account. */
export function addressLinkMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `Your new email address for ${PRODUCT_NAME}`,
    heading: 'Confirm your new email address',
    paragraphs: [`${username} wants to be reached at this address. The link works once, until ${until}.`],
    action: { label: 'Confirm this address', url },
    notes: ['If you did not ask for this, do nothing, and nothing changes.'],
  }
}

/** Goes to the address that an account had before. */
export function addressChangedMail(username: string, url: string, until: string): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Mails for ${username} go to another address from now on. Was it not you? Until ${until} this link brings your address back and signs out every other device.`,
    ],
    action: { label: 'Undo the change', url },
    notes: ['If this was you, there is nothing to do.'],
  }
}

/** Goes to the address that a further change leaves, while the change before it can be undone. */
export function addressChangedAgainMail(username: string, origin: string, until: string): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} email address was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Mails for ${username} go to another address from now on. Was it not you? We mailed the earlier address about the change before this one: until ${until} the link in that mail brings the earlier address back and signs out every other device.`,
    ],
    action: { label: 'See how you sign in', url: `${origin}/settings?tab=security` },
    notes: [
      'If this was you, there is nothing to do.',
      'If you cannot read mails at the earlier address, sign in, change your password and your email address, or ask whoever runs this market.',
    ],
  }
}

/** Told when an account is signed in to from a device that it has not seen. */
export function newDeviceMail(
  username: string,
  origin: string,
  { device, timeZone, at }: { device: string; timeZone: string | null; at: string },
): MailContent {
  const place = timeZone ? `, time zone ${timeZone.replaceAll('_', ' ')}` : ''
  return {
    subject: `A new device signed in to ${PRODUCT_NAME}`,
    heading: 'A new device signed in',
    paragraphs: [`${username} was signed in to from a new device: ${device}${place}, on ${at}.`],
    action: { label: 'See your devices', url: `${origin}/settings?tab=security` },
    notes: [
      'If this was you, there is nothing to do.',
      {
        words: 'Was it not you? End its session there, or choose a new password, which ends every session:',
        url: `${origin}/new-password`,
      },
    ],
  }
}

const FACTOR_WORDS = {
  passkey_added: 'A passkey was added to',
  passkey_removed: 'A passkey was removed from',
  codes_on: 'Codes were turned on for',
  codes_off: 'Codes were turned off for',
}

const LOOK = 'Look at how you sign in, and choose a new password:'
/** A new password ends every session, and the next sign-in asks for a code. */
const TURN_OFF = 'Turn codes off there while you are still signed in, and only then choose a new password:'

/** Told after each change of the ways to sign in. */
export function factorMail(username: string, origin: string, at: string, word: keyof typeof FACTOR_WORDS): MailContent {
  const words = FACTOR_WORDS[word]
  return {
    subject: `${words} your ${PRODUCT_NAME} account`,
    heading: `${words} your account`,
    paragraphs: [`${words} the account of ${username} on ${at}.`],
    action: { label: 'See how you sign in', url: `${origin}/settings?tab=security` },
    notes: [
      'If this was you, there is nothing to do.',
      {
        words: `Was it not you? ${word === 'codes_on' ? TURN_OFF : LOOK}`,
        url: `${origin}/new-password`,
      },
    ],
  }
}

/** Told when an account is closed, while it can be taken back. */
export function closingMail(username: string, origin: string, until: string): MailContent {
  return {
    subject: `Your ${PRODUCT_NAME} account is closed`,
    heading: 'Your account is closed',
    paragraphs: [
      `Nothing of ${username} is on show any more. Until ${until} a sign-in restores the account as it was. After that, everything that you wrote and photographed is removed for good; amounts stay in the books under a number.`,
    ],
    action: { label: 'Restore it', url: `${origin}/auth` },
    notes: [
      'If this was you, there is nothing to do.',
      { words: 'Was it not you? Restore the account, and choose a new password:', url: `${origin}/new-password` },
    ],
  }
}

const THEIR_OWN: Record<Reportable, string> = {
  listing: 'A listing of yours',
  item: 'A made-to-order item of yours',
  post: 'A post of yours',
  person: 'Your profile',
  message: 'A message of yours',
  question: 'A message of yours',
  review: 'A review of yours',
  review_answer: 'Your answer to a review',
  handover: 'Your note at pickup or return',
  claim: 'A damage report of yours',
  answer: 'Your answer to a damage report',
}

/** The first sentence about each act; the reason follows. */
const ACT_WORDS: Record<ModerationAct, { subject: string; says: (kind: Reportable) => string }> = {
  dismiss: {
    subject: 'Your report was looked at',
    says: () => 'Thank you for your report. An operator has looked at it and leaves things as they are.',
  },
  hide: {
    subject: `Something of yours was hidden on ${PRODUCT_NAME}`,
    says: (kind) => `${THEIR_OWN[kind]} was hidden by an operator. Bookings and orders of it go on as agreed.`,
  },
  warn: {
    subject: `A warning from ${PRODUCT_NAME}`,
    says: (kind) => `${THEIR_OWN[kind]} goes against the rules. This is a warning: nothing was taken down.`,
  },
  suspend: {
    subject: `Your ${PRODUCT_NAME} account was suspended`,
    says: () => 'Your account was suspended by an operator. Your bookings and orders go on as agreed.',
  },
}

/** Tells an operator's act and its reason to the person concerned. */
export function moderationMail(
  url: string,
  { kind, act, reason }: { kind: Reportable; act: ModerationAct; reason: string },
): MailContent {
  const { subject, says } = ACT_WORDS[act]
  return {
    subject,
    heading: subject,
    paragraphs: [says(kind), `The reason: ${reason}`],
    action: act === 'dismiss' ? null : { label: 'Look at the decision', url },
    notes: act === 'dismiss' ? [] : ['You think that this is wrong? You can appeal there, once.'],
  }
}

/** Tells the decision on an appeal and its reason. */
export function appealMail(url: string, { takenBack, answer }: { takenBack: boolean; answer: string }): MailContent {
  const subject = takenBack ? 'Your appeal was granted' : 'Your appeal was declined'
  const says = takenBack
    ? 'An operator has looked at your appeal and taken the decision back.'
    : 'An operator has looked at your appeal. The decision stays.'
  return {
    subject,
    heading: subject,
    paragraphs: [says, `The reason: ${answer}`],
    action: { label: 'Look at the decision', url },
    notes: [],
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
