import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { PostLink } from '#schema/inspiration'
import { step } from '../db/steps'
import { prepareDatabase } from '../prepare-database'
import { createItemRows } from '../test-support/factories'
import { createListingRow } from '../test-support/rental-kit'
import { signUp, signUpOperator, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../test-support/test-photos'

let t: TestApp
let ana: TestPerson
let bo: TestPerson

beforeEach(async () => {
  t = await openTestApp()
  ana = await signUp(t, 'ana')
  bo = await signUp(t, 'bo')
  await keepTestPhoto(t, ana, 'arch')
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const PHOTO = testPhoto('arch')
const share = (body: Record<string, unknown>, as = ana.as, headers = {}) =>
  t.call('POST', '/api/inspiration', { as, body: { title: 'Gold arch', imageUrl: PHOTO, ...body }, headers })
const feed = async () => (await t.call('GET', '/api/inspiration')).body

describe('sharing', () => {
  test('a post that was deleted is not shared again by a device that comes late with it', async () => {
    const clientId = crypto.randomUUID()
    const { body } = await share({ clientId })
    expect((await t.call('DELETE', `/api/inspiration/${body.id}`, { as: ana.as })).status).toBe(200)
    const late = await share({ clientId })
    expect([late.status, late.body]).toEqual([
      404,
      { code: 'post_not_found', message: 'This post was shared before and is no longer there.' },
    ])
    expect(await feed()).toEqual([])
  })

  test('trims, keeps each tag once, and keeps links to things that exist', async () => {
    const listing = await createListingRow(t, bo)
    const { status, body } = await share({
      tags: [' gold ', 'gold', '', 'arch'],
      alt: 'An arch',
      links: [
        { kind: 'listing', id: listing },
        { kind: 'listing', id: listing },
      ],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Gold arch',
      username: 'ana',
      tags: ['gold', 'arch'],
      alt: 'An arch',
      links: [{ kind: 'listing', id: listing }],
      likeCount: 0,
    })
    expect(await feed()).toEqual([body])
  })

  test.each([
    [{ title: '  ' }, 'title', 'Title is required'],
    [{ title: '\u2060\ufe0f' }, 'title', 'Title is required'],
    [{ imageUrl: '' }, 'imageUrl', 'Please upload an image'],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Please provide a valid image URL'],
    [{ imageUrl: 'https://photos.example.com/a.jpg' }, 'imageUrl', 'Please provide a valid image URL'],
    [{ imageUrl: `https://photos.example.com${PHOTO}` }, 'imageUrl', 'Please provide a valid image URL'],
    [{ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'tags', 'Please use at most 10 tags'],
    [{ links: [{ kind: 'item', id: 99 }] }, 'links', 'One of the linked things is no longer there.'],
  ])('%j is refused beside its field', async (body, field, message) => {
    const answer = await share(body)
    expect([answer.status, answer.body.fields[field]]).toEqual([422, message])
  })

  test('a post that its person has deleted meanwhile is not shared again by a device that was away', async () => {
    const body = { clientId: crypto.randomUUID() }
    const { body: post } = await share(body)
    await t.call('DELETE', `/api/inspiration/${post.id}`, { as: ana.as })
    const again = await share(body)
    expect([again.status, again.body.code]).toEqual([404, 'post_not_found'])
  })

  test('a post that arrives three times is one post', async () => {
    const body = { clientId: crypto.randomUUID() }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => share(body, ana.as, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect((await share(body)).body.id).toBe(answers[0]?.body.id)
    expect(await feed()).toHaveLength(1)
  })
})

test('the number that an author’s device gave a post is answered to the author alone', async () => {
  const clientId = crypto.randomUUID()
  const { body } = await share({ clientId })
  const read = async (as?: string) => (await t.call('GET', `/api/inspiration/${body.id}`, as ? { as } : {})).body
  expect([await read(ana.as), await read(bo.as), await read()].map((post) => post.clientId)).toEqual([
    clientId,
    null,
    null,
  ])
})

test('an author edits and deletes; nobody else does, and a deleted post is gone for all', async () => {
  const { id } = (await share({})).body
  const edit = { title: 'Silver arch', imageUrl: PHOTO, tags: ['silver'] }
  expect((await t.call('POST', `/api/inspiration/${id}`, { as: bo.as, body: edit })).status).toBe(403)
  expect((await t.call('POST', `/api/inspiration/${id}`, { as: ana.as, body: edit })).body).toMatchObject({
    id,
    title: 'Silver arch',
    tags: ['silver'],
  })
  expect((await t.call('DELETE', `/api/inspiration/${id}`, { as: ana.as })).status).toBe(200)
  expect((await t.call('GET', `/api/inspiration/${id}`)).body.code).toBe('post_not_found')
  expect(await feed()).toEqual([])
})

test('a post that its author deletes while it is hidden does not come back when it is shown again', async () => {
  const { id } = (await share({})).body
  const olga = await signUpOperator(t, 'olga')
  const hide = (hidden: boolean) => {
    const body = { kind: 'post', id, hidden, note: 'Somebody else’s photo.' }
    return t.call('POST', '/api/operator/hidden', { as: olga.as, body })
  }
  const remove = async ({ as }: TestPerson) => (await t.call('DELETE', `/api/inspiration/${id}`, { as })).status
  expect((await hide(true)).status).toBe(200)
  expect([await remove(bo), await remove(ana), await remove(ana)]).toEqual([404, 200, 404])
  expect((await hide(false)).status).toBe(404)
  expect(await feed()).toEqual([])
})

describe('boards', () => {
  const key = crypto.randomUUID()
  const put = (body: Record<string, unknown>, as = ana.as) => t.call('POST', `/api/user/boards/${key}`, { as, body })
  const pin = (method: string, id: number, as = ana.as) => t.call(method, `/api/user/boards/${key}/posts/${id}`, { as })
  const boards = async (as = ana.as) => (await t.call('GET', '/api/user/boards', { as })).body

  test('are made, renamed, filled, emptied and deleted; every call may come twice', async () => {
    const { id } = (await share({})).body
    for (const _ of [1, 2])
      expect((await put({ name: 'Ana’s 40th', eventDate: '2027-05-01' })).body).toMatchObject({
        key,
        name: 'Ana’s 40th',
        postIds: [],
      })
    for (const _ of [1, 2]) expect((await pin('POST', id)).body.postIds).toEqual([id])
    expect((await put({ name: 'Ana’s fortieth' })).body).toMatchObject({
      name: 'Ana’s fortieth',
      eventDate: null,
      postIds: [id],
    })
    for (const _ of [1, 2]) expect((await pin('DELETE', id)).body.postIds).toEqual([])
    expect((await t.call('DELETE', `/api/user/boards/${key}`, { as: ana.as })).status).toBe(200)
    expect(await boards()).toEqual([])
  })

  test('a rename that was written before the board was deleted elsewhere brings nothing back', async () => {
    await put({ name: 'Forty' })
    await t.call('DELETE', `/api/user/boards/${key}`, { as: ana.as })
    expect((await put({ name: 'Renamed in the cellar' })).status).toBe(200)
    expect(await boards()).toEqual([])
  })

  test("are private: another person's key does not exist", async () => {
    await put({ name: 'Secret' })
    expect((await put({ name: 'Mine now' }, bo.as)).status).toBe(404)
    expect((await pin('POST', 1, bo.as)).status).toBe(404)
    expect((await t.call('DELETE', `/api/user/boards/${key}`, { as: bo.as })).status).toBe(404)
    expect(await boards(bo.as)).toEqual([])
    expect((await boards())[0].name).toBe('Secret')
  })

  test('hold listings and items with the pieces that the event needs; every call may come twice', async () => {
    const plates = await createListingRow(t, bo, {})
    const place = (method: string, path: string, body?: unknown, as = ana.as) =>
      t.call(method, `/api/user/boards/${key}/things/${path}`, { as, body })
    await put({ name: 'Secret', eventDate: '2027-05-01', place: ' The barn ', guests: 40 })
    for (const pieces of [1, 40, 40])
      expect((await place('POST', `listing/${plates}`, { pieces })).body).toMatchObject({
        ...{ place: 'The barn', guests: 40 },
        things: [{ kind: 'listing', id: plates, pieces }],
      })
    // A device that knows nothing of places and guests keeps them.
    expect((await put({ name: 'Secret', eventDate: null })).body).toMatchObject({ place: 'The barn', guests: 40 })
    expect((await put({ name: 'Secret', place: '', guests: null })).body).toMatchObject({ place: null, guests: null })
    expect((await boards())[0].things).toEqual([{ kind: 'listing', id: plates, pieces: 40 }])

    expect((await place('POST', 'item/99', {})).body.code).toBe('item_not_found')
    expect((await place('POST', 'listing/99', {})).body.code).toBe('listing_not_found')
    expect((await place('POST', `listing/${plates}`, {}, bo.as)).status).toBe(404)
    expect((await place('POST', `person/${plates}`, {})).status).toBe(422)
    expect((await place('POST', `listing/${plates}`, { pieces: 0 })).status).toBe(422)
    // A thing that is no longer offered stays until its person takes it off.
    await t.call('POST', `/api/listings/${plates}/availability`, { as: bo.as, body: { available: false } })
    expect((await place('POST', `listing/${plates}`, { pieces: 2 })).status).toBe(200)
    for (const _ of [1, 2]) expect((await place('DELETE', `listing/${plates}`)).body.things).toEqual([])
    // Somebody who pressed the heart without a signal may come after the owner's press.
    expect((await place('POST', `listing/${plates}`, {})).status).toBe(200)
  })

  test('take of each device what its person changed there; of two edits of one field the later stays', async () => {
    const seen = { name: 'Ana', eventDate: '2027-05-01', place: null, guests: null }
    await put(seen)
    const phone = await put({ ...seen, place: 'The barn in Gowanus', guests: 40, seen })
    expect(phone.body).toMatchObject({ ...seen, place: 'The barn in Gowanus', guests: 40 })
    const desk = await put({ ...seen, name: 'Ana’s 40th', eventDate: null, seen })
    const both = { name: 'Ana’s 40th', eventDate: null, place: 'The barn in Gowanus', guests: 40 }
    expect(desk.body).toMatchObject(both)
    expect((await put({ ...seen, guests: 41, seen })).body).toMatchObject({ ...both, guests: 41 })
    // What is emptied is empty, and a board that was deleted meanwhile is made anew with all that was typed.
    expect((await put({ ...both, place: '', seen: both })).body.place).toBeNull()
    await t.call('DELETE', `/api/user/boards/${key}`, { as: ana.as })
    expect((await put({ ...seen, place: 'At home', seen })).body).toMatchObject({ ...seen, place: 'At home' })
  })

  test('have room for five hundred posts', async () => {
    await put({ name: 'Secret' })
    const { id } = (await share({})).body
    const posts = `WITH RECURSIVE n(id) AS (SELECT 1001 UNION ALL SELECT id + 1 FROM n WHERE id < 1500)`
    await t.deps.db.write(() =>
      [
        `INSERT INTO inspiration_posts (id, user_id, title, image_url, tags, links, created_at) ${posts} SELECT id, ${bo.id}, 'Arch', '', '[]', '[]', '2026-01-01' FROM n`,
        `INSERT INTO board_posts (board_key, post_id, created_at) ${posts} SELECT '${key}', id, '2026-01-01' FROM n`,
      ].map((text) => step(sql.raw(text))),
    )
    expect((await pin('POST', 1001)).status).toBe(200)
    const full = await pin('POST', id)
    expect([full.status, full.body.code, full.body.message]).toEqual([
      409,
      'too_many_kept',
      'A board has room for 500 posts.',
    ])
  })

  test('have room for a hundred things', async () => {
    await put({ name: 'Secret' })
    const plates = await createListingRow(t, bo, {})
    const rows = Array.from({ length: 100 }, (_, n) => `('${key}', 'item', ${n + 1}, 1, '2026-01-01')`)
    await t.deps.db.write(() => [
      step(
        sql.raw(`INSERT INTO board_things (board_key, kind, thing_id, pieces, created_at) VALUES ${rows.join(', ')}`),
      ),
    ])
    const full = await t.call('POST', `/api/user/boards/${key}/things/listing/${plates}`, { as: ana.as, body: {} })
    expect([full.status, full.body.code]).toEqual([409, 'too_many_kept'])
  })

  test("reach the owner's devices alone", async () => {
    await put({ name: 'Secret' })
    const pull = (person: TestPerson) =>
      t.call('POST', '/api/sync/pull', {
        as: person.as,
        body: { epoch: null, scopes: { [`u:${person.id}`]: [0, null] } },
      })
    const own = (await pull(ana)).body.changes.find((change: { c: string }) => change.c === 'board')
    expect(own).toMatchObject({ i: key, d: { name: 'Secret', postIds: [] } })
    expect(JSON.stringify((await pull(bo)).body)).not.toContain('Secret')
  })
})

describe('the posts in which a thing can be seen', () => {
  const seenIn = async ({ kind, id }: PostLink, page = '', as?: string) =>
    (await t.call('GET', `/api/inspiration?thing=${kind}/${id}${page}`, as ? { as } : {})).body.map(
      ({ title }: { title: string }) => title,
    )

  async function shareThree() {
    const [item = 0] = await createItemRows(t, bo.id, 1)
    const plates: PostLink = { kind: 'listing', id: await createListingRow(t, bo) }
    // The two have the same number.
    const cards: PostLink = { kind: 'item', id: item }
    expect(cards.id).toBe(plates.id)
    const posts = [
      (await share({ title: 'Plates', links: [plates] })).body,
      (await share({ title: 'Both', links: [plates, cards] })).body,
      (await share({ title: 'Neither', links: [] })).body,
    ]
    return { plates, cards, ids: posts.map(({ id }) => id) }
  }

  test('are found newest first, in pages', async () => {
    const { plates, cards, ids } = await shareThree()
    expect(await seenIn(plates)).toEqual(['Both', 'Plates'])
    expect(await seenIn(cards)).toEqual(['Both'])
    expect(await seenIn(plates, '&limit=1')).toEqual(['Both'])
    expect(await seenIn(plates, `&cursor=${ids[1]}`)).toEqual(['Plates'])
    expect(await seenIn({ kind: 'listing', id: 999_999 })).toEqual([])
  })

  test('change with their links, go when they are deleted, and are hidden from people whom a block parts', async () => {
    const { plates, cards, ids } = await shareThree()
    const [first, both, neither] = ids.map((id) => `/api/inspiration/${id}`)
    const words = { imageUrl: PHOTO, title: 'Edited' }
    await t.call('POST', `${both}`, { as: ana.as, body: { ...words, links: [cards] } })
    await t.call('POST', `${neither}`, { as: ana.as, body: { ...words, links: [plates] } })
    expect([await seenIn(plates), await seenIn(cards)]).toEqual([['Edited', 'Plates'], ['Edited']])
    await t.call('DELETE', `${first}`, { as: ana.as })
    expect(await seenIn(plates)).toEqual(['Edited'])
    await t.call('POST', `/api/users/${ana.id}/block`, { as: bo.as })
    expect([await seenIn(plates, '', bo.as), await seenIn(plates)]).toEqual([[], ['Edited']])
  })

  test('are known of a market from before they were kept', async () => {
    const { plates, cards } = await shareThree()
    await t.deps.db.batch(
      ['DROP TRIGGER post_links_UPDATE', 'DELETE FROM post_links', "UPDATE sync_clock SET triggers = ''"].map(
        (sql) => ({ sql, args: [] }),
      ),
    )
    expect(await seenIn(plates)).toEqual([])
    await prepareDatabase(t.deps.db.source)
    expect([await seenIn(plates), await seenIn(cards)]).toEqual([['Both', 'Plates'], ['Both']])
  })

  test.each(['', 'listing', 'listing/', 'listing/0', 'post/1', 'item/1.5', 'item/1,2'])(
    'are not asked for by %p',
    async (thing) => {
      const { status, body } = await t.call('GET', `/api/inspiration?thing=${thing}`)
      expect([status, body.fields]).toEqual([422, { thing: 'Please give a listing or item as listing/12' }])
    },
  )
})
