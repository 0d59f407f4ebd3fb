import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system hands out by itself: nobody else is about to be given one of these. */
const FIRST = 20_000
const COUNT = 12_000
/** A port is listened on only after it was handed out: the next call would find it free. */
const handedOut = new Set<number>()

/** A port of loopback that nobody listens on at this moment, another one with each call. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT)
  if (handedOut.has(port)) return freePort()
  handedOut.add(port)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
