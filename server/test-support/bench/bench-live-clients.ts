import { createInterface } from 'node:readline'
import { routes } from '#schema/routes'

/** When the streams that were to hear of a change have heard of it, in milliseconds after the change was announced. */
export interface LiveSeen {
  told: number
  firstMs: number
  lastMs: number
}

const PORT = Number(process.env.BENCH_PORT)
const STREAMS = Number(process.env.BENCH_STREAMS)
/** Of one person, all from one address. */
const EACH = 3
const OPENED_AT_ONCE = 100
const PATIENCE_MS = 30_000
const HELLO = 'event: hello'
const POKE = 'event: poke'

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const cookies = JSON.parse((await lines.next()).value ?? '[]') as string[]

let open = 0
/** Called with each stream that is told something. */
let onPoke = () => {}

/** A stream as a browser holds it, without a browser. Resolves when it has been greeted. */
async function openStream(nth: number): Promise<void> {
  const person = Math.floor(nth / EACH)
  const greeted = Promise.withResolvers<void>()
  const decoder = new TextDecoder()
  await Bun.connect({
    hostname: '127.0.0.1',
    port: PORT,
    socket: {
      open: (socket) => {
        const address = `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`
        const headers = `host: localhost\r\ncookie: ${cookies[person]}\r\nx-forwarded-for: ${address}`
        socket.write(`GET ${routes.live.path} HTTP/1.1\r\n${headers}\r\n\r\n`)
      },
      data(_, bytes) {
        const text = decoder.decode(bytes)
        if (text.includes(HELLO)) {
          open++
          greeted.resolve()
        } else if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200'))
          greeted.reject(new Error(text.slice(0, 300)))
        if (text.includes(POKE)) onPoke()
      },
      close: () => greeted.reject(new Error('A stream was closed')),
    },
  })
  return greeted.promise
}

const begun = performance.now()
for (let start = 0; start < STREAMS; start += OPENED_AT_ONCE) {
  const some = Array.from({ length: Math.min(OPENED_AT_ONCE, STREAMS - start) }, (_, nth) => openStream(start + nth))
  await Promise.all(some)
}
say({ open, openedMs: performance.now() - begun })

for (let line = await lines.next(); !line.done; line = await lines.next()) {
  const expected = line.value === 'all' ? open : EACH
  const seen: LiveSeen = { told: 0, firstMs: 0, lastMs: 0 }
  const all = Promise.withResolvers<void>()
  const announced = performance.now()
  onPoke = () => {
    seen.lastMs = performance.now() - announced
    seen.firstMs ||= seen.lastMs
    if (++seen.told >= expected) all.resolve()
  }
  say('ready')
  const patience = setTimeout(() => all.reject(new Error(`${seen.told} of ${expected} were told`)), PATIENCE_MS)
  await all.promise
  clearTimeout(patience)
  say(seen)
}
process.exit(0)
