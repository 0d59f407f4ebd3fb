import { serverNow } from '../sync/server-clock'
import { useNow } from '../ui/times/use-now'

/** The server's time, for everything that a person must do by a day or an hour: a wrong clock of this device changes none of it. */
export function useServerNow(everyMs: number): Date {
  return useNow(everyMs, serverNow)
}
