import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { endpoints } from '#schema/endpoints'
import { fillPath } from '#schema/routes'
import { type PullAnswer, SnapshotHead } from '#schema/sync'
import { OLDEST_SYNC_SCHEMA, PUBLIC_SCOPES, SNAPSHOT_CHUNK_ROWS, SYNC_SCHEMA_VERSION } from '#schema/sync-scopes'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import { originOfCall } from '../http/caller'
import { createPostRows } from '../test-support/factories'
import { signUp, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { closeLiveStreams, openStreamCount, spreadLiveStreams } from './live'
import { GATHER_MS } from './live-listeners'
import { SNAPSHOT_KEPT_MS, SNAPSHOT_NAMED_MS } from './snapshots'

let t: TestApp
let ana: TestPerson
let bo: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  ana = await signUp(t, 'ana')
  bo = await signUp(t, 'bo')
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const addPosts = (count: number) => createPostRows(t, ana.id, count)
const month = () => t.deps.now().toISOString().slice(0, 'YYYY-MM'.length)

const get = (path: string, headers: Record<string, string> = {}) =>
  t.fetch(new Request(TEST_ORIGIN + path, { headers }))
const snapshot = (scope: string, headers: Record<string, string> = {}) => get(`/api/sync/snapshot/${scope}`, headers)

async function readSnapshot(response: Response) {
  const [head = '', ...lines] = (await response.text()).split('\n')
  return { head: SnapshotHead.parse(JSON.parse(head)), lines }
}

describe('a snapshot', () => {
  beforeAll(() => addPosts(SNAPSHOT_CHUNK_ROWS + 44))

  test('says in its first line what follows, then rows in lines of at most so many', async () => {
    const { head, lines } = await readSnapshot(await snapshot('pub:p'))
    expect(head).toEqual({
      epoch: t.deps.feed.epoch(),
      scope: 'pub:p',
      to: t.deps.feed.seq(),
      rows: SNAPSHOT_CHUNK_ROWS + 44,
      chunks: 2,
    })
    // It ends with a line break, so that one that was cut short can be told.
    expect(lines.at(-1)).toBe('')
    const chunks = lines.slice(0, -1).map((line) => JSON.parse(line) as [number, string, { title: string }][])
    expect(chunks.map((rows) => rows.length)).toEqual([SNAPSHOT_CHUNK_ROWS, 44])
    const numbers = chunks.flat().map(([q]) => q)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(chunks[0]?.[0]).toMatchObject([expect.any(Number), '1', { title: 'Post 0', username: 'ana' }])
  })

  test('is what a pull from nothing would have brought', async () => {
    const { head, lines } = await readSnapshot(await snapshot('pub:p'))
    const { body } = await t.call('POST', '/api/sync/pull', { body: { epoch: null, scopes: { 'pub:p': [0] } } })
    const rows = lines.slice(0, -1).flatMap((line) => JSON.parse(line) as [number, string, unknown][])
    expect(body.changes.map((change: { q: number; i: string; d: unknown }) => [change.q, change.i, change.d])).toEqual(
      rows,
    )
    expect(body.to).toBe(head.to)
  })

  test('travels compressed where that is welcome, and says how long it is when unpacked', async () => {
    const plain = await snapshot('pub:p')
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(Number(plain.headers.get('x-plain-length'))).toBe(new TextEncoder().encode(text).length)
    const packed = await snapshot('pub:p', { 'accept-encoding': 'br, gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('x-plain-length')).toBe(plain.headers.get('x-plain-length'))
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(text.length / 3)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text)
    for (const response of [plain, packed]) expect(response.headers.get('vary')).toBe('accept-encoding')
  })

  test('is not sent again until its scope moves', async () => {
    const etag = (await snapshot('pub:p')).headers.get('etag') ?? ''
    const again = await snapshot('pub:p', { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    // Another scope's change is none of this one's.
    await t.call('POST', '/api/inspiration/1/like', { as: bo.as })
    expect((await snapshot('pub:p', { 'if-none-match': etag })).status).toBe(304)
    await addPosts(1)
    t.clock.advance(SNAPSHOT_KEPT_MS)
    const moved = await snapshot('pub:p', { 'if-none-match': etag })
    expect(moved.status).toBe(200)
    expect(moved.headers.get('etag')).not.toBe(etag)
    const { head } = await readSnapshot(moved)
    expect(head.rows).toBe(SNAPSHOT_CHUNK_ROWS + 45)
  })

  test('is made once for many changes in a row and for everybody who asks meanwhile, and a pull brings the rest', async () => {
    t.clock.advance(SNAPSHOT_KEPT_MS)
    let builds = 0
    const { log } = t.deps
    t.deps.log = (entry) => {
      if (entry.snapshot) builds++
      log(entry)
    }
    try {
      await addPosts(1)
      const first = await Promise.all(Array.from({ length: 5 }, () => snapshot('pub:p')))
      const etags = new Set(first.map(({ headers }) => headers.get('etag')))
      for (let change = 0; change < 30; change++) {
        await addPosts(1)
        etags.add((await snapshot('pub:p')).headers.get('etag'))
      }
      expect([etags.size, builds]).toEqual([1, 1])
      const [etag = ''] = etags
      expect((await snapshot('pub:p', { 'if-none-match': etag ?? '' })).status).toBe(304)

      const { head } = await readSnapshot(await snapshot('pub:p'))
      const { body } = await t.call('POST', '/api/sync/pull', {
        body: { epoch: head.epoch, scopes: { 'pub:p': [head.to] } },
      })
      expect([body.changes.length, body.reset, body.to]).toEqual([30, [], t.deps.feed.seq()])

      t.clock.advance(SNAPSHOT_KEPT_MS)
      const fresh = await readSnapshot(await snapshot('pub:p'))
      expect([fresh.head.rows, fresh.head.to, builds]).toEqual([head.rows + 30, t.deps.feed.seq(), 2])
    } finally {
      t.deps.log = log
    }
  })

  test('made before the database was restored is never sent after it', async () => {
    const before = await readSnapshot(await snapshot('pub:p'))
    await t.deps.feed.restart(t.deps.feed.seq())
    const after = await readSnapshot(await snapshot('pub:p'))
    expect(after.head.epoch).toBe(t.deps.feed.epoch())
    expect(after.head.epoch).not.toBe(before.head.epoch)
  })

  test('of one scope is not taken for that of another', async () => {
    const etags = await Promise.all(PUBLIC_SCOPES.map(async (scope) => (await snapshot(scope)).headers.get('etag')))
    expect(new Set(etags).size).toBe(PUBLIC_SCOPES.length)
  })

  test('holds only public scopes', async () => {
    for (const scope of [`u:${ana.id}`, 'pub:x', '..', '*', 'a'.repeat(41)]) {
      const answer = await t.call('GET', `/api/sync/snapshot/${encodeURIComponent(scope)}`, { as: ana.as })
      expect([scope, answer.status >= 400 && answer.status < 500]).toEqual([scope, true])
    }
  })
})

describe('a snapshot by its name', () => {
  const nameOf = async (scope: string) => (await t.call('GET', `/api/sync/snapshots/${scope}`)).body.name as string
  const file = (scope: string, name: string, headers: Record<string, string> = {}) =>
    get(`/api/sync/snapshots/${scope}/${name}`, headers)
  const statusOf = async (scope: string, name: string) => {
    const { status, headers } = await t.call('GET', `/api/sync/snapshots/${scope}/${name}`)
    return [status, headers.get('cache-control')]
  }

  test('is what the address without a name answers, and may be kept', async () => {
    const name = await nameOf('pub:p')
    expect(name).toStartWith(`${t.deps.feed.epoch()}-`)
    for (const accepted of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': accepted }
      const [named, unnamed] = [await file('pub:p', name, headers), await snapshot('pub:p', headers)]
      expect(named.status).toBe(200)
      expect(await named.bytes()).toEqual(await unnamed.bytes())
      for (const header of ['content-type', 'content-encoding', 'x-plain-length', 'vary'])
        expect([header, named.headers.get(header)]).toEqual([header, unnamed.headers.get(header)])
      expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=600, immutable')
      expect([named.headers.get('etag'), named.headers.get('set-cookie')]).toEqual([`"${name}"`, null])
      expect(unnamed.headers.get('cache-control')).toBe('no-cache')
    }
    const again = await file('pub:p', name, { 'if-none-match': `"${name}"` })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('the question for the name is answered anew each time, and with the same name until the scope moves', async () => {
    const first = await t.call('GET', '/api/sync/snapshots/pub:p')
    expect(first.headers.get('cache-control')).toBe('no-store')
    t.clock.advance(10 * SNAPSHOT_KEPT_MS)
    expect(await nameOf('pub:p')).toBe(first.body.name)
    await addPosts(1)
    t.clock.advance(SNAPSHOT_KEPT_MS)
    expect(await nameOf('pub:p')).not.toBe(first.body.name)
  })

  test('is gone a few minutes after a newer one took its place, and no cache keeps that it is', async () => {
    const old = await nameOf('pub:p')
    await addPosts(1)
    expect((await file('pub:p', old)).status).toBe(200)
    t.clock.advance(SNAPSHOT_NAMED_MS)
    expect(await statusOf('pub:p', old)).toEqual([404, 'no-store'])
    expect((await file('pub:p', old, { 'if-none-match': `"${old}"` })).status).toBe(404)
  })

  test('is gone with the epoch and with the run that named it', async () => {
    const before = await nameOf('pub:p')
    await t.deps.feed.restart(t.deps.feed.seq())
    expect((await file('pub:p', before)).status).toBe(404)
    const after = await nameOf('pub:p')
    expect(after).not.toBe(before)
    await t.restart()
    expect((await file('pub:p', after)).status).toBe(404)
    expect((await snapshot('pub:p')).status).toBe(200)
  })

  test('holds only public scopes', async () => {
    const name = await nameOf('pub:p')
    for (const scope of [`u:${ana.id}`, 'pub:x', 'pub:l', '..', 'a'.repeat(41)]) {
      const path = `/api/sync/snapshots/${encodeURIComponent(scope)}`
      const answers = await Promise.all([
        t.call('GET', `${path}/${name}`, { as: ana.as }),
        ...(scope === 'pub:l' ? [] : [t.call('GET', path, { as: ana.as })]),
      ])
      for (const { status } of answers) expect([scope, status >= 400 && status < 500]).toEqual([scope, true])
    }
  })
})

describe('pull', () => {
  const pull = (body: unknown, as?: string, headers: Record<string, string> = {}) =>
    t.call('POST', '/api/sync/pull', { body, headers, ...(as ? { as } : {}) })

  test('one’s own scope for oneself alone', async () => {
    const scopes = { [`u:${ana.id}`]: [0, null] }
    const own = await pull({ epoch: null, scopes }, ana.as)
    expect(own.body.changes[0]).toMatchObject({ c: 'me', d: { username: 'ana', email: 'person@example.com' } })
    for (const as of [bo.as, undefined]) {
      const other = await pull({ epoch: null, scopes }, as)
      expect(other.body).toMatchObject({ gone: [`u:${ana.id}`], changes: [] })
      expect(JSON.stringify(other.body)).not.toContain('person@example.com')
    }
  })

  test('a build that knows older shapes than the server still speaks is asked to update, and gets nothing', async () => {
    for (const [shape, status] of [
      [OLDEST_SYNC_SCHEMA - 1, 426],
      [OLDEST_SYNC_SCHEMA, 200],
      [SYNC_SCHEMA_VERSION + 1, 200],
    ] as const) {
      const answer = await pull({ epoch: null, scopes: { 'pub:p': [0] } }, bo.as, { 'sync-schema': String(shape) })
      expect(answer.status).toBe(status)
      if (status === 426) expect(answer.body).toMatchObject({ code: 'client_too_old' })
    }
  })

  test('travels compressed where that is welcome and worth it', async () => {
    const ask = (scopes: Record<string, unknown>, accept: string) => {
      const headers = { origin: TEST_ORIGIN, 'content-type': 'application/json', 'accept-encoding': accept }
      const body = JSON.stringify({ epoch: null, scopes })
      return t.fetch(new Request(`${TEST_ORIGIN}/api/sync/pull`, { method: 'POST', headers, body }))
    }
    const plain = await (await ask({ 'pub:p': [0, null] }, 'identity')).text()
    const packed = await ask({ 'pub:p': [0, null] }, 'br, gzip')
    expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['gzip', 'accept-encoding'])
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(bytes.length).toBeLessThan(plain.length / 3)
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(plain)
    const short = await ask({ 'pub:p': [t.deps.feed.seq()] }, 'gzip')
    expect([short.headers.get('content-encoding'), ((await short.json()) as PullAnswer).changes]).toEqual([null, []])
  })

  test('a device that believes somebody else is signed in is told so, and gets nothing', async () => {
    const answer = await pull({ epoch: null, scopes: { 'pub:p': [0] } }, bo.as, { 'sync-user': String(ana.id) })
    expect([answer.status, answer.body.code]).toEqual([409, 'wrong_user'])
  })

  test.each([
    [{}],
    [{ epoch: null }],
    [{ epoch: null, scopes: { 'pub:p': [] } }],
    [{ epoch: null, scopes: { 'pub:p': [-1] } }],
    [{ epoch: null, scopes: { 'pub:p': [1.5] } }],
    [{ epoch: null, scopes: { 'pub:p': ['0'] } }],
    [{ epoch: null, scopes: { 'pub:p': [0, null, 3] } }],
    [{ epoch: null, scopes: { ['x'.repeat(41)]: [0] } }],
    [{ epoch: 'e'.repeat(65), scopes: {} }],
    [{ epoch: null, scopes: {}, limit: 0 }],
    [{ epoch: null, scopes: {}, limit: 2001 }],
    [{ epoch: null, scopes: {}, bytes: 0 }],
    [{ epoch: null, scopes: {}, newest: false }],
    [[]],
  ])('refuses %j', async (body) => {
    const answer = await pull(body)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
  })
})

describe('the live stream', () => {
  /** Reads events of a stream as they come. */
  async function listen(as?: string, from = 'local') {
    const ended = new AbortController()
    const headers: Record<string, string> = as ? { cookie: as } : {}
    const request = new Request(`${TEST_ORIGIN}/api/sync/live`, { headers, signal: ended.signal })
    const response = await t.fetch(originOfCall(request, from))
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    return {
      response,
      end: () => ended.abort(),
      /** The next event that is not a beat. */
      next: async (): Promise<string | null> => {
        for (;;) {
          const part = await reader?.read()
          const event = part?.done ? null : decoder.decode(part?.value)
          if (!event?.startsWith('event: beat')) return event
        }
      },
    }
  }

  const scopesIn = (poke: string | null | undefined) =>
    Object.keys(JSON.parse(poke?.slice(poke.indexOf('{')) ?? '{}')).toSorted()
  const describeAs = (id: number, description: string) =>
    t.deps.db.write(() => ({
      value: null,
      steps: [step(build.update(users).set({ description }).where(eq(users.id, id)))],
    }))

  test('greets, then tells of every write which of one’s scopes moved, and to where', async () => {
    const stream = await listen(bo.as)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(await stream.next()).toContain(`event: hello\ndata: {"seq":${t.deps.feed.seq()}}`)
    await t.call('POST', '/api/inspiration/2/save', { as: bo.as })
    const poke = (await stream.next()) ?? ''
    expect(poke).toStartWith('event: poke\ndata: ')
    const moved = JSON.parse(poke.slice('event: poke\ndata: '.length))
    expect(Object.keys(moved).toSorted()).toEqual(['pub:s', `pub:s:${month()}`, `u:${bo.id}`])
    expect(Math.max(...(Object.values(moved) as number[]))).toBe(t.deps.feed.seq())
    stream.end()
  })

  test('says nothing of other people, and carries no rows', async () => {
    const carl = await signUp(t, 'carl')
    const [anas, carls] = [await listen(ana.as), await listen(carl.as)]
    await Promise.all([anas.next(), carls.next()])
    await addPosts(1)
    for (const stream of [anas, carls]) {
      expect(scopesIn(await stream.next())).toEqual(['pub:p', `pub:p:${month()}`, 'pub:u', 'pub:u:elsewhere', 'spread'])
      stream.end()
    }
  })

  test('gathers the news for everybody; likes and counts alone are none', async () => {
    const stream = await listen(ana.as)
    await stream.next()
    await t.call('POST', '/api/inspiration/2/like', { as: bo.as })
    for (let nth = 0; nth < 5; nth++) await addPosts(1)
    const begun = performance.now()
    const poke = (await stream.next()) ?? ''
    expect(scopesIn(poke)).toEqual(['pub:p', `pub:p:${month()}`, 'pub:u', 'pub:u:elsewhere', 'spread'])
    expect(performance.now() - begun).toBeGreaterThan(GATHER_MS / 2)
    expect(JSON.parse(poke.slice(poke.indexOf('{')))['pub:p']).toBe(await t.deps.feed.head('pub:p'))
    // One's own news comes at once, with what the same write has moved for all: it is not told twice.
    await describeAs(ana.id, 'on show')
    expect(scopesIn(await stream.next())).toEqual(['pub:u', 'pub:u:elsewhere', `u:${ana.id}`])
    expect(await Promise.race([stream.next(), Bun.sleep(GATHER_MS + 500)])).toBeUndefined()
    stream.end()
  })

  test('lets a listener go who never reads', async () => {
    const stream = await listen(ana.as)
    for (let nth = 0; nth < 510; nth++) await describeAs(ana.id, `I am ${nth}`)
    let told = 0
    while ((await stream.next()) !== null) told++
    expect(told).toBeLessThan(510)
    stream.end()
  })

  test('ends with its listener, and all end with the server', async () => {
    const gone = await listen(ana.as)
    await gone.next()
    gone.end()
    await addPosts(1)
    const stays = await listen(ana.as)
    await stays.next()
    closeLiveStreams(t.deps.db)
    expect(await stays.next()).toBeNull()
    await addPosts(1)
  })
})

test('the streams over a database end one after another, also when some of their listeners have gone meanwhile', async () => {
  const request = () => new Request(`${TEST_ORIGIN}/api/sync/live`, { headers: { cookie: ana.as } })
  const answers = await Promise.all(Array.from({ length: 40 }, () => t.fetch(request())))
  const begun = performance.now()
  const [gone, ...others] = answers.toReversed()
  const ends = others.map(async (answer) => answer.text().then(() => performance.now() - begun))
  const ending = spreadLiveStreams(t.deps.db, 400)
  await gone?.body?.cancel()
  await ending
  const [first = 0, ...later] = (await Promise.all(ends)).toSorted((one, other) => one - other)
  expect(first).toBeLessThan(150)
  expect(later.at(-1)).toBeGreaterThan(350)
  expect(openStreamCount(t.deps.db)).toBe(0)
})

describe('how many streams may be open', () => {
  const listen = (as: string, from: string) => {
    const ended = new AbortController()
    const request = new Request(`${TEST_ORIGIN}/api/sync/live`, { headers: { cookie: as }, signal: ended.signal })
    return t.fetch(originOfCall(request, from)).then(({ status, headers }) => ({
      status,
      retryAfter: headers.get('retry-after'),
      end: () => ended.abort(),
    }))
  }

  test('three of a person, six of an address, none of a visitor; one that has ended makes room', async () => {
    const people = await Promise.all(['eve', 'fay', 'gus'].map((name) => signUp(t, name)))
    const [eve, fay, gus] = people.map(({ as }) => as) as [string, string, string]
    const home = '203.0.113.7'
    const open = [
      ...(await Promise.all([1, 2, 3].map(() => listen(eve, home)))),
      ...(await Promise.all([1, 2, 3].map(() => listen(fay, home)))),
    ]
    expect(open.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await listen(eve, '203.0.113.8')).toMatchObject({ status: 429, retryAfter: '60' })
    expect(await listen(gus, home)).toMatchObject({ status: 429, retryAfter: '60' })
    const elsewhere = await listen(gus, '203.0.113.8')
    expect(elsewhere.status).toBe(200)
    expect((await listen('', home)).status).toBe(401)
    open[0]?.end()
    const next = await listen(gus, home)
    expect(next.status).toBe(200)
    for (const { end } of [...open, elsewhere, next]) end()
    expect((await listen(eve, home)).status).toBe(200)
    closeLiveStreams(t.deps.db)
  })
})

describe('every answer under /api names the database and its number', () => {
  const named = (headers: Headers) => [headers.get('sync-epoch'), /^\d+$/.test(headers.get('sync-seq') ?? '')]

  test.each(Object.entries(endpoints).map(([name, endpoint]) => [name, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      const { method } = endpoint
      const path = fillPath(endpoint.path, { id: 1, blockId: 1, scope: 'pub:p', name: 'x' })
      for (const as of [undefined, bo.as]) {
        if (as && path === '/api/logout') continue
        const headers: Record<string, string> = { origin: TEST_ORIGIN, ...(as ? { cookie: as } : {}) }
        const answer = await t.fetch(new Request(TEST_ORIGIN + path, { method, headers }))
        expect(named(answer.headers)).toEqual([t.deps.feed.epoch(), true])
        await answer.body?.cancel()
      }
    },
  )

  test.each([
    ['a call that does not exist', 'GET', '/api/nothing', {}],
    ['a method that does not', 'DELETE', '/api/listings', {}],
    ['a body that is no JSON', 'POST', '/api/login', { body: '{"username":' }],
    ['a body that does not fit', 'POST', '/api/login', { body: '{}' }],
    ['no session', 'POST', '/api/inspiration/1/like', {}],
    ['another site', 'POST', '/api/login', { headers: { origin: 'https://evil.example' } }],
    ['a number that is none', 'GET', '/api/listings/x', {}],
  ] as const)('%s', async (_, method, path, init) => {
    const headers = { origin: TEST_ORIGIN, 'content-type': 'application/json', ...('headers' in init && init.headers) }
    const body = 'body' in init ? { body: init.body } : {}
    const answer = await t.fetch(new Request(TEST_ORIGIN + path, { method, headers, ...body }))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(named(answer.headers)).toEqual([t.deps.feed.epoch(), true])
    expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  test('a write says the number at which it can be seen, also when its answer is given again', async () => {
    const headers = { 'idempotency-key': 'first-like-of-9' }
    const before = t.deps.feed.seq()
    const first = await t.call('POST', '/api/inspiration/9/like', { as: bo.as, headers })
    const seq = Number(first.headers.get('sync-seq'))
    expect(seq).toBeGreaterThan(before)
    const pulled = await t.deps.feed.pull({ epoch: t.deps.feed.epoch(), scopes: { [`u:${bo.id}`]: [before] } }, bo.id)
    expect(pulled.changes.find(({ i }) => i === 'like/9')?.q).toBeLessThanOrEqual(seq)
    await t.call('DELETE', '/api/inspiration/9/like', { as: bo.as })
    const again = await t.call('POST', '/api/inspiration/9/like', { as: bo.as, headers })
    expect(again.body).toEqual(first.body)
    expect(Number(again.headers.get('sync-seq'))).toBeGreaterThanOrEqual(seq)
  })
})
