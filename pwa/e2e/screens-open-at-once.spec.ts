import type { BrowserContext, Page } from '@playwright/test'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import { foundInBrowser, holdStore, loseSession, privateRows } from './device-storage'
import { expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { postItem } from './orders'
import type { Person } from './person'
import { comparePlaces, expectSamePlaces, readPlaces } from './picture-places'
import { expectVisitor, pressLogout, signInAs } from './sessions'
import { expectWorker } from './workers'

/** What a worker answers, a window's width does not change. */
const ON_PHONE = { tag: '@phone' }
const KEPT_WITHIN_MS = 40_000
/** A screen at rest has its picture well within this time. */
const TAKEN_WITHIN_MS = 8_000
/** So long a picture waits for a screen that nobody types into. */
const PICTURE_LIMIT_MS = 4_000
const SHIFT_LIMIT = 0.02

interface Kept {
  cache: string
  path: string
  text: string
}

/** All pictures of screens that this browser holds. */
const pictures = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const kept: { cache: string; path: string; text: string }[] = []
    for (const cache of (await caches.keys()).filter((name) => name.startsWith('screens-'))) {
      const box = await caches.open(cache)
      for (const request of await box.keys()) {
        const text = (await (await box.match(request))?.text()) ?? ''
        kept.push({ cache, path: new URL(request.url).pathname.replace('/.screens', ''), text })
      }
    }
    return kept
  })

/** Opens the screen until the browser has a picture of it. */
async function keepPictureOf(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect
    .poll(async () => (await pictures(page)).map((one) => one.path), { timeout: KEPT_WITHIN_MS })
    .toContain(path)
}

/** The page as the worker hands it to the browser. */
async function answerTo(page: Page, path: string): Promise<string> {
  const response = await page.goto(path, { waitUntil: 'commit' })
  return (await response?.text()) ?? ''
}

const hasPicture = (html: string): boolean => html.includes('<last-screen')

async function withWorker(person: Person, path: string): Promise<Page> {
  await person.page.goto(path)
  await expectWorker(person.page)
  return person.page
}

async function plannerAtOffers(kit: Kit): Promise<Person & { title: string }> {
  const planner = await kit.newPerson('planner')
  const page = await withWorker(planner, '/offers')
  await keepPictureOf(page, '/offers')
  const title = (await page.getByRole('article').first().getByRole('heading').first().textContent()) ?? ''
  expect(title).not.toBe('')
  return { ...planner, title }
}

test(
  'a screen that was seen before is in the page that the worker answers with, and nothing moves when it works',
  ON_PHONE,
  async ({ kit }) => {
    const visitor = await kit.visitor()
    const page = await withWorker(visitor, '/listings')
    await keepPictureOf(page, '/listings')
    const title = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const html = await answerTo(page, '/listings')
    expect(hasPicture(html)).toBe(true)
    expect(html).toContain(title)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('last-screen')).toHaveCount(0)
    const sum = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0))
    expect(sum).toBeLessThan(SHIFT_LIMIT)
  },
)

test('a screen whose last part stops waiting without a further change has its picture', ON_PHONE, async ({ kit }) => {
  const page = await withWorker(await kit.visitor(), '/settings')
  await page.goto('/made-to-order')
  const card = page.getByRole('article').first()
  await card.evaluate((element) => element.setAttribute('aria-busy', 'true'))
  const pathsKept = async () => (await pictures(page)).map(({ path }) => path)
  await page.waitForTimeout(TAKEN_WITHIN_MS / 2)
  expect(await pathsKept()).not.toContain('/made-to-order')
  await card.evaluate((element) => element.removeAttribute('aria-busy'))
  await expect.poll(pathsKept, { timeout: TAKEN_WITHIN_MS }).toContain('/made-to-order')
})

test('a browser that never says when it is idle keeps pictures too', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  await visitor.context.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'))
  const page = await withWorker(visitor, '/settings')
  await page.goto('/listings')
  const pathsKept = async () => (await pictures(page)).map(({ path }) => path)
  await expect.poll(pathsKept, { timeout: TAKEN_WITHIN_MS }).toContain('/listings')
})

