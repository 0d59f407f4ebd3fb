/** The live streams of a server that drains end over so long. */
const STREAMS_MS = 2_000

let draining = false

/**
 * From now on this server says that it is not ready: it is about to end. Waits for the balancer to notice, then lets the
 * live streams end one after another; what comes back goes to another server.
 */
export async function drain(waitMs: number, spreadStreams: (overMs: number) => Promise<void>): Promise<void> {
  draining = true
  // The balancer has a third of the wait at least.
  const streamsMs = Math.min(STREAMS_MS, (waitMs * 2) / 3)
  await Bun.sleep(waitMs - streamsMs)
  await Promise.all([Bun.sleep(streamsMs), spreadStreams(streamsMs)])
}

export const isDraining = () => draining
