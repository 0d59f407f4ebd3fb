import { routes } from '#schema/routes'
import type { Poke } from '#schema/sync'
import { noteReachable, onReachability, reachability } from './reachability'

/** A stream that ends this soon after its greeting is cut off on the way. */
const SHORT_LIVED_MS = 2_000
/** A stream is told to be alive every eight seconds: one that is silent for so long is dead, or held back on the way. */
const SILENCE_MS = 20_000
const FAILURES = 3
const AGAIN_MS = 3_000
/** The engine's look every minute has to do where streams fail; so much later they are tried once more. */
const REST_MS = 5 * 60_000

/**
 * Calls `onPoke` when the server says that something moved, or may have while there was no stream. One stream per account
 * and browser: of the pages that are seen, the one that holds the lock has it, and the others hear of its pulls. A page
 * that is hidden gives it up; seen again it pulls at once anyway.
 * @param onPoke hears which scopes have moved, where that is known
 * @returns a function that ends it.
 */
export function startLive(dbName: string, onPoke: (scopes?: string[]) => void): () => void {
  let turn = new AbortController()
  const take = ({ signal }: AbortController) => {
    navigator.locks
      .request(`${dbName}/live`, { signal }, () => listen(signal, onPoke))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
  }
  const onVisibility = () => {
    turn.abort()
    turn = new AbortController()
    if (document.visibilityState === 'visible') take(turn)
  }
  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    turn.abort()
  }
}

/** Keeps one stream open until it is called off. */
async function listen(signal: AbortSignal, onPoke: (scopes?: string[]) => void): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const hasWorked = await stream(signal, onPoke)
    // A stream that breaks may mean that the server is gone: asking it tells.
    if (hasWorked) onPoke()
    failures = hasWorked || !reachability().reachable ? 0 : failures + 1
    // Spread, because a server that starts anew has them all come back.
    await pause(signal, failures < FAILURES ? AGAIN_MS * (0.5 + Math.random()) : REST_MS)
    failures %= FAILURES
  }
}

/** Listens until the stream ends. @returns whether it had been one that works */
function stream(signal: AbortSignal, onPoke: (scopes?: string[]) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(routes.live.path)
    let greetedAt: number | null = null
    let silence: ReturnType<typeof setTimeout> | undefined
    let pull: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(silence)
      clearTimeout(pull)
      signal.removeEventListener('abort', end)
      source.close()
      resolve(greetedAt !== null && performance.now() - greetedAt >= SHORT_LIVED_MS)
    }
    const moved = new Set<string>()
    const pullNow = () => {
      clearTimeout(pull)
      pull = undefined
      onPoke([...moved])
      moved.clear()
    }
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(end, SILENCE_MS)
    }
    source.addEventListener('hello', () => {
      greetedAt = performance.now()
      heard()
      noteReachable(true)
      // It goes on from the numbers that are here, whatever was missed without a stream.
      onPoke()
    })
    source.addEventListener('poke', ({ data }: MessageEvent<string>) => {
      heard()
      for (const scope of scopesIn(data)) moved.add(scope)
      const wait = pauseBeforePull(data)
      if (wait > 0) pull ??= setTimeout(pullNow, wait)
      else pullNow()
    })
    source.addEventListener('beat', heard)
    source.addEventListener('error', end)
    signal.addEventListener('abort', end)
    heard()
    if (signal.aborted) end()
  })
}

/** The scopes that have moved. */
function scopesIn(data: string): string[] {
  const { spread: _, ...heads } = JSON.parse(data) as Poke
  return Object.keys(heads)
}

/**
 * News for everybody is pulled at a moment of its own by each device, within the time that the server names; one's own news
 * at once. A server of an earlier build names no time.
 */
export function pauseBeforePull(data: string, random = Math.random): number {
  const poke = JSON.parse(data) as Poke
  const isOwn = Object.keys(poke).some((scope) => scope.startsWith('u:'))
  return isOwn ? 0 : random() * (poke.spread ?? 0)
}

/** Waits, or until the server can be reached again. */
function pause(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onReachability(() => reachability().reachable && end())
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
