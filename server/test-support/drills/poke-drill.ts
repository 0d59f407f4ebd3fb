import type { Poke } from '#schema/sync'
import { userScope } from '#schema/sync-scopes'
import { createApp } from '../../app'
import type { Deps } from '../../deps'
import { closeLiveStreams } from '../../sync/live'
import { approvedOffer, openRental } from '../rental-kit'
import { openTestApp, TEST_ORIGIN } from '../test-app'

const SERVERS = 3
/** A poke that takes longer counts as lost. */
const PATIENCE_MS = 5_000
const PAUSE_MS = 5
/** A new account may send 500 messages a day, so the clock moves on. */
const BETWEEN_MESSAGES_MS = 180_000

interface PokeDrill {
  /** From the answer to a message until its receiver's stream on another server told of it, shortest first. */
  tookMs: number[]
  wrong: string[]
}

/**
 * In each round a message is sent on one server, while its receiver listens on another one. The messages are spread evenly over
 * the time between two looks of a server.
 * @param deafForMs as a control: the receiver's server hears of no change, and is waited for so long
 */
export async function playPokes(rounds: number, deafForMs?: number): Promise<PokeDrill> {
  const t = await openTestApp({}, { servers: SERVERS, isUnlimited: true })
  const [sending, listening] = t.servers as [Deps, Deps]
  try {
    const rental = await openRental(t)
    const path = `/api/bookings/${await approvedOffer(t, rental, 'renter')}/messages`
    if (deafForMs) listening.db.onChange = () => () => true
    const stream = await openStreamOf(rental.owner, listening)
    const post = poster(sending, path, rental.renter.as)
    const scope = userScope(rental.owner.id)
    const lookEveryMs = typeof sending.db.source === 'string' ? 0 : sending.db.source.pokeEveryMs
    const drill: PokeDrill = { tookMs: [], wrong: [] }
    for (let round = 0; round < rounds; round++) {
      t.clock.advance(BETWEEN_MESSAGES_MS)
      await Bun.sleep((round / rounds) * lookEveryMs)
      await post(`Message ${round}`)
      const answeredAt = performance.now()
      const head = await headOf(sending, scope)
      const toldAt = await stream.toldOf(head, deafForMs ?? PATIENCE_MS)
      if (toldAt === null) drill.wrong.push(`message ${round}: its receiver's stream did not tell of number ${head}`)
      else drill.tookMs.push(Math.max(0, toldAt - answeredAt))
    }
    drill.tookMs.sort((a, b) => a - b)
    drill.wrong.push(...t.errors.map((entry) => JSON.stringify(entry)))
    return drill
  } finally {
    closeLiveStreams(listening.db)
    await t.close()
  }
}

/** Sends messages on one server. */
function poster(deps: Deps, path: string, as: string): (content: string) => Promise<void> {
  const app = createApp(deps)
  return async (content) => {
    const headers = { origin: TEST_ORIGIN, 'content-type': 'application/json', cookie: as }
    const request = new Request(`${TEST_ORIGIN}${path}`, { method: 'POST', headers, body: JSON.stringify({ content }) })
    const answer = await app.handle(request)
    if (!answer.ok) throw new Error(`A message was refused: ${answer.status} ${await answer.text()}`)
  }
}

/** The number of the newest change of a scope. The answer to a write bears the number of its last change, whosever that is. */
async function headOf({ db }: Deps, scope: string): Promise<number> {
  const [found] = await db.readBatch([{ sql: 'SELECT head FROM sync_scopes WHERE scope = ?', args: [scope] }])
  return Number(found?.rows[0]?.head)
}

/** A person's live stream on one server. */
async function openStreamOf({ id, as }: { id: number; as: string }, deps: Deps) {
  const request = new Request(`${TEST_ORIGIN}/api/sync/live`, { headers: { cookie: as } })
  const answer = await createApp(deps).handle(request)
  if (!answer.ok || !answer.body) throw new Error(`The stream was refused: ${answer.status}`)
  const events = answer.body.pipeThrough(new TextDecoderStream())
  const heard: { at: number; head: number }[] = []
  void (async () => {
    for await (const text of events)
      for (const [, poke = ''] of text.matchAll(/^event: poke\ndata: (.*)$/gm))
        heard.push({ at: performance.now(), head: (JSON.parse(poke) as Poke)[userScope(id)] ?? 0 })
  })()
  return {
    /** @returns the moment at which the person's scope was named with this number or a higher one; null when it was not */
    async toldOf(number: number, patienceMs: number): Promise<number | null> {
      for (const end = performance.now() + patienceMs; performance.now() < end; await Bun.sleep(PAUSE_MS)) {
        const told = heard.find(({ head }) => head >= number)
        if (told) return told.at
      }
      return null
    },
  }
}