test('a press on the picture is kept and done once the screen works', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const [listing] = await kit.api(visitor).get<Listing[]>('/api/listings')
  if (!listing) throw new Error('The demo marketplace has no listings')
  const page = await withWorker(visitor, '/listings')
  await keepPictureOf(page, '/listings')
  const link = page.getByRole('article').first().getByRole('link').first()
  const [href, box] = [await link.getAttribute('href'), await link.boundingBox()]
  if (!href || !box) throw new Error('The first card is nowhere')
  const release = await holdStore(await pageBeside(visitor), 'chunks')
  await page.goto('/listings', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await release()
  await expect(page).toHaveURL(href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** Changes words of a kept picture, from a page of which none is kept. */
async function changePicture(page: Page, path: string, from: string, to: string): Promise<void> {
  await page.goto('/settings')
  await page.evaluate(
    async (wanted) => {
      for (const name of (await caches.keys()).filter((one) => one.startsWith('screens-'))) {
        const box = await caches.open(name)
        for (const request of await box.keys()) {
          const kept = await box.match(request)
          if (!kept || new URL(request.url).pathname.replace('/.screens', '') !== wanted.path) continue
          const text = (await kept.text()).replaceAll(wanted.from, wanted.to)
          await box.put(request, new Response(text, { headers: kept.headers }))
        }
      }
    },
    { path, from, to },
  )
}

test('a picture that names a file which is none of the app’s does not keep the app away', ON_PHONE, async ({ kit }) => {
  const page = await withWorker(await kit.visitor(), '/settings')
  await keepPictureOf(page, '/listings')
  await changePicture(page, '/listings', '"scripts":[', '"scripts":["/assets/foreign-12345678.js",')
  expect(hasPicture(await answerTo(page, '/listings'))).toBe(true)
  await expect(page.locator('last-screen')).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a press on the picture whose element is gone does not hold up the next', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/settings')
  await keepPictureOf(page, '/listings')
  const card = page.getByRole('article').first().getByRole('heading').getByRole('link')
  const quick = page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Inspiration' })
  const [title, first, next] = [await card.textContent(), await card.boundingBox(), await quick.boundingBox()]
  if (!title || !first || !next) throw new Error('Something to press is nowhere')
  await changePicture(page, '/listings', title, title.replace(/\w/g, 'x'))
  const release = await holdStore(await pageBeside(visitor), 'chunks')
  await page.goto('/listings', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  for (const box of [first, next]) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await release()
  await expect(page).toHaveURL('/inspiration')
})

test('a press on a filled heart of the picture takes the like back', ON_PHONE, async ({ kit }) => {
  const planner = await kit.newPerson('planner')
  const [post] = await kit.api(planner).get<Post[]>('/api/inspiration')
  const path = `/inspiration/${post?.id}`
  // The heart stands below the photo.
  await planner.page.setViewportSize({ width: 390, height: 1_600 })
  const page = await withWorker(planner, path)
  const heart = page.getByRole('main').getByRole('button', { name: /^Like/ }).first()
  if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click()
  const kept = async () => (await pictures(page)).find((one) => one.path === path)?.text
  await expect.poll(kept, { timeout: KEPT_WITHIN_MS }).toContain('aria-pressed=\\"true')
  const box = await heart.boundingBox()
  if (!box) throw new Error('The heart is nowhere')
  const release = await holdStore(await pageBeside(planner), 'chunks')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await release()
  await expect(page.locator('last-screen')).toHaveCount(0)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

for (const path of ['/', '/listings', '/listings/:id', '/inspiration', '/made-to-order']) {
  test(`everything on the picture of ${path} stands where the screen has it`, async ({ kit }) => {
    const visitor = await kit.visitor()
    const [listing] = await kit.api(visitor).get<Listing[]>('/api/listings')
    const page = await withWorker(visitor, '/settings')
    const address = path.replace(':id', String(listing?.id))
    await keepPictureOf(page, address)
    await page.addInitScript(comparePlaces)
    const [before, after] = await readPlaces(page, async () => {
      expect(hasPicture(await answerTo(page, address))).toBe(true)
    })
    expectSamePlaces(before, after)
  })
}

async function pageBeside({ context }: Person): Promise<Page> {
  const other = await context.newPage()
  await other.goto('/settings')
  return other
}

/** The picture of the listings, whose search has the focus, in front of an app that waits for its disk. */
async function searchOnPicture(kit: Kit): Promise<{ page: Page; release: () => Promise<void> }> {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/listings')
  await keepPictureOf(page, '/listings')
  const box = await page.getByRole('searchbox').boundingBox()
  if (!box) throw new Error('The search is nowhere')
  const release = await holdStore(await pageBeside(visitor), 'chunks')
  await page.goto('/listings', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  return { page, release }
}

test('what is typed on the picture is in the field once the screen works', ON_PHONE, async ({ kit }) => {
  const { page, release } = await searchOnPicture(kit)
  await page.keyboard.type('lantern')
  await release()
  await expect(page.locator('last-screen')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('lantern')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('s')
  await expect(page.getByRole('searchbox')).toHaveValue('lanterns')
})

test('a picture stays while somebody types on it', ON_PHONE, async ({ kit }) => {
  const { page, release } = await searchOnPicture(kit)
  await page.keyboard.type('lan')
  await page.waitForTimeout(PICTURE_LIMIT_MS + 1_000)
  await page.keyboard.type('tern')
  await release()
  await expect(page.locator('last-screen')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('lantern')
})

test('a search that was typed and pressed on the picture is searched for', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/')
  await keepPictureOf(page, '/')
  const [box, button] = await Promise.all([
    page.getByRole('searchbox').boundingBox(),
    page.getByRole('button', { name: 'Search', exact: true }).boundingBox(),
  ])
  if (!box || !button) throw new Error('The search is nowhere')
  const release = await holdStore(await pageBeside(visitor), 'chunks')
  await page.goto('/', { waitUntil: 'commit' })
  // The front page needs little of the disk: now and then the app has taken the picture's place already.
  await page.waitForFunction(
    () => document.querySelector('last-screen:defined, body:not(:has(last-screen)) #root main') !== null,
  )
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.keyboard.type('lantern')
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await release()
  await expect(page).toHaveURL('/listings?search=lantern')
})

test('a form is not sent from the picture, which does not show what is in it', ON_PHONE, async ({ kit }) => {
  const planner = await kit.newPerson('planner')
  // An item of the demo has more on its page than a picture holds in so high a window.
  const item = await postItem(kit, await kit.newPerson('maker'))
  const path = `/made-to-order/${item.id}`
  const page = await withWorker(planner, '/settings')
  // A picture ends where its window does: the whole form is in this one.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 4_000 })
  await page.addInitScript(() => {
    addEventListener('submit', ({ target }) => (target as HTMLElement).setAttribute('data-sent', ''), true)
  })
  const form = page.getByRole('form', { name: 'Order it' })
  const note = form.getByLabel(/^Note to/)
  await page.goto(path)
  await note.fill('From last week')
  await keepPictureOf(page, path)
  const [box, button] = [await note.boundingBox(), await form.getByRole('button', { name: /^Buy for/ }).boundingBox()]
  if (!box || !button) throw new Error('The form is nowhere')
  const release = await holdStore(await pageBeside(planner), 'chunks')
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.keyboard.type(', and today')
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await release()
  await expect(page.locator('last-screen')).toHaveCount(0)
  await expect(note).toHaveValue('From last week, and today')
  await expect(form.getByRole('button', { name: /^Buy for/ })).toBeFocused()
  await expect(form).not.toHaveAttribute('data-sent')
})

test('what a screen repeats of a field is in no picture, nor in its address', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/listings')
  await keepPictureOf(page, '/listings')
  await page.getByRole('searchbox').fill('zephyrine')
  await expect(page).toHaveURL(/zephyrine/)
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.waitForTimeout(TAKEN_WITHIN_MS)
  const addresses = () =>
    page.evaluate(async () => {
      const boxes = (await caches.keys()).filter((name) => name.startsWith('screens-'))
      const keys = await Promise.all(boxes.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map(({ url }) => url)
    })
  expect((await addresses()).filter((url) => url.includes('zephyrine'))).toEqual([])
  expect((await pictures(page)).filter(({ text }) => text.includes('zephyrine'))).toEqual([])
})

test('what was written into a field is in no picture', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/listings')
  await page.goto('/')
  await page.getByRole('searchbox').fill('half-written words')
  const ofPage = async () => (await pictures(page)).find(({ path }) => path === '/')
  await expect.poll(async () => (await ofPage()) !== undefined, { timeout: KEPT_WITHIN_MS }).toBe(true)
  await expect(page.getByRole('searchbox')).toHaveValue('half-written words')
  expect((await ofPage())?.text).not.toContain('half-written')
})

test('nobody else ever sees the screens of somebody who has left', ON_PHONE, async ({ kit }) => {
  const { page, title } = await plannerAtOffers(kit)
  expect(hasPicture(await answerTo(page, '/offers'))).toBe(true)
  const [picture] = (await pictures(page)).filter(({ path }) => path === '/offers')
  const { html: seen } = JSON.parse(picture?.text ?? '{}') as { html: string }
  const piece = seen.slice(seen.indexOf('<article'), seen.indexOf('<article') + 600)
  expect(await foundInBrowser(page, [piece])).toEqual([piece])
  await pressLogout(page)
  await expectVisitor(page)
  const own = (await pictures(page)).filter(({ cache }) => cache !== 'screens-trestle-visitor')
  expect(own).toEqual([])
  expect(await foundInBrowser(page, [piece])).toEqual([])
  expect(await answerTo(page, '/offers')).not.toContain(title)
  await signInAs(page, 'maker')
  const html = await answerTo(page, '/offers')
  expect(hasPicture(html) && html.includes(title)).toBe(false)
  expect(await foundInBrowser(page, [piece])).toEqual([])
})

test('signing out in one tab takes the pictures of the other', ON_PHONE, async ({ kit }) => {
  const { page, context } = await plannerAtOffers(kit)
  const other = await context.newPage()
  await other.goto('/')
  await pressLogout(other)
  await expectVisitor(other)
  await expectVisitor(page)
  await expectNoneOfAccounts(page)
  expect(hasPicture(await answerTo(page, '/offers'))).toBe(false)
})

test('a session that has ended takes its pictures', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, /401/)
  const { page, context } = await plannerAtOffers(kit)
  await endSession(page, context)
  await expectNoneOfAccounts(page)
  expect(hasPicture(await answerTo(page, '/offers'))).toBe(false)
})

async function endSession(page: Page, context: BrowserContext): Promise<void> {
  await loseSession(context)
  await page.goto('/offers')
  await expect.poll(() => privateRows(page), { timeout: KEPT_WITHIN_MS }).toEqual([])
}

async function expectNoneOfAccounts(page: Page): Promise<void> {
  const caches = async () => (await pictures(page)).map(({ cache }) => cache)
  await expect.poll(async () => (await caches()).filter((name) => name !== 'screens-trestle-visitor')).toEqual([])
}

for (const [what, change] of [
  ['of another build', `{"build":"/assets/index-other.js"`],
  ['that was cut off', null],
] as const) {
  test(`a picture ${what} is not shown, and the screen opens all the same`, ON_PHONE, async ({ kit }) => {
    const visitor = await kit.visitor()
    const page = await withWorker(visitor, '/listings')
    await keepPictureOf(page, '/listings')
    await page.goto('/settings')
    await page.evaluate(async (begin) => {
      const box = await caches.open('screens-trestle-visitor')
      for (const request of await box.keys()) {
        const text = (await (await box.match(request))?.text()) ?? ''
        const changed = begin ? text.replace(/^\{"build":"[^"]*"/, begin) : text.slice(0, text.length / 2)
        await box.put(request, new Response(changed))
      }
    }, change)
    expect(hasPicture(await answerTo(page, '/listings'))).toBe(false)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
}

test('a full disk keeps no pictures, and every screen opens', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  await visitor.context.addInitScript(() => {
    const put = Cache.prototype.put
    Cache.prototype.put = function (request, response) {
      if (String(request).startsWith('/.screens')) throw new DOMException('Full', 'QuotaExceededError')
      return put.call(this, request, response)
    }
  })
  const page = await withWorker(visitor, '/listings')
  await page.goto('/listings')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForTimeout(TAKEN_WITHIN_MS)
  expect(await pictures(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('two tabs that keep the same screen leave one whole picture', ON_PHONE, async ({ kit }) => {
  const visitor = await kit.visitor()
  const page = await withWorker(visitor, '/listings')
  const other = await visitor.context.newPage()
  await Promise.all([page.goto('/listings'), other.goto('/listings')])
  await keepPictureOf(other, '/listings')
  await keepPictureOf(page, '/listings')
  const kept = (await pictures(page)).filter(({ path }) => path === '/listings')
  expect(kept).toHaveLength(1)
  expect(() => JSON.parse(kept[0]?.text ?? '')).not.toThrow()
})
