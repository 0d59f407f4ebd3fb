import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type Change, type Digest, PullRequest } from '#schema/sync'
import { DRIFTED_MAX, PUBLIC_SCOPES, partScope } from '#schema/sync-scopes'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { EPOCH, pullPage, scriptedServer } from '../test-support/scripted-server'
import { Catalogue } from './catalogue'
import { healDrift } from './drift'
import { keepChanged } from './fill-catalogue'
import type { HttpAnswer, HttpRequest } from './http'
import { pullRound } from './pull'

const ME = 7
const OWN = `u:${ME}`
const NOW = Date.parse('2026-12-01T12:00:00.000Z')
const DAY_MS = 24 * 60 * 60_000
let db: LocalDb
let catalogue: Catalogue

beforeEach(async () => {
  db = freshDb()
  catalogue = new Catalogue(db)
  await catalogue.open()
})
afterEach(() => db.delete())

const POSTS = JSON.stringify([1, 2, 3].map((id) => [id, String(id), { title: `Post ${id}` }]))
const message = (q: number, id: number): Change => ({
  q,
  s: OWN,
  c: 'message',
  i: String(id),
  d: { id, bookingId: 77 },
})
/** What a server with three posts and two messages counts. */
const COUNTED: Record<string, Digest> = { 'pub:p': { n: 3, sum: 6 }, [OWN]: { n: 2, sum: 9 } }

async function pull(answer: (request: HttpRequest) => HttpAnswer) {
  const { call, requests } = scriptedServer(answer)
  const end = await pullRound({
    db,
    userId: ME,
    call,
    fetchSnapshot: async (scope) => ({ epoch: EPOCH, to: 10, chunks: scope === 'pub:p' ? [POSTS] : [] }),
    onFilled: () => undefined,
  })
  await catalogue.refresh()
  if (end.kind !== 'done') throw new Error(`The round ended as ${end.kind}`)
  return { told: end.told, asked: requests.map(({ body }) => body as PullRequest) }
}

const scopes = Object.fromEntries(
  [...PUBLIC_SCOPES, OWN].map((scope) => [scope, { from: null, ...(COUNTED[scope] ?? { n: 0, sum: 0 }) }]),
)
/** A server that sends everything to whoever asks for the private scope from 0. */
const server = ({ body }: HttpRequest) =>
  pullPage(10, (body as PullRequest).scopes[OWN]?.[0] === 0 ? [message(4, 1), message(5, 2)] : [], { scopes })
const heal = (told: ReadonlyMap<string, Digest>, now = NOW) => healDrift({ db, catalogue, userId: ME, now }, told)

test('a device that holds what the server counted is left alone', async () => {
  const { told } = await pull(server)
  expect(told.get('pub:p')).toMatchObject({ n: 3, sum: 6 })
  expect(await heal(told)).toBe(false)
  expect((await pull(server)).asked[0]).not.toHaveProperty('drifted')
})

describe('a row that went missing is found, fetched afresh and reported once', () => {
  test.each<[string, string, () => Promise<unknown>, () => Promise<number>]>([
    ['of one’s own', OWN, () => db.messages.delete(1), () => db.messages.count()],
    [
      'of the catalogue',
      'pub:p',
      () => keepChanged(db, new Map([['post', [[2, '2', null]]]])),
      async () => catalogue.all('post').length,
    ],
  ])('%s', async (_, scope, lose, count) => {
    await pull(server)
    const before = await count()
    await lose()
    catalogue = new Catalogue(db)
    await catalogue.open()
    const { told } = await pull(server)
    expect(await count()).toBe(before - 1)
    expect(await heal(told)).toBe(true)
    // Until the fresh rows are here, those that are left stay on the screen.
    expect(await count()).toBe(before - 1)
    const healed = await pull(server)
    expect(healed.asked[0]?.drifted).toEqual([scope])
    expect(await count()).toBe(before)
    expect(await heal(healed.told)).toBe(false)
    expect((await pull(server)).asked[0]).not.toHaveProperty('drifted')
  })
})

test('what fetching afresh does not cure is reported, and fetched again only the next day', async () => {
  await pull(server)
  const wrong = new Map(Object.entries({ ...COUNTED, [OWN]: { n: 3, sum: 12 } }))
  expect(await heal(wrong)).toBe(true)
  await pull(server)
  expect(await heal(wrong)).toBe(false)
  expect((await pull(server)).asked[0]?.drifted).toEqual([OWN])
  expect(await heal(wrong, NOW + DAY_MS + 1)).toBe(true)
})

test('more scopes that differ than one question may name are named in several', async () => {
  const { told } = await pull(server)
  const months = Array.from({ length: DRIFTED_MAX + 1 }, (_, nth) => partScope('post', `2026-${nth + 1}`))
  expect(await heal(new Map([...told, ...months.map((scope) => [scope, { n: 1, sum: 1 }] as const)]))).toBe(true)
  const named: (string[] | undefined)[] = []
  for (let rounds = 0; rounds < 3; rounds++)
    named.push(...(await pull(server)).asked.map((body) => PullRequest.parse(body).drifted))
  expect(named).toEqual([months.slice(0, DRIFTED_MAX), months.slice(DRIFTED_MAX), undefined])
})
