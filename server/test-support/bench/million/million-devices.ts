import { createInterface } from 'node:readline'
import { RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays } from '#schema/date-range'
import type { ListingSearch } from '#schema/endpoints'
import { DEFAULT_TERMS } from '#schema/listing'
import { PLACE_NAMES } from '#schema/places'
import { fillPath, routes } from '#schema/routes'
import type { Poke } from '#schema/sync'
import { partScope, userScope } from '#schema/sync-scopes'
import { rollDice } from '../../../demo/dice'
import { testPhoto } from '../../test-photos'
import { askScopes, type CursorDevice, fillDevice, headersOf, isNewsFor, pullDevice } from './device'
import type { AloneSeen, DeviceOrders, MixedOrder, MixedSeen, Visitor, Writer } from './device-orders'
import { openStreams } from './device-streams'
import { unevenWords } from './uneven-words'

/**
 * The devices of the market of a million: a process beside the server. Says in one line of JSON what one device alone has
 * met, then, at each further line that it is given, what thousands of them met together.
 */
const TIMES = 200
const ROUNDS = 4
const EDITS = 50
const VAIN_TIMES = 20
const PULLS_A_ROUND = 25
/** Searches and writes that are under way; beyond them nobody asks. */
const MOST_UNDER_WAY = 200
const TURN_MS = 10

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const { origin, visitors, writers } = JSON.parse((await lines.next()).value ?? '{}') as DeviceOrders
const dice = rollDice(11)
const { word, phrase } = unevenWords(dice)
const today = new Date().toISOString().slice(0, 10)

say(await alone())
const devices = await standingDevices()
const held = new Map(devices.map((device) => [device.person.id, device]))
let mixed = nothingSeen()
const underWay = new Set<CursorDevice>()
const waiting = new Set<CursorDevice>()
let streams = 0
for (let line = await lines.next(); !line.done; line = await lines.next()) {
  const order = JSON.parse(line.value) as MixedOrder
  await openStreams(origin, visitors.slice(streams, order.devices), onPoke)
  streams = order.devices
  say({ streams })
  say(await mixedLoad(order))
}
process.exit(0)

async function alone(): Promise<AloneSeen> {
  const [person, other] = visitors as [Visitor, Visitor]
  const { seen: first } = await fillDevice(origin, person)
  const { device, seen: next } = await fillDevice(origin, { ...other, neighborhood: person.neighborhood })
  const nothingNew = await timesOf(TIMES, () => pullDevice(origin, device))
  const { bytes } = await pullDevice(origin, device)
  const far = writers.filter(({ area }) => !(partScope('listing', area) in device.scopes))
  const elsewhere: number[] = []
  const writes: number[] = []
  let elsewhereChanges = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let nth = 0; nth < EDITS; nth++) writes.push(await timeOf(() => editListing(dice.pick(far))))
    elsewhere.push(...(await timesOf(PULLS_A_ROUND, () => pullDevice(origin, device, { stays: true }))))
    elsewhereChanges += (await pullDevice(origin, device)).answer.changes.length
  }
  // The index takes up the edits with the first search.
  await search()
  const searches = await timesOf(TIMES, () => search())
  const vain = await timesOf(VAIN_TIMES, () => search({ pieces: '40', sort: dice.pick(['newest', 'low']) }))
  return {
    ...{ first, next, nothingNew, nothingNewBytes: bytes, elsewhere, searches, vain, writes },
    elsewhereChanges: elsewhereChanges / ROUNDS,
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < count; nth++) times.push(await timeOf(work))
  return times
}

