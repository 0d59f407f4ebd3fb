import { afterAll, beforeAll, expect, test } from 'bun:test'
import { build, step } from '../../db/steps'
import { madeToOrderItems } from '../../db/tables'
import { signUp, signUpHost } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'
import { keepTestPhoto, testPhoto } from '../../test-support/test-photos'

let t: TestApp
let makerId: number

beforeAll(async () => {
  t = await openTestApp()
  makerId = (await signUp(t, 'maker')).id
  const rows = ['Cake', 'Cards', 'Favors', 'Hidden', 'Deleted'].map((title) => ({
    userId: makerId,
    title: `${title} made for you`,
    description: 'Made to order.',
    images: [testPhoto('b')],
    mainImage: testPhoto('a'),
    price: 4599,
    category: 'favors' as const,
    customizationOptions: [{ name: 'Ribbon', type: 'select' as const, options: ['Red', 'Gold'], required: true }],
    leadTimeInDays: 10,
    terms: 'Final sale.',
    createdAt: '2026-11-30T10:00:00.000Z',
    hiddenAt: title === 'Hidden' ? '2026-11-30T10:00:00.000Z' : null,
    deletedAt: title === 'Deleted' ? '2026-11-30T10:00:00.000Z' : null,
    clientId: crypto.randomUUID(),
  }))
  await t.deps.db.write(() => [step(build.insert(madeToOrderItems).values(rows))])
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

test('items on show come newest first, in pages when asked', async () => {
  const titles = (answer: { body: { title: string }[] }) => answer.body.map((item) => item.title.split(' ')[0])
  const all = await t.call('GET', '/api/made-to-order')
  expect(titles(all)).toEqual(['Favors', 'Cards', 'Cake'])
  const first = await t.call('GET', '/api/made-to-order?limit=2')
  expect(titles(first)).toEqual(['Favors', 'Cards'])
  expect(titles(await t.call('GET', `/api/made-to-order?limit=2&cursor=${first.body[1].id}`))).toEqual(['Cake'])
  expect((await t.call('GET', '/api/made-to-order?limit=1000')).status).toBe(422)
})

test('one item has its maker, its price in cents and its options, and nothing of our own', async () => {
  const { body } = await t.call('GET', '/api/made-to-order/1')
  expect(body).toEqual({
    id: 1,
    userId: makerId,
    ownerUsername: 'maker',
    title: 'Cake made for you',
    description: 'Made to order.',
    images: [testPhoto('b')],
    mainImage: testPhoto('a'),
    price: 4599,
    category: 'favors',
    customizationOptions: [{ name: 'Ribbon', type: 'select', options: ['Red', 'Gold'], required: true }],
    photoAlts: [],
    pausedUntil: null,
    leadTimeInDays: 10,
    terms: 'Final sale.',
    createdAt: '2026-11-30T10:00:00.000Z',
  })
})

test.each([
  [4, 404],
  [5, 404],
  [999, 404],
  ['cake', 422],
])('item %p is not on show', async (id, status) => {
  const answer = await t.call('GET', `/api/made-to-order/${id}`)
  expect(answer.status).toBe(status)
  if (status === 404) expect(answer.body).toEqual({ code: 'item_not_found', message: 'Item Not Found' })
})

test('a photo that is sent twice is kept once, and each keeps its own words', async () => {
  const host = await signUpHost(t, 'hannah')
  await keepTestPhoto(t, host, 'a', 'b', 'c')
  const [main, other, last] = ['a', 'b', 'c'].map(testPhoto)
  const { status, body } = await t.call('POST', '/api/made-to-order', {
    as: host.as,
    body: {
      title: 'Cake stands',
      description: 'Turned from oak.',
      mainImage: main,
      images: [main, other, other, last],
      photoAlts: ['A stand', 'A stand again', 'From above', 'From above again', 'Its foot'],
      price: 4599,
      category: 'favors',
      terms: 'Final sale.',
    },
  })
  expect([status, body.images, body.photoAlts]).toEqual([201, [other, last], ['A stand', 'From above', 'Its foot']])
})

test('a pause ends within two years', async () => {
  const host = await signUpHost(t, 'honor')
  const { as } = host
  await keepTestPhoto(t, host, 'a', 'b')
  const [mainImage, ...images] = ['a', 'b'].map(testPhoto)
  const words = { title: 'Bunting', description: 'Sewn from linen.', mainImage, images, price: 900, category: 'favors' }
  const { body: item } = await t.call('POST', '/api/made-to-order', { as, body: { ...words, terms: 'Final sale.' } })
  const pause = (until: string) => t.call('POST', `/api/made-to-order/${item.id}/pause`, { as, body: { until } })
  const message = 'Please choose a day within two years'
  const years = t.clock.now.getFullYear()
  expect(await pause(`${years + 3}-01-01`)).toMatchObject({
    status: 422,
    body: { code: 'validation', message, fields: { until: message } },
  })
  expect((await pause('9999-12-31')).status).toBe(422)
  expect((await pause(`${years + 1}-12-24`)).body.pausedUntil).toBe(`${years + 1}-12-24`)
})

test('a press that was made before the last one, on another device, comes too late', async () => {
  const host = await signUpHost(t, 'harriet')
  const { as } = host
  await keepTestPhoto(t, host, 'a', 'b')
  const [mainImage, ...images] = ['a', 'b'].map(testPhoto)
  const words = { title: 'Bunting', description: 'Sewn from linen.', mainImage, images, price: 900, category: 'favors' }
  const { body: item } = await t.call('POST', '/api/made-to-order', { as, body: { ...words, terms: 'Final sale.' } })
  const press = async (way: string, body: unknown, secondsAgo: number) => {
    const headers = { 'pressed-at': new Date(t.clock.now.getTime() - secondsAgo * 1000).toISOString() }
    return (await t.call('POST', `/api/made-to-order/${item.id}/${way}`, { as, body, headers })).body
  }
  expect((await press('pause', { until: '2026-12-24' }, 60)).pausedUntil).toBe('2026-12-24')
  expect((await press('pause', { until: null }, 90)).pausedUntil).toBe('2026-12-24')
  expect((await press('pause', { until: null }, 30)).pausedUntil).toBeNull()
  await press('archive', { archived: true }, 60)
  const isOnShow = async () => (await t.call('GET', `/api/made-to-order/${item.id}`)).status === 200
  await press('archive', { archived: false }, 90)
  expect(await isOnShow()).toBe(false)
  await press('archive', { archived: false }, 0)
  expect(await isOnShow()).toBe(true)
})
