import * as z from 'zod/mini'
import { isDay } from '#schema/date-range'
import { MAX_QUANTITY } from '#schema/listing'
import type { LocalDb } from '../../disk/local-db'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'
import { withHeldAttempt } from '../../drafts/sale-attempt'
import { Seen } from '../../money/seen'
import { isSameWish, type Wish } from '../listings/wish'

const Day = z.string().check(z.refine(isDay))
const Range = z.object({ startDate: Day, endDate: Day }).check(z.refine((range) => range.startDate <= range.endDate))
const Pieces = z.int().check(z.minimum(1), z.maximum(MAX_QUANTITY))
/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Note = z.string().check(z.maxLength(100_000))

/** The delivery address, as typed. */
const AddressPart = z.string().check(z.maxLength(1000))
export const DeliveryDraft = z.object({
  street: AddressPart,
  city: AddressPart,
  state: AddressPart,
  zipCode: AddressPart,
})
export type DeliveryDraft = z.infer<typeof DeliveryDraft>
/** Null and absent: the renter comes for it. */
const DeliverTo = z.optional(z.nullable(DeliveryDraft))

/** The content of an offer. */
export const OfferTerms = z.object({ range: Range, quantity: Pieces, note: Note, deliverTo: DeliverTo })
export type OfferTerms = z.infer<typeof OfferTerms>

/**
 * A Book Dates form as its person left it. `attempt` is there from the first press of Submit Offer until the offer is
 * known to be sent: its id goes with every further try, so that tries of one offer never become two.
 */
export const OfferDraft = z.object({
  range: z.nullable(Range),
  quantity: Pieces,
  note: Note,
  deliverTo: DeliverTo,
  /** The address that stood in the form when its person chose to come for the thing. Earlier builds kept none. */
  lastAddress: DeliverTo,
  attempt: z.nullable(z.object({ clientId: z.uuid(), terms: OfferTerms })),
  /** The id of an attempt that has come to its end. */
  over: z.optional(z.uuid()),
  /** The conditions that its person was shown at the beginning, or agreed to since. */
  seen: z.optional(Seen),
  /** The days and pieces that came along with its person last. */
  wish: z.optional(z.object({ range: z.nullable(Range), pieces: Pieces })),
})
export type OfferDraft = z.infer<typeof OfferDraft>
export type OfferAttempt = NonNullable<OfferDraft['attempt']>

export const EMPTY_OFFER: OfferDraft = {
  range: null,
  quantity: 1,
  note: '',
  deliverTo: null,
  lastAddress: null,
  attempt: null,
  seen: undefined,
}

/** True while there is nothing worth keeping. */
function isEmptyOffer({ range, quantity, note, deliverTo, lastAddress, attempt }: OfferDraft): boolean {
  return range === null && quantity === 1 && note === '' && !deliverTo && !lastAddress && attempt === null
}

/**
 * A form with the days and pieces that its person has chosen elsewhere. A choice fills a field that is empty, or that still holds the
 * choice before; what was typed in the form stays. An offer that is being tried is left as it is.
 */
export function wishedOffer(kept: OfferDraft | null, wish: Wish | null): OfferDraft {
  const draft = kept ?? EMPTY_OFFER
  if (!wish || draft.attempt || isSameWish(draft.wish ?? null, wish)) return draft
  const { range, pieces } = wish
  const before = draft.wish?.range
  const isOfBefore = draft.range?.startDate === before?.startDate && draft.range?.endDate === before?.endDate
  const hasOwnRange = draft.range !== null && !isOfBefore
  const hasOwnQuantity = draft.quantity !== 1 && draft.quantity !== draft.wish?.pieces
  return {
    ...draft,
    range: hasOwnRange ? draft.range : (range ?? draft.range),
    quantity: hasOwnQuantity || pieces === 1 ? draft.quantity : pieces,
    wish,
  }
}

/** Is the offer that was tried the one that is wanted now? */
export function isSameOffer(a: OfferTerms, b: OfferTerms): boolean {
  return (
    a.range.startDate === b.range.startDate &&
    a.range.endDate === b.range.endDate &&
    a.quantity === b.quantity &&
    a.note.trim() === b.note.trim() &&
    addressText(a) === addressText(b)
  )
}

function addressText({ deliverTo }: OfferTerms): string {
  if (!deliverTo) return ''
  const { street, city, state, zipCode } = deliverTo
  return JSON.stringify([street, city, state, zipCode].map((part) => part.trim()))
}

/** The form of a listing, on this device. */
export const offerDraft = (listingId: number): DeviceDraft<OfferDraft> =>
  draftOf({
    ...{ id: `offer:${listingId}`, kind: 'offer', shape: OfferDraft },
    ...{ isBlank: isEmptyOffer, withHeld: withHeldAttempt<OfferDraft> },
  })

/**
 * The attempt under which an offer is sent: the one that is kept when it says the same, else a new one, kept before it is
 * answered. Pages of the same browser get the same one.
 * @param over the id of an attempt that has come to its end
 */
export async function claimAttempt(
  db: LocalDb,
  listingId: number,
  terms: OfferTerms,
  over: string | null,
): Promise<OfferAttempt> {
  return db.transaction('rw', db.drafts, async () => {
    const held = (await offerDraft(listingId).read(db)) ?? EMPTY_OFFER
    const kept = held.attempt
    if (kept && kept.clientId !== over && isSameOffer(kept.terms, terms)) return kept
    const attempt = { clientId: crypto.randomUUID(), terms }
    await offerDraft(listingId).save(db, { ...held, ...terms, attempt, over: kept?.clientId })
    return attempt
  })
}
