import { NOTICE_WORDS, type NoticeWord, type PushKind, type PushNotice } from '#schema/push-notice'
import { type MailContent, type MailFact, type RenderedMail, renderMail } from '../mail/mail-template'
import {
  addressChangedAgainMail,
  addressChangedMail,
  addressLinkMail,
  appealMail,
  closingMail,
  factorMail,
  formatInstant,
  messagesMail,
  moderationMail,
  newDeviceMail,
  noticeMail,
  passwordChangedMail,
  passwordLinkMail,
  passwordResetMail,
  verifyLinkMail,
} from '../mail/mail-words'
import { ALERTS } from '../push/push-triggers'

const ORIGIN = 'https://trestle.example'
const ZONE = 'America/New_York'
const UNTIL = '2026-12-07T17:00:00.000Z'
/** The longest name and the longest title that a notice carries, without a place to break. */
const LONG_NAME = 'w'.repeat(30)
const LONG_TITLE = `${'W'.repeat(79)}…`
const LONG_REASON = `The photo is somebody else’s. ${'w'.repeat(200)}`
const RECEIPTS = new Set<NoticeWord>(['paid', 'refunded', 'sent_on'])
const RECEIPT_FACTS: MailFact[] = [
  { name: 'Number', value: 'TR-1000000' },
  { name: 'Rental', value: 'W'.repeat(120) },
  { name: 'Pieces', value: '40' },
  { name: 'Days', value: 'Wed, Dec 30 to Thu, Dec 31, 2026' },
  { name: 'Owner', value: LONG_NAME },
  { name: 'Date', value: 'Wednesday, September 30 at 12:00 PM EST' },
  { name: 'Platform fee', value: '$12,345.67' },
  { name: 'Sent to you', value: '$123,456.78', isTotal: true },
]

/** Words that an alert's SQL chooses between several statuses belong to no single alert. */
const kindOf = (word: NoticeWord): PushKind =>
  ALERTS.find((alert) => alert.word === word)?.kind ?? (word.startsWith('claim') ? 'claims' : 'answers')

const notice = (word: NoticeWord): PushNotice => ({
  to: 1,
  event: `${word}:1`,
  kind: kindOf(word),
  word,
  about: 'booking',
  id: 1_000_000,
  mine: true,
  title: LONG_TITLE,
  who: LONG_NAME,
  until: UNTIL,
  amount: 12_345_678,
})

/** One mail of every word, with the longest names, as they are sent: what a reader's screen must bear. */
export function mailSamples(): { name: string; mail: RenderedMail }[] {
  const at = formatInstant(UNTIL, ZONE)
  const url = `${ORIGIN}/new-password#${'t'.repeat(43)}`
  const decisionUrl = `${ORIGIN}/decision#${'t'.repeat(60)}`
  const account: Record<string, MailContent> = {
    password_link: passwordLinkMail(LONG_NAME, url, at),
    password_reset: passwordResetMail(LONG_NAME, url, at),
    verify_link: verifyLinkMail(LONG_NAME, url, at),
    address_link: addressLinkMail(LONG_NAME, url, at),
    address_changed: addressChangedMail(LONG_NAME, url, at),
    address_changed_again: addressChangedAgainMail(LONG_NAME, ORIGIN, at),
    password_changed: passwordChangedMail(LONG_NAME, ORIGIN, at, true),
    new_device: newDeviceMail(LONG_NAME, ORIGIN, { device: 'Chrome on Android', timeZone: 'America/New_York', at }),
    passkey_added: factorMail(LONG_NAME, ORIGIN, at, 'passkey_added'),
    codes_on: factorMail(LONG_NAME, ORIGIN, at, 'codes_on'),
    codes_off: factorMail(LONG_NAME, ORIGIN, at, 'codes_off'),
    closing: closingMail(LONG_NAME, ORIGIN, at),
    dismiss: moderationMail(decisionUrl, { kind: 'listing', act: 'dismiss', reason: LONG_REASON }),
    hide: moderationMail(decisionUrl, { kind: 'listing', act: 'hide', reason: LONG_REASON }),
    warn: moderationMail(decisionUrl, { kind: 'message', act: 'warn', reason: LONG_REASON }),
    suspend: moderationMail(decisionUrl, { kind: 'person', act: 'suspend', reason: LONG_REASON }),
    appeal_granted: appealMail(decisionUrl, { takenBack: true, answer: LONG_REASON }),
    appeal_declined: appealMail(decisionUrl, { takenBack: false, answer: LONG_REASON }),
  }
  const messages = messagesMail(
    ['a', 'b', 'c'].map((letter, count) => ({
      notice: { ...notice('message'), who: letter + LONG_NAME },
      count: count + 1,
    })),
    ORIGIN,
  )
  const foot = { origin: ORIGIN, offUrl: null, choiceUrl: null }
  const choiceUrl = `${ORIGIN}/settings?tab=notifications`
  const offUrl = `${ORIGIN}/mail/off/1.orders.${'t'.repeat(43)}`
  const noticeFoot = { origin: ORIGIN, offUrl, choiceUrl }
  return [
    { name: 'messages', mail: renderMail(messages, noticeFoot) },
    ...Object.entries(account).map(([name, content]) => ({ name, mail: renderMail(content, foot) })),
    ...NOTICE_WORDS.filter((word) => word !== 'message').map((word) => ({
      name: word,
      mail: renderMail(noticeMail(notice(word), ORIGIN, ZONE, RECEIPTS.has(word) ? RECEIPT_FACTS : []), noticeFoot),
    })),
  ]
}
