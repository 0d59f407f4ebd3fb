/** A timer this late did not run: the page was frozen, or the machine slept. */
const SLEPT_MS = 5_000

/** Counts how long nothing has come, for as long as the page runs. */
export interface Silence {
  /** Something has come: the count begins anew. */
  broken(): void
  stop(): void
}

/**
 * Calls `onSilent` after `ms` without a call of `broken`. A timer that fires much later than it was set for is a sleep of the
 * page, not silence of the line: what came meanwhile has not been read yet, and the count begins anew.
 */
export function watchSilence(ms: number, onSilent: () => void): Silence {
  let timer: ReturnType<typeof setTimeout>
  const begin = () => {
    const due = Date.now() + ms
    timer = setTimeout(() => (Date.now() - due > SLEPT_MS ? begin() : onSilent()), ms)
  }
  const stop = () => clearTimeout(timer)
  begin()
  return {
    stop,
    broken: () => {
      stop()
      begin()
    },
  }
}
