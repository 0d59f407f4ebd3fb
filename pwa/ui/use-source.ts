import { useSyncExternalStore } from 'react'

/** The value that `read` tells, again whenever `subscribe` calls back; on the server too, where nothing calls back. */
export function useSource<Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read)
}
