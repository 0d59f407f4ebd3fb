import * as z from 'zod/mini'
import { AddressChange } from '#schema/address'
import { NewBlockedDates } from '#schema/blocked-date'
import { DraftKind, FieldEdit } from '#schema/draft'
import { HandoverChange, HandoverMoment } from '#schema/handover'
import { BoardChange, BoardThing, PostChange } from '#schema/inspiration'
import { ListingChange } from '#schema/listing'
import { ItemChange, ItemPause } from '#schema/made-to-order'
import { NewMessage } from '#schema/message'
import { CancelAsk, PurchaseStatusChange } from '#schema/purchase'
import { NewReport } from '#schema/report'
import { ReviewAnswer, ReviewChange } from '#schema/review'
import { fillPath, routes } from '#schema/routes'
import { BATCHED_CALLS, type BatchedCall, PRESSED_HEADER } from '#schema/sync-scopes'
import { ALT_MAX, KeptPhotoUrl } from '#schema/upload'
import { ProfileChange } from '#schema/user'

/**
 * Writes that may wait for a connection. Each kind names the call that carries it, the lane in which order is kept, and
 * whether a newer one replaces an older one that never left the device. A kind can only name a queueable endpoint.
 */
type QueueableEndpoint = {
  [Name in keyof typeof routes]: (typeof routes)[Name]['offline'] extends 'queueable' ? Name : never
}[keyof typeof routes]

interface MutationKind<Payload> {
  payload: z.ZodMiniType<Payload>
  /** The order of writes is kept within a lane and nowhere else. */
  lane(payload: Payload): string
  /** True when only the last word counts (likes), false when each one counts (messages). */
  lastWordWins: boolean
  /** True when several of the kind arrive in the order in which they were made, although each has a lane of its own. */
  inTurn?: true
  /** The subject of a last word, where a lane holds words about several things. */
  subject?(payload: Payload): string
  /** Photos on this device that must have reached the server before this can be sent. */
  photos?(payload: Payload): string[]
  /** False while it names something that the server has yet to number. Absent: always true. */
  isNumbered?(payload: Payload): boolean
  /** `urlOf` gives the address under which a photo was uploaded. `file` names a photo that is itself the body. */
  request(payload: Payload, urlOf: (blobId: string) => string): MutationCall
}

interface MutationCall {
  endpoint: QueueableEndpoint
  params: Record<string, string | number>
  body?: unknown
  file?: string
  headers?: Record<string, string>
}

function kind<Payload>(definition: MutationKind<Payload>): MutationKind<Payload> {
  return definition
}

/** Absent in presses of older builds. */
const pressed = { pressedAt: z.optional(z.iso.datetime()) }
const Toggle = z.object({ postId: z.int(), on: z.boolean(), ...pressed })
const pressedIn = ({ pressedAt }: Pick<z.infer<typeof Toggle>, 'pressedAt'>) =>
  pressedAt ? { headers: { [PRESSED_HEADER]: pressedAt } } : {}

/** A photo that is still on this device alone, or one that has an address. */
export const PhotoRef = z.union([z.object({ blobId: z.uuid() }), z.object({ url: KeptPhotoUrl })])
export type PhotoRef = z.infer<typeof PhotoRef>

const blobsIn = (photo: PhotoRef) => ('blobId' in photo ? [photo.blobId] : [])
const addressOf = (photo: PhotoRef, urlOf: (blobId: string) => string) =>
  'blobId' in photo ? urlOf(photo.blobId) : photo.url

/** A photo of a thing on offer, and what it shows. */
export const AltPhoto = z.object({ photo: PhotoRef, alt: z.string().check(z.maxLength(ALT_MAX)) })
export type AltPhoto = z.infer<typeof AltPhoto>

/**
 * The values in an edit's form before its person changed anything: the words by the row's names, and the photos. The
 * server compares both, field by field, with what stands there.
 */
export const SeenWords = z.object({ words: z.record(z.string(), z.unknown()), photos: z.array(AltPhoto) })
export type SeenWords = z.infer<typeof SeenWords>
const seenWords = { seen: z.optional(SeenWords) }

