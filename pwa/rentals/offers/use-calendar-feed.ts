import { useEffect, useState } from 'react'
import { messageOf } from '../../sync/client'
import { dropCalendarFeed, makeCalendarFeed, readCalendarFeed } from './calendar-feed'

/** The calendar's address as far as it is known. It is a secret: it is asked for each time and never kept on the device. */
export type CalendarFeed = { state: 'loading' } | { state: 'failed' } | { state: 'known'; url: string | null }

/** The work on the address that is under way. */
export type FeedWork = 'make' | 'drop' | null

export function useCalendarFeed() {
  const [feed, setFeed] = useState<CalendarFeed>({ state: 'loading' })
  const [work, setWork] = useState<FeedWork>(null)
  const [error, setError] = useState('')
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let live = true
    setError('')
    readCalendarFeed().then(
      (url) => live && setFeed({ state: 'known', url }),
      (thrown) => {
        if (!live) return
        setFeed({ state: 'failed' })
        setError(messageOf(thrown, 'The address could not be read.'))
      },
    )
    return () => {
      live = false
    }
  }, [attempt])

  async function change(kind: Exclude<FeedWork, null>) {
    if (work) return
    setWork(kind)
    setError('')
    try {
      setFeed({ state: 'known', url: await (kind === 'make' ? makeCalendarFeed() : dropCalendarFeed()) })
    } catch (thrown) {
      setError(messageOf(thrown, 'Nothing was changed. Please try again.'))
    } finally {
      setWork(null)
    }
  }
  return {
    feed,
    work,
    error,
    make: () => change('make'),
    drop: () => change('drop'),
    retry: () => setAttempt((count) => count + 1),
  }
}

/** The same address under the scheme that opens a calendar app. */
export function webcalAddress(url: string): string {
  return url.replace(/^https?:/, 'webcal:')
}
