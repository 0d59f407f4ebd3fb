import { reopenableUntil } from '#schema/account'
import { isEssential } from '#schema/mail'
import type { PushNotice } from '#schema/push-notice'
import type { Deps } from '../deps'
import { endOf } from '../push/drain-pushes'
import { findNotice, type NoticeLine } from '../push/push-queries'
import { addressIn, linkToken } from './account-links'
import { actToken } from './act-link'
import { offToken } from './mail-key'
import {
  type AccountLink,
  findDecidedAppeal,
  findLink,
  findSignIn,
  findToldAct,
  isMailMuted,
  listUnseenMessages,
  type MailLine,
  type Recipient,
} from './mail-queries'
import { type MailContent, type RenderedMail, renderMail } from './mail-template'
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
  OPERATOR_LINK_MS,
  PASSKEYS_END,
  passwordChangedMail,
  passwordLinkMail,
  passwordResetMail,
  verifyLinkMail,
} from './mail-words'
import { listReceiptFacts } from './receipt-queries'

const ACCOUNT_NEWS_HOURS = 72
const HOUR_MS = 3_600_000

export interface ComposedMail extends RenderedMail {
  to: string
  offUrl: string | null
  /** Later than this it is not sent any more. */
  until: Date
  /** False when there is no such address. */
  works: boolean
  /** Further lines of the outbox that the mail speaks of. */
  covers: number[]
}

/** The mail of a line for its person now; null when it has become untrue. */
export async function composeMail(deps: Deps, line: MailLine, recipient: Recipient): Promise<ComposedMail | null> {
  const { origin, dataDir } = deps.env
  if (isNotice(line)) {
    // Its person may have ended such mails since it was queued.
    if (!isEssential(line.kind) && (await isMailMuted(deps.db, line))) return null
    const found = line.kind === 'messages' ? await unseenMessages(deps, line) : await oneNotice(deps, line)
    if (!found) return null
    const { content, notice, covers } = found
    const offUrl = isEssential(line.kind) ? null : `${origin}/mail/off/${offToken(dataDir, line.userId, line.kind)}`
    const choiceUrl = `${origin}/settings?tab=notifications`
    const mail = renderMail(content, { origin, offUrl, choiceUrl })
    const until = endOf(line, notice, deps.now())
    return { ...mail, to: recipient.address, works: recipient.works, offUrl, until, covers }
  }
  const found = await composeAccountMail(deps, line, recipient)
  if (!found) return null
  const { content, ...rest } = found
  return {
    ...renderMail(content, { origin, offUrl: null, choiceUrl: null }),
    works: true,
    offUrl: null,
    covers: [],
    ...rest,
  }
}

interface NoticeMail {
  content: MailContent
  notice: PushNotice
  covers: number[]
}

async function oneNotice({ db, env }: Deps, line: MailLine & NoticeLine): Promise<NoticeMail | null> {
  const notice = await findNotice(db, line, line.userId)
  if (!notice) return null
  const facts = await listReceiptFacts(db, notice, (instant) => formatInstant(instant, env.timezone))
  return { notice, content: noticeMail(notice, env.origin, env.timezone, facts), covers: [] }
}

/** Everything that the person has not read by now, in one mail. */
async function unseenMessages({ db, env }: Deps, line: MailLine): Promise<NoticeMail | null> {
  const unseen = (await listUnseenMessages(db, line.userId)).filter(isNotice)
  if (!unseen.some(({ id }) => id === line.id)) return null
  const threads: { notice: PushNotice; count: number }[] = []
  for (const said of Map.groupBy(unseen, ({ about, aboutId }) => `${about}:${aboutId}`).values()) {
    const [one] = said
    const notice = one && (await findNotice(db, one, line.userId))
    if (notice) threads.push({ notice, count: said.length })
  }
  const [first] = threads
  const covers = unseen.map(({ id }) => id).filter((id) => id !== line.id)
  return first ? { notice: first.notice, content: messagesMail(threads, env.origin), covers } : null
}

