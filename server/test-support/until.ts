const LIMIT_MS = 30_000
const PAUSE_MS = 5

/** Waits for something that happens behind an answer. @throws Error when it does not happen within half a minute */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await Bun.sleep(PAUSE_MS)) if (await isSo()) return
  throw new Error(`It did not happen within ${LIMIT_MS / 1000} s: ${isSo}`)
}
