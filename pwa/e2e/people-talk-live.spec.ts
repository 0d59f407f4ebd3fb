import type { Page, Request } from '@playwright/test'
import { readyForNoSignal } from './connection'
import type { Kit } from './fixtures'
import { answeredWith, expect, test } from './fixtures'
import { turnTo } from './focus'
import type { Person } from './person'
import { bubbles, findBookingWith, messageBox, openThread, writeMessage } from './threads'

const STREAM = '/api/sync/live'
/** Without a stream news come with the next look, which is 48 to 72 seconds away. */
const AT_ONCE = { timeout: 15_000 }
const NEXT_LOOK_S = 75
/** A stream that says nothing for so long is given up. */
const SILENCE_S = 20
/** After which streams are tried again. */
const REST_S = 300
const STEP_S = 5

const words = (what: string) => `${what} ${Date.now()}`

/** The words of the other side, past this browser's network. */
async function hear(kit: Kit, from: Person, bookingId: number, text: string): Promise<void> {
  await kit.api(from).post(`/api/bookings/${bookingId}/messages`, { content: text })
}

async function talk(kit: Kit): Promise<{ renter: Person; owner: Person; bookingId: number }> {
  const [renter, owner] = [await kit.newPerson('planner'), await kit.newPerson('host')]
  const { id } = await findBookingWith(kit.api(renter), kit.api(owner))
  return { renter, owner, bookingId: id }
}

/** As when another tab of its window is chosen: a browser under test shows all of them. */
async function setSeen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isSeen ? 'visible' : 'hidden',
  )
}

/** Lets a page's clock run ahead. No step begins while a request is under way: by that clock it would take too long. */
async function pass(page: Page, seconds: number): Promise<void> {
  const asked = new Set<Request>()
  const onEnd = (request: Request) => asked.delete(request)
  page.on('request', (request) => request.resourceType() !== 'eventsource' && asked.add(request))
  page.on('requestfinished', onEnd).on('requestfailed', onEnd)
  for (let passed = 0; passed < seconds; passed += STEP_S) {
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    await expect.poll(() => asked.size).toBe(0)
    await page.clock.runFor(STEP_S * 1_000)
  }
}

/** Notes every button that shows in the open thread from now on; answers their names. */
async function notedButtons(page: Page): Promise<() => Promise<string[]>> {
  const names = await page.getByRole('log').evaluateHandle((log) => {
    const seen = new Set<string>()
    const note = () => {
      for (const { innerText } of log.querySelectorAll('button')) seen.add(innerText)
    }
    new MutationObserver(note).observe(log, { subtree: true, childList: true })
    return seen
  })
  return () => names.evaluate((seen) => [...seen])
}

test('a message on its way shows no buttons that are gone a moment later', { tag: '@phone' }, async ({ kit }) => {
  const { renter, bookingId } = await talk(kit)
  await openThread(renter.page, bookingId)
  const names = await notedButtons(renter.page)
  const text = words('On its way')
  await writeMessage(renter.page, text)
  await expect(bubbles(renter.page, text)).toContainText(/\d [AP]M$/)
  expect(await names()).not.toContain('Discard')
})

test('what is written on one phone stands on the other at once, in all its tabs', { tag: '@phone' }, async ({
  kit,
}) => {
  const { renter, owner, bookingId } = await talk(kit)
  await openThread(owner.page, bookingId)
  const second = await owner.context.newPage()
  await openThread(second, bookingId)
  for (const page of [owner.page, second]) await readyForNoSignal(page)
  await openThread(renter.page, bookingId)
  const text = words('Are you there?')
  // Nobody is mailed about what was on a screen.
  const told = owner.context.waitForEvent('response', (each) => each.url().endsWith('/api/user/seen'))
  await writeMessage(renter.page, text)
  expect((await told).ok()).toBe(true)
  for (const page of [owner.page, second]) await expect(bubbles(page, text)).toBeVisible({ timeout: 5_000 })
})

test('two tabs with one thread open share what is typed in it, and send it once', { tag: '@phone' }, async ({
  kit,
}) => {
  const { renter, bookingId } = await talk(kit)
  const { page, context } = renter
  const other = await context.newPage()
  for (const tab of [page, other]) await openThread(tab, bookingId)
  const text = words('Half past three')
  await turnTo(page, other)
  await messageBox(page).fill(text)
  await expect(messageBox(other)).toHaveValue(text)
  await turnTo(other, page)
  await messageBox(other).press('End')
  await messageBox(other).pressSequentially(' at the gate')
  await expect(messageBox(page)).toHaveValue(`${text} at the gate`)
  await turnTo(page, other)
  await messageBox(page).press('Enter')
  for (const tab of [page, other]) {
    await expect(messageBox(tab)).toHaveValue('')
    await expect(bubbles(tab, text)).toHaveCount(1)
  }
})