const LINKS = {
  password_link: { kind: 'password', path: '/new-password', compose: passwordLinkMail },
  verify_link: { kind: 'verify', path: '/confirm-address', compose: verifyLinkMail },
  address_link: { kind: 'address', path: '/confirm-address', compose: addressLinkMail },
  address_changed: { kind: 'undo', path: '/confirm-address?undo=1', compose: addressChangedMail },
} as const

/**
 * Has an operator ended the password before? Such a link lasts longer. A word of its own would be lost where a server of the build before
 * sends the mail: it ends those whose word it does not know.
 */
function isReset({ kind, createdAt, expiresAt }: AccountLink): boolean {
  return kind === 'password' && Date.parse(expiresAt) - Date.parse(createdAt) >= OPERATOR_LINK_MS
}

/**
 * Until a link has proven the address of an account, it may be a stranger's: links that are asked for and what operators decide go there,
 * and no other news. Mails to an address from before do not depend on it.
 */
function isForUnproven(word: MailLine['word']): boolean {
  return word in LINKS || word === 'moderation' || word === 'address_changed_again'
}

interface AccountMail {
  content: MailContent
  to: string
  until: Date
}

async function composeAccountMail(
  deps: Deps,
  line: MailLine,
  { username, address, isProven, closingAt }: Recipient,
): Promise<AccountMail | null> {
  if (!isProven && !isForUnproven(line.word)) return null
  const { origin, timezone } = deps.env
  const newsUntil = new Date(Date.parse(line.at) + ACCOUNT_NEWS_HOURS * HOUR_MS)
  switch (line.word) {
    case 'password_link':
    case 'verify_link':
    case 'address_link':
    case 'address_changed': {
      const { kind, path, compose } = LINKS[line.word]
      const link = await findLink(deps.db, line.userId, kind)
      // A newer link has taken its place, or it was used.
      if (!link || line.event !== `link:${link.nonce}`) return null
      const url = `${origin}${path}#${linkToken(deps.env.dataDir, link)}`
      const write = isReset(link) ? passwordResetMail : compose
      const content = write(username, url, formatInstant(link.expiresAt, timezone))
      return { content, to: link.address, until: new Date(link.expiresAt) }
    }
    case 'address_changed_again': {
      const link = await findLink(deps.db, line.userId, 'undo')
      const left = addressIn(line.event)
      // Undone meanwhile.
      if (!link || !left) return null
      const content = addressChangedAgainMail(username, origin, formatInstant(link.expiresAt, timezone))
      return { content, to: left, until: new Date(link.expiresAt) }
    }
    case 'new_device': {
      const entry = await findSignIn(deps.db, line.userId, line.event.replace(/^sign-in:/, ''))
      if (!entry) return null
      const at = formatInstant(entry.at, timezone)
      return { content: newDeviceMail(username, origin, { ...entry, at }), to: address, until: newsUntil }
    }
    case 'moderation': {
      const [about, id] = line.event.split(':')
      const actId = Number(id)
      const { userId } = line
      const url = `${origin}/decision#${actToken(deps.env.dataDir, { actId, personId: userId })}`
      if (about === 'appeal') {
        const decided = await findDecidedAppeal(deps.db, userId, actId)
        return decided && { content: appealMail(url, decided), to: address, until: newsUntil }
      }
      const act = await findToldAct(deps.db, userId, actId)
      return act && { content: moderationMail(url, act), to: address, until: newsUntil }
    }
    case 'password_changed': {
      const endsPasskeys = line.event.startsWith(PASSKEYS_END)
      const content = passwordChangedMail(username, origin, formatInstant(line.at, timezone), endsPasskeys)
      return { content, to: address, until: newsUntil }
    }
    case 'passkey_added':
    case 'passkey_removed':
    case 'codes_on':
    case 'codes_off': {
      const content = factorMail(username, origin, formatInstant(line.at, timezone), line.word)
      return { content, to: address, until: newsUntil }
    }
    case 'closing': {
      // Taken back meanwhile.
      if (closingAt === null) return null
      const until = reopenableUntil(closingAt)
      return {
        content: closingMail(username, origin, formatInstant(until.toISOString(), timezone)),
        to: address,
        until,
      }
    }
    default:
      return null
  }
}

function isNotice(line: MailLine): line is MailLine & NoticeLine {
  return line.about !== 'account'
}
