const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** '2:05 PM' for today, 'Fri, Nov 20, 2:05 PM' for any other day. */
export function clockTime(instant: string | number, now: Date): string {
  const date = new Date(instant)
  // Some browsers put a narrow space before PM.
  const time = TIME.format(date).replace('\u202f', ' ')
  return date.toDateString() === now.toDateString() ? time : `${DAY.format(date)}, ${time}`
}
