import { type MutationName, type MutationPayload, parseMutation } from '../disk/mutations'

/** The facts that the words need of the things that a write is about. */
export interface KnownThings {
  /** The other side of a booking and what it is about; undefined when this device does not have it. */
  booking(id: number): { other: string; title: string } | undefined
  /** The other side of a question and what it is about. */
  question(id: number): { other: string; title: string } | undefined
  postTitle(id: number): string | undefined
  listingTitle(id: number): string | undefined
  itemTitle(id: number): string | undefined
  /** The other side of an order and what it is about. */
  order(id: number): { other: string; title: string; isMine: boolean } | undefined
}

/** A write in words. `text` is what the person wrote, when they wrote something. */
export interface MutationWords {
  title: string
  text: string | null
  /** The page of its subject. */
  to: string | null
}

type Describe<Name extends MutationName> = (payload: MutationPayload<Name>, known: KnownThings) => MutationWords

const WORDS: { [Name in MutationName]: Describe<Name> } = {
  'message.send': ({ bookingId, content }, known) => {
    const booking = known.booking(bookingId)
    return {
      title: booking ? `Message to ${booking.other} about “${booking.title}”` : 'Message about an offer',
      text: content,
      to: `/offers?thread=${bookingId}`,
    }
  },
  'message.order': ({ purchaseId, content }, known) => {
    const order = known.order(purchaseId)
    return {
      title: order ? `Message to ${order.other} about “${order.title}”` : 'Message about an order',
      text: content,
      to: order?.isMine === false ? `/manage-made-to-order?tab=orders&thread=${purchaseId}` : '/purchases',
    }
  },
  'question.ask': ({ about, id, other, title, content }) => ({
    title: `Message to ${other} about “${title}”`,
    text: content,
    to: `${about === 'listing' ? '/listings' : '/made-to-order'}/${id}?messages=1`,
  }),
  'question.message': ({ questionId, content }, known) => {
    const question = known.question(questionId)
    return {
      title: question ? `Message to ${question.other} about “${question.title}”` : 'Message about a question',
      text: content,
      to: `/inbox?thread=${questionId}`,
    }
  },
  'purchase.status': ({ purchaseId, status }, known) => ({
    title: `Set ${orderName(known.order(purchaseId)?.title)} to “${status}”`,
    text: null,
    to: '/manage-made-to-order?tab=orders',
  }),
  'purchase.askCancel': ({ purchaseId }, known) => ({
    title: `Ask to cancel ${orderName(known.order(purchaseId)?.title)}`,
    text: null,
    to: '/purchases',
  }),
  'item.create': ({ title, description, clientId }) => ({
    title: `Publish “${title}”`,
    text: description,
    to: `/create-made-to-order?draft=${clientId}`,
  }),
  'item.change': ({ title, description, itemId }) => ({
    title: `Change “${title}”`,
    text: description,
    to: `/made-to-order/${itemId}/edit`,
  }),
  'item.pause': ({ itemId, until }, known) =>
    aboutItem(until === null ? 'Take orders again for' : 'Take no orders for', itemId, known),
  'item.archive': ({ itemId, archived }, known) => aboutItem(archived ? 'Archive' : 'Bring back', itemId, known),
  'post.like': ({ postId, on }, known) => aboutPost(on ? 'Like' : 'Take back your like of', postId, known),
  'post.save': ({ postId, on }, known) => aboutPost(on ? 'Save' : 'Remove from your saved posts:', postId, known),
  'booking.decline': ({ bookingId }, known) => {
    const booking = known.booking(bookingId)
    return {
      title: booking ? `Decline ${booking.other}’s offer for “${booking.title}”` : 'Decline an offer',
      text: null,
      to: '/offers?tab=received',
    }
  },
  'photo.upload': () => ({ title: 'A photo', text: null, to: null }),
  'post.create': ({ title, description }) => ({
    title: `Share “${title}”`,
    text: description ?? null,
    to: '/inspiration',
  }),
  'post.change': ({ postId, title, description }) => ({
    title: `Change “${title}”`,
    text: description ?? null,
    to: postId === null ? '/inspiration' : `/inspiration/${postId}`,
  }),
  'post.delete': ({ postId }, known) => aboutPost('Delete', postId, known),
  'listing.create': ({ title, description, clientId }) => ({
    title: `Publish “${title}”`,
    text: description,
    to: `/create?draft=${clientId}`,
  }),
  'listing.change': ({ title, description, listingId }) => ({
    title: `Change “${title}”`,
    text: description,
    to: `/listings/${listingId}/edit`,
  }),
  'listing.show': ({ listingId, available }, known) => aboutListing(available ? 'Reopen' : 'Pause', listingId, known),
  'listing.delete': ({ listingId }, known) => aboutListing('Delete', listingId, known),
  'draft.save': ({ key, kind, fields }) => ({
    title: 'Keep a draft for your other devices',
    text: typeof fields.title?.value === 'string' ? fields.title.value : null,
    to: `${kind === 'item' ? '/create-made-to-order' : '/create'}?draft=${key}`,
  }),
  'draft.drop': () => ({ title: 'Throw a draft away', text: null, to: null }),
  'handover.put': ({ bookingId, moment, note }, known) => {
    const title = known.booking(bookingId)?.title
    const what = moment === 'pickup' ? 'Pickup' : 'Return'
    return { title: title ? `${what} of “${title}”` : what, text: note ?? null, to: `/offers/${bookingId}` }
  },
  'review.put': (review, known) => {
    const { other, to } = dealOf(review, known)
    return { title: other ? `Review of ${other}` : 'A review', text: review.content || null, to }
  },
  'review.answer': (answer, known) => {
    const { other, to } = dealOf(answer, known)
    return { title: other ? `Answer to ${other}’s review` : 'Answer to a review', text: answer.content, to }
  },
  'blocked.add': ({ startDate, endDate, reason }) => ({
    title: startDate === endDate ? `Block ${startDate}` : `Block ${startDate} to ${endDate}`,
    text: reason ?? null,
    to: '/settings?tab=availability',
  }),
  'blocked.remove': () => ({ title: 'Free a blocked range', text: null, to: '/settings?tab=availability' }),
  'person.block': ({ personId, username, on }) => ({
    title: `${on ? 'Block' : 'Unblock'} ${username}`,
    text: null,
    to: `/profile/${personId}`,
  }),
  'report.put': ({ title, words, from }) => ({ title: `Report “${title}”`, text: words || null, to: from }),
  'profile.save': ({ description }) => ({ title: 'Your profile', text: description ?? null, to: '/profile' }),
  'address.save': ({ street, city, state, zipCode }) => ({
    title: 'Your address',
    text: `${street}, ${city}, ${state} ${zipCode}`,
    to: '/settings?tab=address',
  }),
  'board.put': ({ name, place }) => ({ title: `Board “${name}”`, text: place || null, to: '/inspiration?tab=saved' }),
  'board.delete': () => ({ title: 'Delete a board', text: null, to: '/inspiration?tab=saved' }),
  'board.pin': ({ postId, on }, known) => aboutPost(onBoard(on), postId, known),
  'board.thing': ({ thing: { kind, id, pieces } }, known) =>
    (kind === 'listing' ? aboutListing : aboutItem)(onBoard(pieces > 0), id, known),
}

