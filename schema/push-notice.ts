import { formatCents } from '#schema/money'

/** Kinds of notices; a person chooses for each how it reaches them (`schema/push.ts`). */
export const PUSH_KINDS = ['offers', 'answers', 'money', 'messages', 'claims', 'orders', 'reviews'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

export const NOTICE_WORDS = [
  'offer',
  'approved',
  'declined',
  'cancelled',
  'expired',
  'lapsed',
  'pay',
  'message',
  'report',
  'claim',
  'claim_due',
  'claim_contested',
  'claim_accepted',
  'claim_approved',
  'claim_rejected',
  'claim_pay',
  'order',
  'processing',
  'shipped',
  'delivered',
  'cancel_asked',
  'not_arrived',
  'late',
  'review_open',
  'review_waiting',
  'review',
  'paid',
  'refunded',
  'sent_on',
] as const
export type NoticeWord = (typeof NOTICE_WORDS)[number]

/** The content of a push: numbers, names and a deadline, never words that somebody wrote. */
export interface PushNotice {
  /** The person it is for: a device shows it to nobody else. */
  to: number
  /** The permanent id of that person's account; servers before this one do not say. */
  account?: string
  /** Names what happened; the same name twice is the same thing told twice. */
  event: string
  kind: PushKind
  word: NoticeWord
  about: 'booking' | 'order' | 'question'
  /** Number of the booking, order or question. */
  id: number
  /** The person is its renter, buyer or asker, not its owner or maker. */
  mine: boolean
  /** Title of the listing or item. */
  title: string
  /** The other side's username. */
  who: string
  /** An instant by which something is to be done, or null. */
  until: string | null
  /** Cents, where money has moved. */
  amount?: number
}

/** A notice from outside; null for anything that is none, such as one of a later build's. */
export function parseNotice(value: unknown): PushNotice | null {
  if (typeof value !== 'object' || value === null) return null
  const notice = value as Record<keyof PushNotice, unknown>
  const isNotice =
    Number.isSafeInteger(notice.to) &&
    (notice.account === undefined || typeof notice.account === 'string') &&
    Number.isSafeInteger(notice.id) &&
    (notice.about === 'booking' || notice.about === 'order' || notice.about === 'question') &&
    [notice.event, notice.title, notice.who].every((text) => typeof text === 'string') &&
    typeof notice.mine === 'boolean' &&
    (PUSH_KINDS as readonly unknown[]).includes(notice.kind) &&
    (NOTICE_WORDS as readonly unknown[]).includes(notice.word) &&
    (notice.until === null || typeof notice.until === 'string') &&
    (notice.amount === undefined || Number.isSafeInteger(notice.amount))
  return isNotice ? (value as PushNotice) : null
}

/** One notification per booking, order or question: a newer one takes the place of the one before. */
export function noticeTag({ about, id }: Pick<PushNotice, 'about' | 'id'>): string {
  return `${about}-${id}`
}

/** The screen that a notice is about, as a path of ours. */
export function noticePath({
  about,
  id,
  mine,
  kind,
  word,
}: Pick<PushNotice, 'about' | 'id' | 'mine' | 'kind' | 'word'>): string {
  if (word === 'sent_on') return '/settings?tab=earnings'
  if (word === 'paid' || word === 'refunded') return `/${about === 'booking' ? 'offers' : 'purchases'}/${id}/receipt`
  const isThread = kind === 'messages'
  if (about === 'question') return `/inbox?thread=${id}`
  if (about === 'booking') return isThread ? `/offers/${id}?messages=1` : `/offers/${id}`
  if (mine) return isThread ? `/purchases?thread=${id}` : '/purchases'
  return `/manage-made-to-order?tab=orders${isThread ? `&thread=${id}` : ''}`
}

/** Title and text of a notice; `formatInstant` says an instant on the device's own clock, with its weekday. */
export function noticeWords(
  { word, about, mine, who, title, until, amount = 0 }: PushNotice,
  formatInstant: (instant: string) => string,
): { title: string; body: string } {
  const thing = `“${title}”`
  const by = (words: string) => (until ? `${thing}: ${words} ${formatInstant(until)}.` : `${thing}.`)
  const say = (headline: string, body = `${thing}.`) => ({ title: headline, body })
  switch (word) {
    case 'offer':
      return say(`New offer from ${who}`, by('answer by'))
    case 'approved':
      return say(`${who} approved your offer`)
    case 'declined':
      return say('Your offer was declined', `${thing} from ${who}. Your hold is released.`)
    case 'cancelled':
      return say(about === 'booking' ? 'A booking was cancelled' : 'An order was cancelled', `${thing}, with ${who}.`)
    case 'expired':
      return say('Your offer has ended', `Nobody answered for ${thing} in time. Your hold is released.`)
    case 'lapsed':
      return say('Your offer has ended', `Your bank let the hold for ${thing} lapse. Nothing was taken.`)
    case 'pay':
      return say('Your payment did not go through', by('to keep the booking, pay by'))
    case 'message':
      return say(`${who} wrote to you`, `About ${thing}.`)
    case 'report':
      return say(`${who}’s rental is over`, by('damage can be reported until'))
    case 'claim':
      return say(`${who} reported damage`, by('answer by'))
    case 'claim_due':
      return say('Your answer is still missing', `${who} reported damage. ${by('answer by')}`)
    case 'claim_contested':
      return say(`${who} contests your damage report`, `${thing}. An operator decides.`)
    case 'claim_accepted':
      return say(`${who} accepted your damage report`)
    case 'claim_approved':
      return say('A damage report was approved', `${thing}, with ${who}.`)
    case 'claim_rejected':
      return say('A damage report was rejected', `${thing}, with ${who}.`)
    case 'claim_pay':
      return say('A payment needs you', `${thing}: your bank wants you to confirm it.`)
    case 'order':
      return say(`New order from ${who}`)
    case 'processing':
      return say(`${who} has started on your order`)
    case 'shipped':
      return say('Your order is on its way', `${thing} from ${who}.`)
    case 'delivered':
      return say('Your order was delivered', `${thing} from ${who}.`)
    case 'cancel_asked':
      return say(`${who} asks to cancel an order`)
    case 'not_arrived':
      return say(`${who} says that an order did not arrive`, `${thing}. Your money waits until this is settled.`)
    case 'late':
      return say(
        mine ? `Your order from ${who} is late` : `${who}’s order is late`,
        `${thing}. If it is not sent within a week, the order ends and ${mine ? 'you get' : `${who} gets`} everything back.`,
      )
    case 'review_open':
      return say(`How was it with ${who}?`, by('you can write a review until'))
    case 'review_waiting':
      return say(`${who} has reviewed you`, by('to read it at once, write yours. It is shown to everybody on'))
    case 'review':
      return say(`You can read ${who}’s review`)
    case 'paid':
      return say(`You paid ${formatCents(amount)}`, `${thing}, to ${who}.`)
    case 'refunded':
      return say(
        `${formatCents(amount)} came back to you`,
        `${thing}, from ${who}. Your bank may take some days to show it.`,
      )
    case 'sent_on':
      return say(`${formatCents(amount)} was sent to your payout account`, `${thing}, with ${who}.`)
  }
}
