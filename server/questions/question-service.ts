import { Refusal } from '#schema/errors'
import { canAsk, type NewQuestion, type NewQuestionMessage, type QuestionMessage } from '#schema/message'
import type { NewIds, Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { questionMessages, questions } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota } from '../http/quotas'
import { findItem } from '../made-to-order/items/item-queries'
import { nextMessageId } from '../messages/message-queries'
import { findListing } from '../rentals/listings/listing-queries'
import { assertThreadOpen, isBlockedBetween } from '../users/person-block-queries'
import {
  type Asked,
  findQuestion,
  findQuestionAbout,
  findQuestionMessageByClientId,
  hasDeal,
  type QuestionRow,
  toQuestionMessage,
} from './question-queries'

type Receipt = (answer: QuestionMessage) => Step[]

/** One question of the caller's, on either side of it. @throws Refusal `not_found`, also for what is somebody else's */
export async function visibleQuestion({ db }: Deps, user: { id: number }, id: number): Promise<QuestionRow> {
  const question = await findQuestion(db, id)
  if (!question || (question.userId !== user.id && question.ownerId !== user.id)) throw new Refusal('not_found')
  return question
}

/**
 * Asks the owner of a thing that is on show. The first message opens the thread, a later one goes on in it; the same `clientId`
 * again answers the first one.
 * @throws Refusal `listing_unavailable`, `item_unavailable`, `own_listing`, `own_item`, and as `sendQuestionMessage`
 */
export function ask(
  deps: Deps,
  user: { id: number },
  { listingId, itemId, ...words }: NewQuestion,
  receipt: Receipt,
): Promise<Written<QuestionMessage>> {
  const about: Asked = listingId === undefined ? { itemId: itemId ?? 0 } : { listingId }
  return deps.db.write(async (ids) => {
    const earlier = await earlierAnswer(deps, user.id, words)
    if (earlier) return { steps: receipt(earlier), value: earlier }
    const open = await findQuestionAbout(deps.db, user.id, about)
    if (open) return messagePlan(deps, open, user.id, words, receipt, ids)
    const ownerId = await whoToAsk(deps, user, about)
    const question: QuestionRow = {
      id: await ids.next('questions'),
      listingId: listingId ?? null,
      itemId: itemId ?? null,
      userId: user.id,
      ownerId,
      createdAt: deps.now().toISOString(),
    }
    const message = await messagePlan(deps, question, user.id, words, receipt, ids)
    return { ...message, steps: [step(build.insert(questions).values(question)), ...message.steps] }
  })
}

/**
 * Adds a message to a question. The same `clientId` again answers the first one.
 * @throws Refusal `not_found`, `question_moved` when an offer or an order has a thread of its own, `daily_limit`, and as
 * `assertThreadOpen`
 */
export function sendQuestionMessage(
  deps: Deps,
  user: { id: number },
  id: number,
  words: NewQuestionMessage,
  receipt: Receipt,
): Promise<Written<QuestionMessage>> {
  return deps.db.write(async (ids) => {
    const question = await visibleQuestion(deps, user, id)
    const earlier = await earlierAnswer(deps, user.id, words)
    if (earlier) return { steps: receipt(earlier), value: earlier }
    return messagePlan(deps, question, user.id, words, receipt, ids)
  })
}

async function earlierAnswer({ db }: Deps, senderId: number, { clientId }: NewQuestionMessage) {
  const earlier = clientId ? await findQuestionMessageByClientId(db, senderId, clientId) : null
  return earlier && toQuestionMessage(earlier, senderId)
}

async function messagePlan(
  deps: Deps,
  question: QuestionRow,
  senderId: number,
  { content, composedAt, clientId }: NewQuestionMessage,
  receipt: Receipt,
  ids: NewIds,
) {
  await assertThreadOpen(deps.db, question.userId, question.ownerId)
  if (await hasDeal(deps.db, question.userId, aboutOf(question))) throw new Refusal('question_moved')
  await assertQuota(deps, senderId, 'question')
  const id = await nextMessageId(deps.db, ids, { about: 'question', id: question.id })
  const row = {
    ...{ id, questionId: question.id, senderId, content, createdAt: deps.now().toISOString() },
    ...{ composedAt: composedAt ?? null, clientId: clientId ?? null },
  }
  const value = toQuestionMessage(row, senderId)
  return { steps: [step(build.insert(questionMessages).values(row)), ...receipt(value)], value }
}

/** The owner of a thing that is on show, as far as the caller may write to them. Nobody is told that they are blocked. */
async function whoToAsk({ db }: Deps, user: { id: number }, about: Asked): Promise<number> {
  if ('listingId' in about) {
    const listing = (await findListing(db, about.listingId))?.row
    if (!listing) throw new Refusal('listing_unavailable', 'This listing is not on show any more.')
    if (!canAsk(user, listing)) throw new Refusal('own_listing', 'You cannot ask about your own listing.')
    if (await isBlockedBetween(db, user.id, listing.userId))
      throw new Refusal('listing_unavailable', 'This listing takes no questions at the moment.')
    return listing.userId
  }
  const item = await findItem(db, about.itemId)
  if (!item) throw new Refusal('item_unavailable', 'This item is not on show any more.')
  if (!canAsk(user, item)) throw new Refusal('own_item', 'You cannot ask about your own item.')
  if (await isBlockedBetween(db, user.id, item.userId))
    throw new Refusal('item_unavailable', 'This item takes no questions at the moment.')
  return item.userId
}

const aboutOf = ({ listingId, itemId }: QuestionRow): Asked =>
  listingId === null ? { itemId: itemId ?? 0 } : { listingId }