/** The words for a waiting, refused or sent write. A payload that no longer makes sense is named as such. */
export function mutationWords<Name extends MutationName>(
  name: Name,
  payload: unknown,
  known: KnownThings,
): MutationWords {
  const parsed = Object.hasOwn(WORDS, name) ? parseMutation(name, payload) : null
  if (parsed === null) return { title: 'A change made in an older version', text: null, to: null }
  return WORDS[name](parsed, known)
}

const onBoard = (on: boolean) => (on ? 'Put on a board:' : 'Take off a board:')

function aboutPost(verb: string, postId: number, known: KnownThings): MutationWords {
  const title = known.postTitle(postId)
  return { title: `${verb} ${title ? `“${title}”` : 'a post'}`, text: null, to: `/inspiration/${postId}` }
}

function aboutListing(verb: string, listingId: number, known: KnownThings): MutationWords {
  const title = known.listingTitle(listingId)
  return { title: `${verb} ${title ? `“${title}”` : 'a listing'}`, text: null, to: `/listings/${listingId}` }
}

function aboutItem(verb: string, itemId: number, known: KnownThings): MutationWords {
  const title = known.itemTitle(itemId)
  return { title: `${verb} ${title ? `“${title}”` : 'an item'}`, text: null, to: `/made-to-order/${itemId}` }
}

/** The other side of a rental or an order, and the page that shows it. */
function dealOf({ about, id }: { about: 'booking' | 'order'; id: number }, known: KnownThings) {
  if (about === 'booking') return { other: known.booking(id)?.other, to: `/offers/${id}` }
  const order = known.order(id)
  return { other: order?.other, to: order?.isMine === false ? '/manage-made-to-order?tab=orders' : '/purchases' }
}

const orderName = (title: string | undefined) => (title ? `the order of “${title}”` : 'an order')
