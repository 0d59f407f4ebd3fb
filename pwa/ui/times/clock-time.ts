const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const HALF_YEAR_MS = 183 * 24 * 60 * 60 * 1000

/** '2:05 PM' for today, 'Fri, Nov 20, 2:05 PM' for any other day, with its year where that day is half a year ago. */
export function clockTime(instant: string | number, now: Date): string {
  const date = new Date(instant)
  // Some browsers put a narrow space before PM.
  const time = TIME.format(date).replace('\u202f', ' ')
  return date.toDateString() === now.toDateString()
    ? time
    : `${date.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: now.getTime() - date.getTime() > HALF_YEAR_MS ? 'numeric' : undefined })}, ${time}`
}
