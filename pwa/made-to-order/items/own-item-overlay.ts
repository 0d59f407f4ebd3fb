import type { OwnItem } from '#schema/made-to-order'
import type { AltPhoto, MutationPayload } from '../../disk/mutations'
import { lastWord, type ShownOwn, standingOf, type ThingWrites } from '../../offerings/own-thing-writes'

/** An item as its maker's device shows it: with what they have done to it that the server has not confirmed yet. */
export interface ShownOwnItem extends ShownOwn {
  item: OwnItem
}

/** The server's row with its maker's waiting writes on top. */
export function overlayItem(base: OwnItem, writes: ThingWrites<'item'>): ShownOwnItem {
  const change = lastWord(writes, base.id, 'item.change')
  const pause = lastWord(writes, base.id, 'item.pause')
  const archive = lastWord(writes, base.id, 'item.archive')
  return {
    item: {
      ...base,
      ...(change ? changedWords(change) : {}),
      ...(pause ? { pausedUntil: pause.until } : {}),
      ...(archive ? { archived: archive.archived } : {}),
    },
    photos: change?.photos ?? photosWithAlts(base),
    ...standingOf(writes, base.id),
  }
}

function changedWords(change: MutationPayload<'item.change'>) {
  const { title, description, price, category, customizationOptions, leadTimeInDays, terms } = change
  return { title, description, price, category, customizationOptions, leadTimeInDays, terms }
}

/** An item's photos with what each shows, the main one first. */
function photosWithAlts({ mainImage, images, photoAlts }: OwnItem): AltPhoto[] {
  return [mainImage, ...images].map((url, index) => ({ photo: { url }, alt: photoAlts[index] ?? '' }))
}
