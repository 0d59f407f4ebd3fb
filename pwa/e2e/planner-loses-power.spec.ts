import type { PostView } from '#schema/inspiration'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { expectCopied, privateRows } from './device-storage'
import type { Fault, Only } from './faults'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { signIn } from './person'
import { sharePost } from './posts'
import {
  bubbles,
  expectSent,
  findBooking,
  MESSAGES_PATH,
  messageBox,
  messagesOffered,
  openThread,
  sentTexts,
  writeMessage,
} from './threads'
import { expectWorker } from './workers'

/** A battery does not care how wide the window is. */
const ON_PHONE = { tag: '@phone' }
const MESSAGE: Only = { method: 'POST', path: MESSAGES_PATH }
const SETTLED_LIMIT_MS = 60_000
/** How often the browser is killed; `KILLS=200` for a long evening. */
const KILLS = Number(process.env.KILLS ?? 20)
const KILL_LIMIT_MS = 30_000
/** Where the message that is on its way is when that happens: not yet at the server, at the server, or not heard of at all. */
const KILLED_AT: Fault[] = [{ kind: 'delay', ms: 400 }, { kind: 'forward-then-cut' }, { kind: 'blackhole' }]

let told = 0
const words = (...texts: string[]) => texts.map((text) => `${text} (${++told})`)

test(
  'a browser killed again and again in the middle of sending: each message arrives once, in order',
  ON_PHONE,
  async ({ kit }) => {
    test.setTimeout(2 * SETTLED_LIMIT_MS + KILLS * KILL_LIMIT_MS)
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const profile = await kit.profile()
    let context = await profile.open()
    await kit.api({ context }).post('/api/login', { username: 'planner', password: 'trestle' })
    const booking = await findBooking(kit.api({ context }), 'pending')
    const texts: string[] = []
    for (let nth = 0; nth < KILLS; nth++) {
      const page = await context.newPage()
      await openThread(page, booking.id)
      await expectWorker(page)
      await kit.offline(context, true)
      const more = words('The battery is low', 'it may go dark', 'any moment')
      for (const text of more) await writeMessage(page, text)
      texts.push(...more)
      const arrivals = () => kit.proxy.arrivals('POST', MESSAGES_PATH).length
      const before = arrivals()
      await kit.proxy.mode(KILLED_AT[nth % KILLED_AT.length] as Fault, MESSAGE)
      await kit.offline(context, false)
      await expect.poll(arrivals).toBeGreaterThan(before)
      const cookies = await context.cookies()
      await profile.kill()
      await kit.proxy.reset()
      context = await profile.open()
      // A browser writes a cookie down half a minute late; this person has been signed in for longer than that.
      await context.addCookies(cookies)
    }
    const page = await context.newPage()
    await openThread(page, booking.id)
    // Most of them wait until now, and go one after the other.
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible({ timeout: SETTLED_LIMIT_MS })
    await expectSent(page, texts)
    expect(await sentTexts(kit.api({ context }), booking.id, texts)).toEqual(texts)
    expect(messagesOffered(kit.proxy)).toBe(texts.length)
  },
)

test(
  'a browser that finds its databases broken and throws them away: what was written and photographed is still there',
  ON_PHONE,
  async ({ kit }) => {
    test.slow()
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const profile = await kit.profile()
    let context = await profile.open()
    const api = () => kit.api({ context })
    await signIn(api(), 'planner')
    const booking = await findBooking(api(), 'pending')
    const [half = '', title = '', ...texts] = words('Half a', 'Blush after the storm', 'One', 'two', 'three')
    let page = await context.newPage()
    await openThread(page, booking.id)
    await readyForNoSignal(page)
    await kit.proxy.mode({ kind: 'refuse' })
    await sharePost(page, title)
    await openThread(page, booking.id)
    for (const text of texts) await writeMessage(page, text)
    await messageBox(page).fill(half)
    await expectCopied(page, half)
    const cookies = await context.cookies()

    await profile.kill()
    await profile.breakDatabases()
    context = await profile.open()
    await context.addCookies(cookies)
    page = await context.newPage()
    await page.goto('/outbox')
    for (const text of [...texts, title]) await expect(page.getByText(text)).toBeVisible()
    expect((await privateRows(page)).filter((rows) => /bookings|messages/.test(rows))).toEqual([])

    await kit.proxy.reset()
    await openThread(page, booking.id)
    await expectSent(page, texts)
    await expect(messageBox(page)).toHaveValue(half)
    await expect(bubbles(page, half)).toHaveCount(0)
    expect(await sentTexts(api(), booking.id, [half, ...texts])).toEqual(texts)
    expect(messagesOffered(kit.proxy)).toBe(texts.length)
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    const posts = await api().get<PostView[]>('/api/inspiration')
    expect(posts.filter((post) => post.title === title)).toHaveLength(1)
    await page.goto('/inspiration')
    const photo = page.getByRole('article').filter({ hasText: title }).locator('.photo > img')
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  },
)
