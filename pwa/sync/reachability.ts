/**
 * Can the server be reached? Only its own answers tell: a browser's online flag is a hint, and a captive portal answers
 * everything. One small store per page.
 */
export interface Reachability {
  reachable: boolean
  /** When the server last answered, in milliseconds since the epoch; 0 before the first answer. */
  seenAt: number
}

let state: Reachability = { reachable: globalThis.navigator?.onLine ?? true, seenAt: 0 }
const listeners = new Set<() => void>()

export function reachability(): Reachability {
  return state
}

/** The browser itself says that there is no network, and nothing has answered since: whatever is tried cannot leave. */
export function hasNoNetwork(): boolean {
  return globalThis.navigator?.onLine === false && !state.reachable
}

export function onReachability(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes what the latest call or the browser said. */
export function noteReachable(reachable: boolean): void {
  const changed = reachable !== state.reachable
  state = { reachable, seenAt: reachable ? Date.now() : state.seenAt }
  if (changed) for (const listener of listeners) listener()
}

// The browser's word that there is no network at all can be believed; that there is one says nothing about our server.
globalThis.addEventListener?.('offline', () => noteReachable(false))
