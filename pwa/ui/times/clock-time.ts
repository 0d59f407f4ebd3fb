const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

/** '14:05' for today, 'Fri, Nov 20, 14:05' for any other day. */
export function clockTime(instant: string | number, now: Date): string {
  const date = new Date(instant)
  const time = TIME.format(date)
  return date.toDateString() === now.toDateString() ? time : `${DAY.format(date)}, ${time}`
}
