import * as z from 'zod/mini'
import { OwnItem } from '#schema/made-to-order'
import { type AltPhoto, type MutationPayload, parseMutation, type SeenWords } from '../../disk/mutations'
import { layOver, type SentChange } from '../../drafts/seen-words'
import { lastWord, type ShownOwn, standingOf, type ThingWrites, wordsInLine } from '../../offerings/own-thing-writes'

/** An item as its maker's device shows it: with what they have done to it that the server has not confirmed yet. */
export interface ShownOwnItem extends ShownOwn {
  item: OwnItem
}

/** The server's row with its maker's waiting writes on top. */
export function overlayItem(base: OwnItem, writes: ThingWrites<'item'>): ShownOwnItem {
  const pause = lastWord(writes, base.id, 'item.pause')
  const archive = lastWord(writes, base.id, 'item.archive')
  const stands: ShownOwnItem = {
    item: {
      ...base,
      ...(pause ? { pausedUntil: pause.until } : {}),
      ...(archive ? { archived: archive.archived } : {}),
    },
    photos: photosWithAlts(base),
  }
  const shown = wordsInLine(writes, base.id, 'item.change').reduce(
    (before, change) => withItemWords(before, layOver(itemWords(before), sentIn(change))),
    stands,
  )
  return { ...shown, ...standingOf(writes, base.id) }
}

/** The parts of an item that its maker can change, as shown. */
export function itemWords({ item, photos }: ShownOwnItem): SeenWords {
  return { words: changeable(item), photos }
}

/** The item with other words. */
export function withItemWords<Shown extends ShownOwnItem>(shown: Shown, { words, photos }: SeenWords): Shown {
  const known = z.partial(OwnItem).safeParse(words).data ?? {}
  return { ...shown, item: { ...shown.item, ...known }, photos }
}

/** An edit as it was sent, in the row's words; null when it makes no sense. */
export function sentItemChange(payload: unknown): SentChange | null {
  const change = parseMutation('item.change', payload)
  return change && sentIn(change)
}

function sentIn(change: MutationPayload<'item.change'>): SentChange {
  return { sent: { words: changeable(change), photos: change.photos }, seen: change.seen }
}

function changeable(words: Omit<MutationPayload<'item.change'>, 'photos' | 'itemKey' | 'itemId'>) {
  const { title, description, price, category, customizationOptions, leadTimeInDays, terms } = words
  return { title, description, price, category, customizationOptions, leadTimeInDays, terms }
}

/** An item's photos with what each shows, the main one first. */
function photosWithAlts({ mainImage, images, photoAlts }: OwnItem): AltPhoto[] {
  return [mainImage, ...images].map((url, index) => ({ photo: { url }, alt: photoAlts[index] ?? '' }))
}
