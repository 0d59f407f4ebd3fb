import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { categoryName } from '#schema/category-names'
import { MAX_LISTING_PHOTOS } from '#schema/listing'
import { parseMutation } from '#schema/mutations'
import { changeThing } from '../../actions/change-thing'
import { publishDraft } from '../../actions/publish-draft'
import type { ShownOwnListing } from '../../db/own-listing-overlay'
import { readOwnListing } from '../../db/own-listings'
import { thingKey } from '../../db/own-thing-writes'
import { refusedWords } from '../listing/refused-words'
import { ListingFields } from './listing-fields'
import {
  LISTING_SHAPE,
  ListingForm,
  type ListingFormValues,
  sentListing,
  valuesOf,
  valuesOfChange,
} from './listing-values'
import { quoted } from './quoted'
import type { ThingForm } from './thing-form'

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
  change: (engine, { listing }, checked) =>
    changeThing(engine, 'listing', listing.id, {
      ...sentListing(checked),
      listingKey: thingKey(listing),
      listingId: listing.id,
    }),
  readShown: readOwnListing,
  idOf: ({ listing }) => listing.id,
  valuesOf,
  valuesOfRefused(payload) {
    const change = parseMutation('listing.change', payload)
    return change && valuesOfChange(change)
  },
  refusedWords,
}
