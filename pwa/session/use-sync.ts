import type { PublicCollection } from '#schema/sync-scopes'
import type { Catalogue } from '../sync/catalogue'
import { type OutboxView, readOutbox } from '../sync/outbox-queries'
import { onReachability, reachability } from '../sync/reachability'
import type { SyncStatus } from '../sync/sync-status'
import { useSource } from '../ui/use-source'
import { useAccount } from './account'
import { useLiveQuery } from './use-live-query'

/** Whether the server answers, as last seen. */
export function useReachable(): boolean {
  return useSource(onReachability, () => reachability().reachable)
}

export function useSyncStatus(): SyncStatus {
  const { engine } = useAccount()
  return useSource(
    (listener) => engine.subscribe(listener),
    () => engine.status(),
  )
}

/** Tells whether rows of a collection may be older than a new device's in a moment: some of them have left the market since. */
export function useFilling(coll: PublicCollection): boolean {
  const { engine } = useAccount()
  return useSource(
    (listener) => engine.subscribe(listener),
    () => engine.status().filling !== null || engine.catalogue.isFirst(coll),
  )
}

const NOTHING: OutboxView = { waiting: [], attention: [], paused: null }

/** The writes of this device that have not yet reached the server. */
export function useOutbox(): OutboxView {
  const { engine } = useAccount()
  return useLiveQuery(() => readOutbox(engine.db), [engine]) ?? NOTHING
}

/**
 * The public catalogue, read from disk at the first use; renders again when it changes.
 * `ready` is false until this device's own rows have been read.
 */
export function useCatalogue(): { catalogue: Catalogue; version: number; ready: boolean } {
  const { catalogue } = useAccount().engine
  const version = useSource(
    (listener) => {
      const stop = catalogue.subscribe(listener)
      // The engine reads again with its next pull.
      catalogue.open().catch(() => undefined)
      return stop
    },
    () => catalogue.version(),
  )
  return { catalogue, version, ready: version > 0 }
}
