import { type Day, formatFarDay } from '#schema/date-range'
import { type OwnItem, takesOrders } from '#schema/made-to-order'
import type { Tone } from '../../ui/status-chip'

type Standing = Pick<OwnItem, 'hidden' | 'archived' | 'pausedUntil'>

/** How one's own item stands on `today`, in a few words. */
export function itemStanding(item: Standing, today: Day): { tone: Tone; words: string } {
  if (item.hidden) return { tone: 'danger', words: 'Hidden by the operators' }
  if (item.archived) return { tone: 'neutral', words: 'Archived' }
  if (item.pausedUntil !== null && !takesOrders(item, today))
    return { tone: 'neutral', words: `Not taking orders until ${formatFarDay(item.pausedUntil, today)}` }
  return { tone: 'success', words: 'Taking orders' }
}

/** The people who see it and whether it can be ordered, in a sentence. */
export function standingSentence(item: Standing, today: Day): string {
  if (item.hidden) return 'Only you see it. Orders that were placed stay as they are.'
  if (item.archived) return 'Only you and those who bought it see it. Orders that were placed stay as they are.'
  if (!takesOrders(item, today)) return 'Everybody sees it, with the day from which it can be ordered again.'
  return 'Everybody can see it and order it.'
}