test('a browser has one stream, of a tab that is seen; it lasts while nothing is said', { tag: '@phone' }, async ({
  kit,
}) => {
  const { renter, owner, bookingId } = await talk(kit)
  await openThread(owner.page, bookingId)
  await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
  const openedAt = Date.now()
  const [second, third] = [await owner.context.newPage(), await owner.context.newPage()]
  for (const page of [second, third]) {
    await openThread(page, bookingId)
    await readyForNoSignal(page)
  }
  expect(kit.proxy.arrivals('GET', STREAM)).toHaveLength(1)

  // Longer than a page waits for a sign of life.
  await expect.poll(() => Date.now() - openedAt, { timeout: 30_000 }).toBeGreaterThan(22_000)
  expect([kit.proxy.arrivals('GET', STREAM).length, kit.proxy.underWay(STREAM)]).toEqual([1, 1])

  await test.step('the tab that has it is hidden: one of those that are seen takes over', async () => {
    await setSeen(owner.page, false)
    await expect.poll(() => [kit.proxy.arrivals('GET', STREAM).length, kit.proxy.underWay(STREAM)]).toEqual([2, 1])
    const text = words('Who hears me now?')
    await hear(kit, renter, bookingId, text)
    for (const page of [second, third]) await expect(bubbles(page, text)).toBeVisible(AT_ONCE)
  })

  await test.step('that one is closed: the last one takes over', async () => {
    await second.close()
    await third.bringToFront()
    await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
    const text = words('And now?')
    await hear(kit, renter, bookingId, text)
    await expect(bubbles(third, text)).toBeVisible(AT_ONCE)
  })

  await test.step('nobody looks: no stream; seen again, what was missed is there at once', async () => {
    await setSeen(third, false)
    await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(0)
    const text = words('Nobody?')
    await hear(kit, renter, bookingId, text)
    await setSeen(owner.page, true)
    await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
    await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
  })
})

test('a stream that breaks goes on from where it was', { tag: '@phone' }, async ({ kit }) => {
  const { renter, owner, bookingId } = await talk(kit)
  await openThread(owner.page, bookingId)
  await readyForNoSignal(owner.page)
  await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
  // Long enough to be one that works.
  await owner.page.waitForTimeout(2_500)
  kit.allowErrors(/ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING/)
  await kit.proxy.mode({ kind: 'refuse' }, { path: STREAM })
  const pulls = () => kit.proxy.delivered('POST', '/api/sync/pull')
  const before = pulls()
  kit.proxy.breakOff(STREAM)
  // It asks whether the server is there, and the server is.
  await expect.poll(pulls).toBeGreaterThan(before)
  await expect(owner.page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expect.poll(() => kit.proxy.arrivals('GET', STREAM).length, AT_ONCE).toBeGreaterThan(2)
  const text = words('Said meanwhile')
  await hear(kit, renter, bookingId, text)
  await kit.proxy.reset()
  await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
  await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
})

for (const [how, fault] of [
  ['cuts streams short', { kind: 'cut-after', ms: 300 }],
  ['holds them back', { kind: 'blackhole' }],
  ['answers in the server’s place', { kind: 'captive-page' }],
] as const) {
  test(`where something on the way ${how}, it is asked every minute`, { tag: '@phone' }, async ({ kit }) => {
    const { renter, owner, bookingId } = await talk(kit)
    kit.allowErrors(/ERR_|MIME type/)
    await kit.proxy.mode(fault, { path: STREAM })
    await owner.page.clock.install()
    await openThread(owner.page, bookingId)
    await readyForNoSignal(owner.page)
    const streams = () => kit.proxy.arrivals('GET', STREAM).length
    await test.step('three times it is tried', async () => {
      if (fault.kind !== 'blackhole') {
        await expect.poll(streams, { timeout: 30_000 }).toBe(3)
        await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(0)
        // Until the page has seen it end.
        return owner.page.waitForTimeout(500)
      }
      const later = async () => {
        await pass(owner.page, STEP_S)
        return streams()
      }
      await expect.poll(later).toBe(3)
      await pass(owner.page, SILENCE_S)
    })
    await test.step('it is left alone then, and the next look brings what was said', async () => {
      expect(streams()).toBe(3)
      const text = words('Slowly')
      await hear(kit, renter, bookingId, text)
      await pass(owner.page, NEXT_LOOK_S)
      await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
      expect(streams()).toBe(3)
    })
    await test.step('some minutes later it is tried again, and works', async () => {
      await kit.proxy.reset()
      await pass(owner.page, REST_S)
      await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
      const text = words('Quickly')
      await hear(kit, renter, bookingId, text)
      await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
    })
  })
}

test('whoever listens on three other devices already is told every minute', { tag: '@phone' }, async ({ kit }) => {
  const { renter, owner, bookingId } = await talk(kit)
  kit.allowErrors(answeredWith(429))
  const cookie = (await owner.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const elsewhere = new AbortController()
  // A response that nobody holds may be collected, and its stream ends.
  const held: Response[] = []
  const listen = async () => {
    const response = await fetch(kit.origin + STREAM, { headers: { cookie }, signal: elsewhere.signal })
    held.push(response)
    return response.status
  }
  // The server may still count a stream that an earlier page has just left.
  for (const _ of [1, 2, 3]) await expect.poll(listen).toBe(200)
  const arrived = () => kit.proxy.arrivals('GET', STREAM).length
  const elsewhereCount = arrived()
  const streams = () => arrived() - elsewhereCount
  await owner.page.clock.install()
  await openThread(owner.page, bookingId)
  await readyForNoSignal(owner.page)
  await test.step('three times the page tries to listen too, and is refused', async () => {
    await expect.poll(streams, { timeout: 30_000 }).toBe(3)
    // Until the page has seen it refused.
    await owner.page.waitForTimeout(500)
  })
  await test.step('the next look brings what was said', async () => {
    const text = words('Slowly')
    await hear(kit, renter, bookingId, text)
    await pass(owner.page, NEXT_LOOK_S)
    await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
    expect(streams()).toBe(3)
  })
  await test.step('another device stops listening, and some minutes later this one does', async () => {
    expect(held.filter(({ ok }) => ok)).toHaveLength(3)
    elsewhere.abort()
    await pass(owner.page, REST_S)
    const text = words('Quickly')
    await expect.poll(() => kit.proxy.underWay(STREAM)).toBe(1)
    await hear(kit, renter, bookingId, text)
    await expect(bubbles(owner.page, text)).toBeVisible(AT_ONCE)
  })
})
