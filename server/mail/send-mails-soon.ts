import type { Db } from '../db/client'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'

/** After a write, how long others may follow that belong to the same press. */
const SETTLE_MS = 200

const wakers = new WeakMap<Db, () => void>()

/**
 * Runs `work` soon after whatever was written, one run at a time. @returns a function that ends it and waits for what is
 * under way
 */
export function sendMailsSoon(deps: Deps, work: (deps: Deps) => Promise<void>): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> = Promise.resolve()
  const wake = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      running = running
        .then(() => work(deps))
        .catch((error) => deps.log({ level: 'error', what: 'mails', ...describeError(error) }))
    }, SETTLE_MS)
  }
  wakers.set(deps.db, wake)
  // Another server sends what it has written.
  const stop = deps.db.onChange((_heads, isOwn) => isOwn && wake())
  return async () => {
    stop()
    wakers.delete(deps.db)
    clearTimeout(timer)
    await running
  }
}

/** Says that a mail was written by a change that no device hears of. */
export function wakeMails({ db }: Deps): void {
  wakers.get(db)?.()
}
