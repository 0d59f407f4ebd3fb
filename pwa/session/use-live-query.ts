import { liveQuery, type Subscription } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { isDiskNewer, onDiskReopened } from '../disk/disk-version'

/** A failed read is tried again after so long. */
const AGAIN_MS = 500
/** How a disk says that it cannot be read now: the browser has closed or cleared it, or lost it for a while. */
const DISK_ERRORS = ['AbortError', 'DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError']

/**
 * The rows that `query` finds on this device, again at each change; undefined until they are known. While the disk cannot be
 * read, what was found before stays. @throws what else is wrong with the query, while rendering
 */
export function useLiveQuery<Value>(query: () => Value | Promise<Value>, deps: unknown[] = []): Value | undefined {
  return useObservable(() => readAgain(query), deps)
}

class DiskAway extends Error {}

function readAgain<Value>(query: () => Value | Promise<Value>) {
  // Under another name: of some of these errors a live query says nothing, and ends.
  const read = async () => {
    try {
      return await query()
    } catch (error) {
      throw DISK_ERRORS.includes((error as Error)?.name) ? new DiskAway() : error
    }
  }
  const found = liveQuery(read)
  const follow = (next: (value: Value) => void, fail: (error: unknown) => void): { unsubscribe(): void } => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current: Subscription
    const begin = () => {
      current = found.subscribe(next, (error) => {
        if (!(error instanceof DiskAway)) return fail(error)
        current.unsubscribe()
        // A disk that a newer build has changed stays closed to this one.
        if (!isDiskNewer()) timer = setTimeout(begin, AGAIN_MS)
      })
    }
    begin()
    const stop = onDiskReopened(() => {
      clearTimeout(timer)
      current.unsubscribe()
      begin()
    })
    return {
      unsubscribe() {
        stop()
        clearTimeout(timer)
        current.unsubscribe()
      },
    }
  }
  return { ...found, subscribe: follow }
}
