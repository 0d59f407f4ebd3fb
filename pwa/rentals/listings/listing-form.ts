import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { categoryName } from '#schema/category-names'
import { MAX_LISTING_PHOTOS } from '#schema/listing'
import { changeThing } from '../../offerings/change-thing'
import { thingKey } from '../../offerings/own-thing-writes'
import { publishDraft } from '../../offerings/publish-draft'
import { quoted } from '../../offerings/quoted'
import type { ThingForm } from '../../offerings/thing-form'
import { ListingFields } from './listing-fields'
import { LISTING_SHAPE, ListingForm, type ListingFormValues, sentListing, valuesOf } from './listing-values'
import { listingWords, type ShownOwnListing, sentListingChange, withListingWords } from './own-listing-overlay'
import { readOwnListing } from './own-listings'

/** How a rental listing is written and changed. */
export const LISTING_FORM: ThingForm<ListingFormValues, ListingForm, ShownOwnListing> = {
  kind: 'listing',
  shape: LISTING_SHAPE,
  resolver: standardSchemaResolver(ListingForm),
  maxPhotos: MAX_LISTING_PHOTOS,
  Fields: ListingFields,
  quote(field, value) {
    const isName = field === 'category' || field === 'cancellationPreset'
    return isName && typeof value === 'string' ? categoryName(value) : quoted(field, value)
  },
  publish: (engine, checked, key) => publishDraft(engine, 'listing.create', { ...sentListing(checked), clientId: key }),
  change: (engine, { listing }, checked, { seen, over }) =>
    changeThing(
      engine,
      'listing',
      listing.id,
      { ...sentListing(checked), listingKey: thingKey(listing), listingId: listing.id, seen },
      over,
      sentListingChange,
    ),
  readShown: readOwnListing,
  idOf: ({ listing }) => listing.id,
  valuesOf,
  wordsOf: listingWords,
  withWords: withListingWords,
  sentIn: sentListingChange,
}
