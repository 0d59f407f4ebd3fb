import { Refusal } from '#schema/errors'
import { DEFAULT_TERMS, type Listing, type ListingChange, listingPhotos, type NewListing } from '#schema/listing'
import { dollarsToCents } from '#schema/money'
import { onboardingStep } from '#schema/user'
import type { Written } from '../../db/client'
import { build, type Step, step } from '../../db/steps'
import { listings } from '../../db/tables'
import type { Deps } from '../../deps'
import { publishedDraftSteps } from '../../drafts/draft-service'
import { assertQuota } from '../../http/quotas'
import { getWriter } from '../../http/session-user'
import { alignedPhotos } from '../../uploads/aligned-photos'
import { assertPhotosHere } from '../../uploads/photo-access'
import { toCurrentUser, type UserRow } from '../../users/user-queries'
import { findListingByClientId, type ListingRow, toListing } from './listing-queries'

/**
 * Posts a listing at its owner's address. A repeat with the same `clientId` answers the first row.
 * @throws Refusal `address_required` or `payout_setup_required` before the owner's set-up is complete, `upload_gone`,
 * `listing_not_found` when the first row has been deleted
 */
export function createListing(
  deps: Deps,
  userId: number,
  wanted: NewListing,
  receipt: (answer: Listing) => Step[],
): Promise<Written<Listing>> {
  return deps.db.write(async (ids) => {
    const owner = await getWriter(deps.db, userId)
    const first = wanted.clientId ? await findListingByClientId(deps.db, userId, wanted.clientId) : null
    if (first?.deletedAt) throw new Refusal('listing_not_found', GONE)
    if (first) {
      const answer = toListing(first, owner.username)
      return { steps: receipt(answer), value: answer }
    }
    assertReadyToHost(owner)
    await assertQuota(deps, userId, 'listing')
    const photos = listingPhotos(wanted)
    await assertPhotosHere(deps.db, owner, photos)
    const row = newListingRow(deps, await ids.next('listings'), owner, wanted)
    const value = toListing(row, owner.username)
    const draft = wanted.clientId ? await publishedDraftSteps(deps, userId, wanted.clientId, photos) : []
    return { steps: [step(build.insert(listings).values(row)), ...draft, ...receipt(value)], value }
  })
}

const GONE = 'This listing was published before and is no longer there.'

function assertReadyToHost(owner: UserRow): void {
  const waitingAt = onboardingStep(toCurrentUser(owner))
  if (waitingAt === 1) throw new Refusal('address_required')
  if (waitingAt === 2) throw new Refusal('payout_setup_required')
}

function newListingRow(deps: Deps, id: number, owner: UserRow, wanted: NewListing): ListingRow {
  return {
    id,
    userId: owner.id,
    ...storedWords(wanted),
    pickupNote: wanted.pickupNote || null,
    ...storedRules(wanted, NO_RULES),
    available: wanted.availability.available,
    timezone: deps.env.timezone,
    street: owner.street,
    city: owner.city,
    state: owner.state,
    zipCode: owner.zipCode,
    neighborhood: owner.neighborhood,
    reviewCount: 0,
    reviewStars: 0,
    hiddenAt: null,
    deletedAt: null,
    createdAt: deps.now().toISOString(),
    clientId: wanted.clientId ?? null,
  }
}

type Rules = Pick<
  ListingRow,
  'minDays' | 'maxDays' | 'weekPriceCents' | 'bufferDays' | 'deliveryMiles' | 'deliveryFeeCents'
>
const NO_RULES: Rules = {
  minDays: null,
  maxDays: null,
  weekPriceCents: null,
  bufferDays: 0,
  deliveryMiles: null,
  deliveryFeeCents: null,
}

/** The owner's rules as they are stored: null takes a rule away, and one that is not sent stays as it is `held`. */
export function storedRules(wanted: ListingChange, held: Rules): Rules {
  const { minDays, maxDays, weekPrice, bufferDays, deliveryMiles, deliveryFee } = wanted
  const miles = deliveryMiles === undefined ? held.deliveryMiles : deliveryMiles
  const fee = deliveryFee === undefined ? held.deliveryFeeCents : dollarsToCents(deliveryFee ?? 0)
  return {
    minDays: minDays === undefined ? held.minDays : minDays,
    maxDays: maxDays === undefined ? held.maxDays : maxDays,
    weekPriceCents:
      weekPrice === undefined ? held.weekPriceCents : weekPrice === null ? null : dollarsToCents(weekPrice),
    bufferDays: bufferDays === undefined ? held.bufferDays : (bufferDays ?? 0),
    deliveryMiles: miles,
    deliveryFeeCents: miles === null ? null : (fee ?? 0),
  }
}

/** The owner's fields of a listing, as they are stored. */
export function storedWords(wanted: ListingChange) {
  const priceCents = dollarsToCents(wanted.price)
  if (priceCents === null) throw new Refusal('validation')
  return {
    title: wanted.title,
    description: wanted.description,
    ...alignedPhotos(wanted),
    priceCents,
    category: wanted.category,
    terms: wanted.terms || DEFAULT_TERMS,
    quantity: wanted.quantity,
    cancellationPreset: wanted.cancellationPreset,
  }
}
