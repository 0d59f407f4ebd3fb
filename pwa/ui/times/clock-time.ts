let time: Intl.DateTimeFormat | undefined
let day: Intl.DateTimeFormat | undefined

/** '2:05 PM' for today, 'Fri, Nov 20, 2:05 PM' for any other day. */
export function clockTime(instant: string | number, now: Date): string {
  const date = new Date(instant)
  // At the first use: the browser reads its tables then, which takes long on a phone.
  time ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
  day ??= new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
  // Some browsers put a narrow space before PM.
  const clock = time.format(date).replace('\u202f', ' ')
  return date.toDateString() === now.toDateString() ? clock : `${day.format(date)}, ${clock}`
}
