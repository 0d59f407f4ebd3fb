import { routes } from '#schema/routes'
import type { Poke } from '#schema/sync'
import { headersOf } from './device'
import type { Visitor } from './device-orders'

const OPENED_AT_ONCE = 100
const EVENT = /event: (hello|poke)\ndata: (.*)\n\n/g

/** Opens a live stream for each person, as a browser holds it, without a browser. */
export async function openStreams<Person extends Visitor>(
  origin: string,
  people: readonly Person[],
  onPoke: (person: Person, poke: Poke) => void,
): Promise<void> {
  const parsed = new Map<string, Poke>()
  /** Thousands are told the same text at one moment. */
  const pokeOf = (text: string): Poke => {
    const poke = parsed.get(text) ?? (JSON.parse(text) as Poke)
    if (!parsed.has(text)) parsed.clear()
    parsed.set(text, poke)
    return poke
  }
  for (let start = 0; start < people.length; start += OPENED_AT_ONCE)
    await Promise.all(
      people
        .slice(start, start + OPENED_AT_ONCE)
        .map((person) => openStream(origin, person, (text) => onPoke(person, pokeOf(text)))),
    )
}

/** Resolves when the stream has been greeted. */
async function openStream(origin: string, person: Visitor, onPoke: (text: string) => void): Promise<void> {
  const { hostname, port } = new URL(origin)
  const greeted = Promise.withResolvers<void>()
  const decoder = new TextDecoder()
  let rest = ''
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open(socket) {
        const headers = Object.entries({ host: 'localhost', ...headersOf(person) }).map((pair) => pair.join(': '))
        socket.write(`GET ${routes.live.path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      },
      data(_, bytes) {
        rest += decoder.decode(bytes, { stream: true })
        if (rest.startsWith('HTTP/1.1 ') && !rest.startsWith('HTTP/1.1 200'))
          greeted.reject(new Error(rest.slice(0, 300)))
        for (const [, event, text = ''] of rest.matchAll(EVENT))
          if (event === 'hello') greeted.resolve()
          else onPoke(text)
        const end = rest.lastIndexOf('\n\n')
        if (end >= 0) rest = rest.slice(end + 2)
      },
      close: () => greeted.reject(new Error('A stream was closed')),
    },
  })
  return greeted.promise
}
