import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { categoryName } from '#schema/category-names'
import { changeThing } from '../../offerings/change-thing'
import { thingKey } from '../../offerings/own-thing-writes'
import { publishDraft } from '../../offerings/publish-draft'
import { quoted } from '../../offerings/quoted'
import type { ThingForm } from '../../offerings/thing-form'
import { errorNotice } from '../../ui/toasts'
import { ItemFields } from './item-fields'
import { ITEM_PHOTOS_MAX, ITEM_SHAPE, ItemForm, type ItemFormValues, itemValues, MORE_IMAGES } from './item-values'
import { itemWords, type ShownOwnItem, sentItemChange, withItemWords } from './own-item-overlay'
import { readOwnItem } from './own-items'

/** How a made-to-order item is written and changed. */
export const ITEM_FORM: ThingForm<ItemFormValues, ItemForm, ShownOwnItem> = {
  kind: 'item',
  shape: ITEM_SHAPE,
  resolver: standardSchemaResolver(ItemForm),
  maxPhotos: ITEM_PHOTOS_MAX,
  Fields: ItemFields,
  quote(field, value) {
    if (field === 'leadTimeInDays') return value === 1 ? '1 day' : `${String(value)} days`
    return field === 'category' && typeof value === 'string' && value ? categoryName(value) : quoted(field, value)
  },
  notice({ photos }) {
    const isMissing = (photos?.message ?? photos?.root?.message) === MORE_IMAGES
    return isMissing ? errorNotice('Images Required', MORE_IMAGES) : null
  },
  publish: (engine, checked, key) => publishDraft(engine, 'item.create', { ...checked, clientId: key }),
  change: (engine, { item }, checked, { seen, over }) =>
    changeThing(
      engine,
      'item',
      item.id,
      { ...checked, itemKey: thingKey(item), itemId: item.id, seen },
      over,
      sentItemChange,
    ),
  readShown: readOwnItem,
  idOf: ({ item }) => item.id,
  valuesOf: itemValues,
  wordsOf: itemWords,
  withWords: withItemWords,
  sentIn: sentItemChange,
}