const thingBlobs = (photos: Pick<AltPhoto, 'photo'>[]) => photos.flatMap(({ photo }) => blobsIn(photo))
/** The photos of an edit and those that its form had shown, which need an address too. */
const editBlobs = (photos: Pick<AltPhoto, 'photo'>[], seen?: SeenWords) => [
  ...new Set(thingBlobs([...photos, ...(seen?.photos ?? [])])),
]

const { images: _images, mainImage: _main, photoAlts: _alts, seen: _seen, ...listingWords } = ListingChange.shape
const ListingWords = z.object({ ...listingWords, photos: z.array(AltPhoto).check(z.minLength(1)) })
/** `listingKey` is the listing's client id where it has one, else its number: the same before and after it has a number. */
const ListingAddress = z.object({ listingKey: z.string(), listingId: z.int() })

function thingPhotos(photos: AltPhoto[], urlOf: (blobId: string) => string) {
  const [mainImage, ...images] = photos.map(({ photo }) => addressOf(photo, urlOf))
  return { mainImage, images, photoAlts: photos.map(({ alt }) => alt) }
}

function seenThing(seen: SeenWords | undefined, urlOf: (blobId: string) => string) {
  return seen ? { seen: { ...seen.words, ...thingPhotos(seen.photos, urlOf) } } : {}
}

/** The photos within a draft's fields, wherever they are: each is a `{ blobId }`. */
function blobsWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(blobsWithin)
  if (value === null || typeof value !== 'object') return []
  const photo = PhotoRef.safeParse(value)
  return photo.success ? blobsIn(photo.data) : Object.values(value).flatMap(blobsWithin)
}

/** The same value with every photo's address in place of its `{ blobId }`. */
function withAddresses(value: unknown, urlOf: (blobId: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => withAddresses(part, urlOf))
  if (value === null || typeof value !== 'object') return value
  const photo = PhotoRef.safeParse(value)
  if (photo.success) return { url: addressOf(photo.data, urlOf) }
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withAddresses(part, urlOf)]))
}

const { imageUrl: _address, seen: _postSeen, ...postFields } = PostChange.shape
const PostWords = z.object({ ...postFields, photo: PhotoRef })
/** `postKey` is the post's client id where it has one, else its number: the same before and after it has a number. */
const PostAddress = z.object({ postKey: z.string(), postId: z.int() })

const MessageWords = z.object({
  content: NewMessage.shape.content,
  clientId: z.uuid(),
  composedAt: z.iso.datetime(),
})

const {
  images: _itemImages,
  mainImage: _itemMain,
  photoAlts: _itemAlts,
  seen: _itemSeen,
  ...itemWords
} = ItemChange.shape
const ItemWords = z.object({ ...itemWords, photos: z.array(AltPhoto).check(z.minLength(1)) })
/** `itemKey` is the item's client id where it has one, else its number: the same before and after it has a number. */
const ItemAddress = z.object({ itemKey: z.string(), itemId: z.int() })

/** The rental or order that a review belongs to. */
const DealAddress = { about: z.enum(['booking', 'order']), id: z.int() }

