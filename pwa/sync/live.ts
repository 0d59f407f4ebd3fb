import { routes } from '#schema/routes'
import { noteReachable } from '../api/reachability'

/** Streams that end this soon after opening are being buffered or refused on the way. */
const SHORT_LIVED_MS = 2_000
const SHORT_LIVED_LIMIT = 3
const POLL_MS = 60_000
const POLL_SPREAD = 0.2

/**
 * Calls `onPoke` when the server says that something moved. One stream per account and browser: the page that holds the
 * lock has it, the others hear of its pulls. Where streams do not work it asks every minute instead.
 * @returns a function that ends it.
 */
export function startLive(dbName: string, onPoke: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  navigator.locks
    .request(`${dbName}/live`, { signal }, () => new Promise<void>((resolve) => listen(signal, onPoke, resolve)))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  return () => ended.abort()
}

function listen(signal: AbortSignal, onPoke: () => void, release: () => void): void {
  let shortLived = 0
  let openedAt = 0
  let source: EventSource | null = null
  let poll: ReturnType<typeof setInterval> | undefined

  const open = () => {
    source = new EventSource(routes.live.path)
    source.addEventListener('hello', () => {
      openedAt = Date.now()
      noteReachable(true)
      onPoke()
    })
    source.addEventListener('poke', onPoke)
    source.addEventListener('error', () => {
      const wasOpen = openedAt > 0
      const quick = wasOpen && Date.now() - openedAt < SHORT_LIVED_MS
      shortLived = quick ? shortLived + 1 : 0
      openedAt = 0
      if (shortLived >= SHORT_LIVED_LIMIT) {
        close()
        poll = setInterval(onPoke, POLL_MS * (1 + (Math.random() * 2 - 1) * POLL_SPREAD))
        return
      }
      // A stream that breaks may mean that the server is gone: asking it tells.
      if (wasOpen) onPoke()
      // The browser tries again by itself, unless the answer was no stream at all.
      if (source?.readyState === EventSource.CLOSED)
        setTimeout(() => !signal.aborted && document.visibilityState === 'visible' && reopen(), 3_000)
    })
  }
  const close = () => {
    source?.close()
    source = null
    clearInterval(poll)
  }
  const reopen = () => {
    close()
    open()
  }
  // A page in the background needs no stream; coming back it pulls at once anyway.
  const onVisibility = () => {
    if (document.visibilityState === 'visible') reopen()
    else close()
  }
  document.addEventListener('visibilitychange', onVisibility)
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onVisibility)
    close()
    release()
  })
  if (document.visibilityState === 'visible') open()
}
