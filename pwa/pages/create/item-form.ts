import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { categoryName } from '#schema/category-names'
import { parseMutation } from '#schema/mutations'
import { changeThing } from '../../actions/change-thing'
import { publishDraft } from '../../actions/publish-draft'
import type { ShownOwnItem } from '../../db/own-item-overlay'
import { readOwnItem } from '../../db/own-items'
import { thingKey } from '../../db/own-thing-writes'
import { refusedItemWords } from '../item/refused-words'
import { ItemFields } from './item-fields'
import {
  ITEM_PHOTOS_MAX,
  ITEM_SHAPE,
  ItemForm,
  type ItemFormValues,
  itemValues,
  itemValuesOfChange,
  MORE_IMAGES,
} from './item-values'
import { quoted } from './quoted'
import type { ThingForm } from './thing-form'

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
    return isMissing ? { variant: 'destructive', title: 'Images Required', description: MORE_IMAGES } : null
  },
  publish: (engine, checked, key) => publishDraft(engine, 'item.create', { ...checked, clientId: key }),
  change: (engine, { item }, checked) =>
    changeThing(engine, 'item', item.id, { ...checked, itemKey: thingKey(item), itemId: item.id }),
  readShown: readOwnItem,
  idOf: ({ item }) => item.id,
  valuesOf: itemValues,
  valuesOfRefused(payload) {
    const change = parseMutation('item.change', payload)
    return change && itemValuesOfChange(change)
  },
  refusedWords: refusedItemWords,
}
