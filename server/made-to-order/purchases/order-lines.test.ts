import { afterEach, beforeEach, expect, test } from 'bun:test'
import { orderLimits } from '../../http/limits'
import { sendMails } from '../../jobs/timers'
import { keptMailsOf } from '../../test-support/kept-mails'
import { placeOrder, postItem, setOrderStatus } from '../../test-support/order-kit'
import { saveCard } from '../../test-support/rental-kit'
import { signIn, signUp, type TestPerson } from '../../test-support/sign-up'
import { openTestApp, type TestApp } from '../../test-support/test-app'

const DAY_MS = 86_400_000

let t: TestApp
let maker: TestPerson
let buyer: TestPerson
let id: number

beforeEach(async () => {
  t = await openTestApp()
  maker = await signUp(t, 'mira', { email: 'mira@example.com' })
  buyer = await signUp(t, 'bea', { email: 'bea@example.com' })
  await saveCard(t, buyer)
  id = await placeOrder(t, buyer, await postItem(t, maker))
  await sendMails(t.deps)
  await keptMailsOf(t)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const set = (nth: number) => setOrderStatus(t, maker, id, nth % 2 ? 'shipped' : 'processing')
const arrived = (isSo: boolean) =>
  t.call('POST', `/api/purchases/${id}/arrival`, { as: buyer.as, body: { arrived: isSo } })

test('a maker who moves an order to and fro tells its buyer so many times a day, and can cancel all the same', async () => {
  for (let nth = 0; nth < orderLimits.linesADay; nth++) {
    expect((await set(nth)).status).toBe(200)
    // Each is told before the next one makes it untrue.
    await sendMails(t.deps)
  }
  const refused = await set(orderLimits.linesADay)
  expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
  expect(refused.headers.get('retry-after')).toBe(String(DAY_MS / 1000))
  expect(refused.body.message).toMatch(
    /^The limit for one day is 30 changes of an order\. The next change can be sent on Wednesday.* 12:00 PM EST\.$/,
  )
  const told = (await keptMailsOf(t)).filter(({ address }) => address === 'bea@example.com')
  expect(told).toHaveLength(orderLimits.linesADay)
  t.clock.advance(DAY_MS)
  maker.as = await signIn(t, 'mira')
  expect((await set(orderLimits.linesADay)).status).toBe(200)
  const cancel = await setOrderStatus(t, maker, id, 'cancelled')
  expect(cancel.status).toBe(200)
})

test('a buyer says so many times a day that an order did not arrive', async () => {
  await set(1)
  // That it was placed is a line of theirs, too.
  for (let nth = 0; nth < orderLimits.linesADay - 1; nth++) expect((await arrived(nth % 2 === 1)).status).toBe(200)
  expect((await arrived(orderLimits.linesADay % 2 === 0)).body.code).toBe('daily_limit')
})
