import { formatWeekday, isDay } from '#schema/date-range'
import type { RefusedWrite } from './own-thing-writes'

const DOING: Partial<Record<RefusedWrite['kind'], string>> = {
  'listing.change': 'Your changes were not saved.',
  'listing.show': 'It was not paused or reopened.',
  'listing.delete': 'It was not deleted.',
  'item.change': 'Your changes were not saved.',
  'item.pause': 'It was not paused or opened again.',
  'item.archive': 'It was not archived or brought back.',
}

/** The refused write and the reason, in the server's words, with the days that it named: 'Your changes were not saved. ...'. */
export function refusedWords({ kind, error }: RefusedWrite): string {
  const days = (error.fields?.days ?? '').split(',').filter(isDay)
  const named = days.length > 0 ? ` Booked: ${days.map(formatWeekday).join('; ')}.` : ''
  return `${DOING[kind] ?? ''} ${error.message}${named}`.trim()
}
