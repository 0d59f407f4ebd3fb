import type { MutationName, MutationPayload } from '../disk/mutations'

/** A booking or an order, which two people have between them. */
export interface DealAbout {
  about: 'booking' | 'order'
  id: number
}

/** A listing or an item that somebody asks about. */
export interface AskedAbout {
  about: 'listing' | 'item'
  id: number
}

/** The subject of two people's messages. An asker's question is named by its listing or item, an owner's by its number. */
export type ThreadAbout = DealAbout | AskedAbout | { about: 'question'; id: number }

/** Names a thread in the drafts, the read marks and the lanes of the outbox; bookings go by their number alone. */
export function threadKey({ about, id }: ThreadAbout): string {
  return about === 'booking' ? String(id) : `${about}:${id}`
}

/** The id of the draft of the words typed in a thread and not sent. */
export const messageDraftId = (thread: ThreadAbout): string => `message:${threadKey(thread)}`

/** The same, by the lane of a message in the outbox. */
export const draftIdOfLane = (lane: string): string => lane.replace(/^thread:/, 'message:')

/** Names the draft of other words for a message that waits in a lane; the names of one thread begin alike. */
export const rewriteDraftId = (lane: string, opId: string): string => `rewrite:${lane.replace(/^thread:/, '')}:${opId}`

export const MESSAGE_KINDS = ['message.send', 'message.order', 'question.ask', 'question.message'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const isMessage = (kind: MutationName): kind is MessageKind =>
  (MESSAGE_KINDS as readonly string[]).includes(kind)

export interface MessageWords {
  content: string
  clientId: string
  composedAt: string
}

/** The other side of a thread, and what it is about. */
export interface Subject {
  other: string
  title: string
}

type Write<Result> = <Kind extends MessageKind>(kind: Kind, payload: MutationPayload<Kind>) => Result

/** Hands a message to `write` as the queued write that carries it to its thread. */
export function writeInThread<Result>(
  thread: ThreadAbout,
  { other, title }: Subject,
  words: MessageWords,
  write: Write<Result>,
): Result {
  const { about, id } = thread
  if (about === 'question') return write('question.message', { ...words, questionId: id })
  if (about === 'listing' || about === 'item') return write('question.ask', { ...words, about, id, other, title })
  return writeInDeal({ about, id }, words, write)
}

/** The same for the thread of a booking or an order. */
export function writeInDeal<Result>({ about, id }: DealAbout, words: MessageWords, write: Write<Result>): Result {
  return about === 'booking'
    ? write('message.send', { ...words, bookingId: id })
    : write('message.order', { ...words, purchaseId: id })
}