export const mutationKinds = {
  'message.send': kind({
    payload: z.extend(MessageWords, { bookingId: z.int() }),
    lane: ({ bookingId }) => `thread:${bookingId}`,
    lastWordWins: false,
    request: ({ bookingId, ...body }) => ({
      endpoint: 'sendMessage',
      params: { id: bookingId },
      body: { ...body, bookingId },
    }),
  }),
  'message.order': kind({
    payload: z.extend(MessageWords, { purchaseId: z.int() }),
    lane: ({ purchaseId }) => `thread:order:${purchaseId}`,
    lastWordWins: false,
    request: ({ purchaseId, ...body }) => ({ endpoint: 'sendPurchaseMessage', params: { id: purchaseId }, body }),
  }),
  'question.ask': kind({
    // The owner's name and the title are shown until the thread is on this device.
    payload: z.extend(MessageWords, {
      about: z.enum(['listing', 'item']),
      id: z.int(),
      other: z.string(),
      title: z.string(),
    }),
    lane: ({ about, id }) => `thread:${about}:${id}`,
    lastWordWins: false,
    request: ({ about, id, other: _other, title: _title, ...body }) => ({
      endpoint: 'ask',
      params: {},
      body: { ...body, [about === 'listing' ? 'listingId' : 'itemId']: id },
    }),
  }),
  'question.message': kind({
    payload: z.extend(MessageWords, { questionId: z.int() }),
    lane: ({ questionId }) => `thread:question:${questionId}`,
    lastWordWins: false,
    request: ({ questionId, ...body }) => ({ endpoint: 'sendQuestionMessage', params: { id: questionId }, body }),
  }),
  'purchase.status': kind({
    payload: z.extend(PurchaseStatusChange, { purchaseId: z.int() }),
    lane: ({ purchaseId }) => `order:${purchaseId}`,
    lastWordWins: true,
    request: ({ purchaseId, ...body }) => ({ endpoint: 'changePurchaseStatus', params: { id: purchaseId }, body }),
  }),
  'purchase.askCancel': kind({
    payload: z.extend(CancelAsk, { purchaseId: z.int() }),
    lane: ({ purchaseId }) => `order:${purchaseId}`,
    lastWordWins: true,
    request: ({ purchaseId, ...body }) => ({ endpoint: 'askToCancel', params: { id: purchaseId }, body }),
  }),
  'post.like': kind({
    payload: Toggle,
    lane: ({ postId }) => `like:${postId}`,
    lastWordWins: true,
    request: ({ postId, on, pressedAt }) => ({
      endpoint: on ? 'likePost' : 'unlikePost',
      params: { id: postId },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'post.save': kind({
    payload: Toggle,
    lane: ({ postId }) => `save:${postId}`,
    lastWordWins: true,
    request: ({ postId, on, pressedAt }) => ({
      endpoint: on ? 'savePost' : 'unsavePost',
      params: { id: postId },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'booking.decline': kind({
    payload: z.object({ bookingId: z.int() }),
    lane: ({ bookingId }) => `answer:${bookingId}`,
    lastWordWins: true,
    request: ({ bookingId }) => ({
      endpoint: 'answerBooking',
      params: { id: bookingId },
      body: { status: 'declined' },
    }),
  }),
  'photo.upload': kind({
    /** `url`: its address once it has arrived. */
    payload: z.object({ blobId: z.uuid(), url: z.optional(z.string()) }),
    lane: ({ blobId }) => `photo:${blobId}`,
    lastWordWins: false,
    request: ({ blobId }) => ({ endpoint: 'upload', params: {}, file: blobId }),
  }),
  'post.create': kind({
    payload: z.extend(PostWords, { clientId: z.uuid() }),
    lane: ({ clientId }) => `post:${clientId}`,
    lastWordWins: false,
    inTurn: true,
    photos: ({ photo }) => blobsIn(photo),
    request: ({ photo, ...body }, urlOf) => ({
      endpoint: 'createPost',
      params: {},
      body: { ...body, imageUrl: addressOf(photo, urlOf) },
    }),
  }),
  'post.change': kind({
    // An edit of a post that is on its way has no number to name it by yet; it stands behind that post in its lane.
    payload: z.extend(PostWords, { postKey: z.string(), postId: z.nullable(z.int()), ...seenWords }),
    lane: ({ postKey }) => `post:${postKey}`,
    lastWordWins: true,
    photos: ({ photo, seen }) => editBlobs([{ photo }], seen),
    isNumbered: ({ postId }) => postId !== null,
    request: ({ photo, seen, postKey: _key, postId, ...body }, urlOf) => {
      const [before] = seen?.photos ?? []
      const shown = before ? { imageUrl: addressOf(before.photo, urlOf), alt: before.alt || null } : {}
      return {
        endpoint: 'changePost',
        params: { id: numberOf(postId) },
        body: { ...body, imageUrl: addressOf(photo, urlOf), ...(seen && { seen: { ...seen.words, ...shown } }) },
      }
    },
  }),
  'post.delete': kind({
    payload: PostAddress,
    lane: ({ postKey }) => `post:${postKey}`,
    lastWordWins: true,
    request: ({ postId }) => ({ endpoint: 'deletePost', params: { id: postId } }),
  }),
  'listing.create': kind({
    payload: z.extend(ListingWords, { clientId: z.uuid() }),
    lane: ({ clientId }) => `listing:${clientId}`,
    lastWordWins: false,
    inTurn: true,
    photos: ({ photos }) => thingBlobs(photos),
    request: ({ photos, ...body }, urlOf) => ({
      endpoint: 'createListing',
      params: {},
      body: { ...body, ...thingPhotos(photos, urlOf) },
    }),
  }),
  'listing.change': kind({
    payload: z.extend(ListingWords, { ...ListingAddress.shape, ...seenWords }),
    lane: ({ listingKey }) => `listing:${listingKey}`,
    lastWordWins: true,
    photos: ({ photos, seen }) => editBlobs(photos, seen),
    request: ({ photos, seen, listingKey: _key, listingId, ...body }, urlOf) => ({
      endpoint: 'changeListing',
      params: { id: listingId },
      body: { ...body, ...thingPhotos(photos, urlOf), ...seenThing(seen, urlOf) },
    }),
  }),
  'listing.show': kind({
    payload: z.extend(ListingAddress, { available: z.boolean(), ...pressed }),
    lane: ({ listingKey }) => `listing:${listingKey}`,
    lastWordWins: true,
    request: ({ listingId, available, pressedAt }) => ({
      endpoint: 'showListing',
      params: { id: listingId },
      body: { available },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'listing.delete': kind({
    payload: ListingAddress,
    lane: ({ listingKey }) => `listing:${listingKey}`,
    lastWordWins: true,
    request: ({ listingId }) => ({ endpoint: 'deleteListing', params: { id: listingId } }),
  }),
  'item.create': kind({
    payload: z.extend(ItemWords, { clientId: z.uuid() }),
    lane: ({ clientId }) => `item:${clientId}`,
    lastWordWins: false,
    inTurn: true,
    photos: ({ photos }) => thingBlobs(photos),
    request: ({ photos, ...body }, urlOf) => ({
      endpoint: 'createItem',
      params: {},
      body: { ...body, ...thingPhotos(photos, urlOf) },
    }),
  }),
  'item.change': kind({
    payload: z.extend(ItemWords, { ...ItemAddress.shape, ...seenWords }),
    lane: ({ itemKey }) => `item:${itemKey}`,
    lastWordWins: true,
    photos: ({ photos, seen }) => editBlobs(photos, seen),
    request: ({ photos, seen, itemKey: _key, itemId, ...body }, urlOf) => ({
      endpoint: 'changeItem',
      params: { id: itemId },
      body: { ...body, ...thingPhotos(photos, urlOf), ...seenThing(seen, urlOf) },
    }),
  }),
  'item.pause': kind({
    payload: z.extend(ItemAddress, { ...ItemPause.shape, ...pressed }),
    lane: ({ itemKey }) => `item:${itemKey}`,
    lastWordWins: true,
    request: ({ itemId, until, pressedAt }) => ({
      endpoint: 'pauseItem',
      params: { id: itemId },
      body: { until },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'item.archive': kind({
    payload: z.extend(ItemAddress, { archived: z.boolean(), ...pressed }),
    lane: ({ itemKey }) => `item:${itemKey}`,
    lastWordWins: true,
    request: ({ itemId, archived, pressedAt }) => ({
      endpoint: 'archiveItem',
      params: { id: itemId },
      body: { archived },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'draft.save': kind({
    payload: z.object({ key: z.uuid(), kind: DraftKind, fields: z.record(z.string(), FieldEdit) }),
    lane: ({ key }) => `draft:${key}`,
    lastWordWins: true,
    photos: ({ fields }) => [...new Set(blobsWithin(fields))],
    request: ({ key, kind: draftKind, fields }, urlOf) => ({
      endpoint: 'putDraft',
      params: { key },
      body: { kind: draftKind, fields: withAddresses(fields, urlOf) },
    }),
  }),
  'draft.drop': kind({
    payload: z.object({ key: z.uuid() }),
    lane: ({ key }) => `draft:${key}`,
    lastWordWins: true,
    request: ({ key }) => ({ endpoint: 'deleteDraft', params: { key } }),
  }),
  'handover.put': kind({
    payload: z.object({
      bookingId: z.int(),
      moment: HandoverMoment,
      checks: HandoverChange.shape.checks,
      photos: z.array(PhotoRef),
      note: HandoverChange.shape.note,
      composedAt: z.iso.datetime(),
      seen: HandoverChange.shape.seen,
    }),
    lane: ({ bookingId, moment }) => `handover:${bookingId}:${moment}`,
    lastWordWins: true,
    photos: ({ photos }) => photos.flatMap(blobsIn),
    request: ({ bookingId, moment, photos, ...body }, urlOf) => ({
      endpoint: 'putHandover',
      params: { id: bookingId, moment },
      body: { ...body, photos: photos.map((photo) => addressOf(photo, urlOf)) },
    }),
  }),
  'review.put': kind({
    payload: z.extend(ReviewChange, DealAddress),
    lane: ({ about, id }) => `review:${about}:${id}`,
    lastWordWins: true,
    request: ({ about, id, ...body }) => ({
      endpoint: about === 'booking' ? 'putReview' : 'putPurchaseReview',
      params: { id },
      body,
    }),
  }),
  'review.answer': kind({
    payload: z.extend(ReviewAnswer, { ...DealAddress, reviewId: z.int() }),
    lane: ({ reviewId }) => `review:answer:${reviewId}`,
    lastWordWins: true,
    request: ({ reviewId, content }) => ({ endpoint: 'answerReview', params: { id: reviewId }, body: { content } }),
  }),
  'blocked.add': kind({
    payload: z.extend(NewBlockedDates, { userId: z.int(), clientId: z.uuid(), ...pressed }),
    lane: ({ clientId }) => `blocked:${clientId}`,
    lastWordWins: false,
    request: ({ userId, pressedAt, ...body }) => ({
      endpoint: 'addBlockedDates',
      params: { id: userId },
      body,
      ...pressedIn({ pressedAt }),
    }),
  }),
  'blocked.remove': kind({
    payload: z.object({ userId: z.int(), blockId: z.int() }),
    lane: ({ blockId }) => `blocked:${blockId}`,
    lastWordWins: true,
    request: ({ userId, blockId }) => ({ endpoint: 'removeBlockedDates', params: { id: userId, blockId } }),
  }),
  'person.block': kind({
    payload: z.object({
      personId: z.int(),
      username: z.string(),
      on: z.boolean(),
      ...pressed,
    }),
    lane: ({ personId }) => `block:${personId}`,
    lastWordWins: true,
    request: ({ personId, on, pressedAt }) => ({
      endpoint: on ? 'blockPerson' : 'unblockPerson',
      params: { id: personId },
      ...pressedIn({ pressedAt }),
    }),
  }),
  'report.put': kind({
    payload: z.extend(NewReport, { title: z.string(), from: z.string() }),
    lane: ({ kind, id }) => `report:${kind}:${id}`,
    lastWordWins: true,
    subject: ({ photo }) => photo ?? '',
    request: ({ title: _title, from: _from, ...body }) => ({ endpoint: 'putReport', params: {}, body }),
  }),
  'profile.save': kind({
    /** Absent is unchanged, null is none. */
    payload: z.object({
      description: ProfileChange.shape.description,
      photo: z.optional(z.nullable(PhotoRef)),
      /** The description that the form had shown; absent in changes of older builds, which replace any. */
      seen: z.optional(z.object({ description: z.nullable(z.string()) })),
    }),
    lane: () => 'profile',
    lastWordWins: true,
    photos: ({ photo }) => (photo ? blobsIn(photo) : []),
    request: ({ photo, description, seen }, urlOf) => ({
      endpoint: 'updateProfile',
      params: {},
      body: {
        description,
        ...(seen && { seen }),
        ...(photo !== undefined && { profilePhoto: photo ? addressOf(photo, urlOf) : '' }),
      },
    }),
  }),
  'address.save': kind({
    payload: AddressChange,
    lane: () => 'address',
    lastWordWins: true,
    request: (body) => ({ endpoint: 'updateAddress', params: {}, body }),
  }),
  'board.put': kind({
    payload: z.extend(BoardChange, { key: z.uuid() }),
    lane: ({ key }) => `board:${key}`,
    lastWordWins: true,
    request: ({ key, ...body }) => ({ endpoint: 'putBoard', params: { key }, body }),
  }),
  'board.delete': kind({
    payload: z.object({ key: z.uuid() }),
    lane: ({ key }) => `board:${key}`,
    lastWordWins: true,
    request: ({ key }) => ({ endpoint: 'deleteBoard', params: { key } }),
  }),
  'board.pin': kind({
    payload: z.object({ key: z.uuid(), postId: z.int(), on: z.boolean() }),
    lane: ({ key }) => `board:${key}`,
    lastWordWins: true,
    subject: ({ postId }) => String(postId),
    request: ({ key, postId, on }) => ({ endpoint: on ? 'pinPost' : 'unpinPost', params: { key, id: postId } }),
  }),
  /** No pieces take the thing off the board. */
  'board.thing': kind({
    payload: z.object({ key: z.uuid(), thing: BoardThing }),
    lane: ({ key }) => `board:${key}`,
    lastWordWins: true,
    subject: ({ thing: { kind, id } }) => `${kind}/${id}`,
    request: ({ key, thing: { pieces, ...at } }) =>
      pieces > 0
        ? { endpoint: 'putBoardThing', params: { key, ...at }, body: { pieces } }
        : { endpoint: 'removeBoardThing', params: { key, ...at } },
  }),
} as const

export type MutationName = keyof typeof mutationKinds
/** The server's answer to a write that creates something: the part that later writes need. */
export const Numbered = z.object({ id: z.int() })

export type MutationPayload<Name extends MutationName> = z.infer<(typeof mutationKinds)[Name]['payload']>

/** A payload as it came from disk, possibly written by an older build: parsed, or null when it makes no sense any more. */
export function parseMutation<Name extends MutationName>(name: Name, payload: unknown): MutationPayload<Name> | null {
  const parsed = mutationKinds[name].payload.safeParse(payload)
  return parsed.success ? (parsed.data as MutationPayload<Name>) : null
}

const definitionOf = <Name extends MutationName>(name: Name) =>
  mutationKinds[name] as unknown as MutationKind<MutationPayload<Name>>

/** The lane of a write; see MutationKind. */
export function laneOf<Name extends MutationName>(name: Name, payload: MutationPayload<Name>): string {
  return definitionOf(name).lane(payload)
}

/** Do the writes of a kind arrive in the order in which they were made? */
export function goesInTurn(name: MutationName): boolean {
  return definitionOf(name).inTurn ?? false
}

/** The subject of a write within its lane, for the rule that the last word wins. */
export function subjectOf<Name extends MutationName>(name: Name, payload: MutationPayload<Name>): string {
  return definitionOf(name).subject?.(payload) ?? ''
}

/** Photos on the device that a write needs at the server first. */
export function photosOf<Name extends MutationName>(name: Name, payload: MutationPayload<Name>): string[] {
  return definitionOf(name).photos?.(payload) ?? []
}

/** Can a write be sent, or does it name something that the server has yet to number? */
export function isNumbered<Name extends MutationName>(name: Name, payload: MutationPayload<Name>): boolean {
  return definitionOf(name).isNumbered?.(payload) ?? true
}

/** The call that carries a write: method, path with its numbers filled in, JSON body or the photo that is the body. */
export function requestOf<Name extends MutationName>(
  name: Name,
  payload: MutationPayload<Name>,
  urlOf: (blobId: string) => string = noPhoto,
): { method: string; path: string; body?: unknown; file?: string; headers?: Record<string, string> } {
  const { endpoint, params, ...content } = definitionOf(name).request(payload, urlOf)
  const { method, path } = routes[endpoint]
  return { method, path: fillPath(path, params), ...content }
}

/** The same as a write among many, for the kinds that may travel so; null for all others. */
export function batchedCallOf<Name extends MutationName>(
  name: Name,
  payload: MutationPayload<Name>,
): { call: BatchedCall; id: number; at?: string } | null {
  // Others may need an address for a photo, or bring words along.
  if (name !== 'post.like' && name !== 'post.save') return null
  const { endpoint, params, headers } = definitionOf(name).request(payload, noPhoto)
  const at = headers?.[PRESSED_HEADER]
  const call = BATCHED_CALLS.find((one) => one === endpoint)
  return call ? { call, id: Number(params.id), ...(at && { at }) } : null
}

function numberOf(id: number | null): number {
  if (id === null) throw new Error('The server has not given this a number yet')
  return id
}

function noPhoto(blobId: string): string {
  throw new Error(`The photo ${blobId} has not been uploaded`)
}