async function editListing({ as, listing }: Writer): Promise<void> {
  const response = await fetch(origin + fillPath(routes.changeListing.path, { id: String(listing) }), {
    method: routes.changeListing.method,
    headers: {
      ...{ ...headersOf({ id: listing, as }), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      ...{ title: phrase(4), description: phrase(35), price: dice.between(3, 120), mainImage: testPhoto('table') },
      ...{ category: dice.pick(RENTAL_CATEGORIES), terms: DEFAULT_TERMS },
    }),
  })
  if (!response.ok) throw new Error(`An edit was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

async function search(query = newSearch()): Promise<void> {
  // Each is somebody else's: the server has one address wait for the others.
  const headers = headersOf({ id: dice.between(1, 60_000), as: '' })
  const path = `${routes.searchListings.path}?${new URLSearchParams(query)}`
  const response = await fetch(origin + path, { headers })
  if (!response.ok) throw new Error(`A search was answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

function newSearch(): Partial<Record<keyof ListingSearch, string>> {
  const text = phrase(dice.between(1, 3))
  const from = addDays(today, dice.between(1, 60))
  switch (dice.between(0, 5)) {
    case 0:
      return { text, categories: dice.pick(RENTAL_CATEGORIES) }
    case 1:
      return { text, place: dice.pick(PLACE_NAMES) }
    case 2:
      return { text, from, to: addDays(from, 3) }
    case 3:
      return { text: word(), sort: 'low', least: '20' }
    case 4:
      return { categories: dice.pick(RENTAL_CATEGORIES), from, to: addDays(from, 2), most: '60' }
    default:
      return { text }
  }
}

/** Devices that were filled before: they stand at the newest number. The people of one place hold the same scopes. */
async function standingDevices(): Promise<CursorDevice[]> {
  const byPlace = new Map<string | null, ReturnType<typeof askScopes>>()
  return Promise.all(
    visitors.map(async (person): Promise<CursorDevice> => {
      const known = byPlace.get(person.neighborhood) ?? askScopes(origin, person)
      byPlace.set(person.neighborhood, known)
      const { answer, scopes } = await known
      const all = [...scopes, userScope(person.id)]
      return { person, epoch: answer.epoch, scopes: Object.fromEntries(all.map((scope) => [scope, [answer.to]])) }
    }),
  )
}

function nothingSeen(): MixedSeen {
  return {
    ...{ pokes: 0, pokesHeld: 0, changes: 0, resets: 0, refused: 0, unasked: 0, unanswered: 0 },
    ...{ pulls: [], searches: [], writes: [], seconds: 0, cpuMs: 0 },
  }
}

/** A device pulls after a pause of its own, and once for all pokes of that time. */
function onPoke(person: Visitor, poke: Poke): void {
  const device = held.get(person.id)
  mixed.pokes++
  if (!device || !isNewsFor(device, poke)) return
  mixed.pokesHeld++
  if (waiting.has(device)) return
  waiting.add(device)
  setTimeout(() => void pullNews(device), Math.random() * (poke.spread ?? 0))
}

async function pullNews(device: CursorDevice): Promise<void> {
  // One round after the other, as the app does.
  if (underWay.has(device)) return void setTimeout(() => void pullNews(device), TURN_MS)
  waiting.delete(device)
  underWay.add(device)
  try {
    for (let more = true; more; ) {
      const begun = performance.now()
      const { answer } = await pullDevice(origin, device)
      mixed.pulls.push(performance.now() - begun)
      mixed.changes += answer.changes.length
      mixed.resets += answer.reset.length
      more = answer.more
    }
  } catch {
    mixed.refused++
  } finally {
    underWay.delete(device)
  }
}

async function mixedLoad({ seconds, searchesPerS, writesPerS }: MixedOrder): Promise<MixedSeen> {
  mixed = nothingSeen()
  const begun = performance.now()
  const cpu = process.cpuUsage()
  const passed = () => performance.now() - begun
  await Promise.all([
    atRate(
      searchesPerS,
      () => search(),
      (ms) => mixed.searches.push(ms),
    ),
    atRate(
      writesPerS,
      () => editListing(dice.pick(writers)),
      (ms) => mixed.writes.push(ms),
    ),
  ])
  const { user, system } = process.cpuUsage(cpu)
  mixed.unanswered += underWay.size
  return { ...mixed, seconds: passed() / 1_000, cpuMs: (user + system) / 1_000 }

  /** Asks so often, whether or not the answers come in time. */
  async function atRate(perS: number, ask: () => Promise<void>, note: (ms: number) => void): Promise<void> {
    const open = new Set<Promise<void>>()
    for (let sent = 0; passed() < seconds * 1_000; ) {
      for (; sent < (passed() * perS) / 1_000; sent++) {
        if (open.size >= MOST_UNDER_WAY) {
          mixed.unasked++
          continue
        }
        const one: Promise<void> = timeOf(ask)
          .then(note, () => {
            mixed.refused++
          })
          .finally(() => open.delete(one))
        open.add(one)
      }
      await Bun.sleep(TURN_MS)
    }
    mixed.unanswered += open.size
  }
}
