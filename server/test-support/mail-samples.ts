import { NOTICE_WORDS, type NoticeWord, type PushKind, type PushNotice } from '#schema/push-notice'
import { type MailContent, type RenderedMail, renderMail } from '../mail/mail-template'
import {
  addressChangedMail,
  addressLinkMail,
  factorMail,
  formatInstant,
  messagesMail,
  newDeviceMail,
  noticeMail,
  passwordChangedMail,
  passwordLinkMail,
  verifyLinkMail,
} from '../mail/mail-words'
import { ALERTS } from '../push/push-triggers'

const ORIGIN = 'https://trestle.example'
const ZONE = 'America/New_York'
const UNTIL = '2026-12-07T17:00:00.000Z'
/** The longest name and the longest title that a notice carries, without a place to break. */
const LONG_NAME = 'w'.repeat(30)
const LONG_TITLE = `${'W'.repeat(79)}…`

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
  const account: Record<string, MailContent> = {
    password_link: passwordLinkMail(LONG_NAME, url, at),
    verify_link: verifyLinkMail(LONG_NAME, url, at),
    address_link: addressLinkMail(LONG_NAME, url, at),
    address_changed: addressChangedMail(LONG_NAME, url, at),
    password_changed: passwordChangedMail(LONG_NAME, ORIGIN, at),
    new_device: newDeviceMail(LONG_NAME, ORIGIN, { device: 'Chrome on Android', timeZone: 'America/New_York', at }),
    passkey_added: factorMail(LONG_NAME, ORIGIN, at, 'passkey_added'),
    messages: messagesMail(
      ['a', 'b', 'c'].map((letter, count) => ({
        notice: { ...notice('message'), who: letter + LONG_NAME },
        count: count + 1,
      })),
      ORIGIN,
    ),
    codes_off: factorMail(LONG_NAME, ORIGIN, at, 'codes_off'),
  }
  const foot = { origin: ORIGIN, offUrl: null, choiceUrl: null }
  const choiceUrl = `${ORIGIN}/settings?tab=notifications`
  const offUrl = `${ORIGIN}/mail/off/1.orders.${'t'.repeat(43)}`
  return [
    ...Object.entries(account).map(([name, content]) => ({ name, mail: renderMail(content, foot) })),
    ...NOTICE_WORDS.filter((word) => word !== 'message').map((word) => ({
      name: word,
      mail: renderMail(noticeMail(notice(word), ORIGIN, ZONE), { origin: ORIGIN, offUrl, choiceUrl }),
    })),
  ]
}
