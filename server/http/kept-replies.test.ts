import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createListingRow } from '../test-support/rental-kit'
import { signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { keepReplies } from './kept-replies'

let t: TestApp
let rosa: TestPerson

beforeAll(async () => {
  t = await openTestApp()
  rosa = await signUpHost(t, 'rosa')
})
afterAll(() => t.close())

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Something to keep that counts how often it was made. */
function counter() {
  const made: string[] = []
  return {
    made,
    make: async () => {
      made.push(`answer ${made.length + 1}`)
      return made.at(-1) ?? ''
    },
  }
}

test('is made once, until its scope moves', async () => {
  const replies = keepReplies(t.deps.db, 'pub:l')
  const { made, make } = counter()
  expect(textOf(await replies.get('all', make))).toBe('answer 1')
  expect(textOf(await replies.get('all', make))).toBe('answer 1')
  await t.call('POST', '/api/user/profile', { as: rosa.as, body: { description: 'Another scope moves' } })
  expect(textOf(await replies.get('all', make))).toBe('answer 1')
  await createListingRow(t, rosa)
  expect(textOf(await replies.get('all', make))).toBe('answer 2')
  expect(made).toHaveLength(2)
})

test('names are kept apart, and callers at the same time share one making', async () => {
  const replies = keepReplies(t.deps.db, 'pub:l')
  const { made, make } = counter()
  const [one, again, other] = await Promise.all(['a', 'a', 'b'].map((name) => replies.get(name, make)))
  expect([one, again, other].map((bytes) => textOf(bytes as Uint8Array))).toEqual(['answer 1', 'answer 1', 'answer 2'])
  expect(made).toHaveLength(2)
})

test('one that was being made when its scope moved is given to who asked before, and not kept', async () => {
  const replies = keepReplies(t.deps.db, 'pub:l')
  const old = Promise.withResolvers<string>()
  const asked = replies.get('all', () => old.promise)
  await createListingRow(t, rosa)
  old.resolve('from before')
  expect(textOf(await asked)).toBe('from before')
  expect(textOf(await replies.get('all', async () => 'from after'))).toBe('from after')
})

test('a failure is not kept', async () => {
  const replies = keepReplies(t.deps.db, 'pub:l')
  await expect(replies.get('all', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect(textOf(await replies.get('all', async () => 'fine'))).toBe('fine')
})

test('the list of listings is the same from memory, and shows a listing as soon as it is posted or gone', async () => {
  const ids = async (query = '') =>
    (await t.call('GET', `/api/listings${query}`)).body.map(({ id }: { id: number }) => id)
  const before = await ids()
  expect(await ids()).toEqual(before)
  expect(await ids('?limit=1')).toEqual(before.slice(0, 1))
  const id = await createListingRow(t, rosa)
  expect(await ids()).toEqual([id, ...before])
  expect(await ids('?limit=1')).toEqual([id])
  expect(await ids(`?cursor=${id}`)).toEqual(before)
  expect(await ids('?limit=1')).toEqual([id])
  const answers = await Promise.all([t.call('GET', '/api/listings'), t.call('GET', '/api/listings')])
  for (const { headers, body } of answers) {
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('sync-epoch')).toBe(t.deps.feed.epoch())
    expect(body).toHaveLength(before.length + 1)
  }
})
