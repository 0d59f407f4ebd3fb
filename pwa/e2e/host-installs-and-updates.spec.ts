import type { Locator, Page } from '@playwright/test'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import { BROWSER } from './browsers'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { privateRows, tablesOf, upgradeDisk } from './device-storage'
import { expectApart, expectFits, resize, TIGHT_SIZES } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { hold } from './hold'
import { installability } from './installability'
import { expectVisitor, pressLogout } from './sessions'
import { bubbles, findBooking, messagesOffered, openThread, sentTexts, writeMessage } from './threads'
import { expectBuild, expectWorker, sendInBackground } from './workers'

test.use({ launchOptions: { executablePath: BROWSER } })

/** What an install does, a window's width does not change. */
const ON_PHONE = { tag: '@phone' }
/** An emulated phone has no windows for apps. */
const ON_DESKTOP = { tag: '@desktop' }

interface Manifest {
  id: string
  name: string
  short_name: string
  start_url: string
  display: string
  theme_color: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  shortcuts: { name: string; url: string; icons: { src: string }[] }[]
  screenshots: { src: string; sizes: string; form_factor: string; label: string }[]
}

const readManifest = (page: Page): Promise<Manifest> =>
  page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    return (await fetch(link?.href ?? '')).json()
  })

/** The picture's own size, as a manifest writes it: '192x192'. */
const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (address) => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return `${picture.naturalWidth}x${picture.naturalHeight}`
  }, src)

const installButton = (page: Page) => page.getByRole('button', { name: 'Install', exact: true })

test('the app can be installed, and the invitation goes once it is', ON_DESKTOP, async ({ kit }) => {
  const profile = await kit.profile()
  const page = await (await profile.open()).newPage()
  await page.goto('/')
  await expectWorker(page)
  expect(await installability(page)).toEqual([])
  await expect(installButton(page)).toBeVisible()
  // A browser without windows has no dialog to accept; this is what it would send after that.
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(installButton(page)).toBeHidden()

  const [app] = (await profile.open(kit.origin)).pages()
  if (!app) throw new Error('The app has no window')
  await expect(app.getByRole('heading', { name: 'How it works' })).toBeVisible()
  expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  await expect(app.getByRole('article').first()).toBeVisible()
  await expect(installButton(app)).toBeHidden()
})

test('an offer to install that comes before the app waits for it', ON_DESKTOP, async ({ kit }) => {
  const { page } = await kit.visitor()
  const letGo = await hold(page, '**/assets/index-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('last-screen:defined') !== null)
  const isLeftToTheBrowser = await page.evaluate(() =>
    window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })),
  )
  expect(isLeftToTheBrowser).toBe(false)
  letGo()
  await expect(installButton(page)).toBeVisible()
})

test('the manifest says what the app is, and every picture it names is as it says', ON_PHONE, async ({ kit }) => {
  const { page } = await kit.visitor()
  await page.goto('/')
  const manifest = await readManifest(page)
  expect(manifest).toMatchObject({ id: '/', name: 'Trestle', short_name: 'Trestle', display: 'standalone' })
  expect(new URL(manifest.start_url, kit.origin).pathname).toBe('/')
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`).sort()).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
    'monochrome 512x512',
  ])
  expect(manifest.shortcuts.map(({ name, url }) => `${name} ${url}`)).toEqual(
    expect.arrayContaining(['Browse rentals /listings', 'Offers /offers']),
  )
  expect(manifest.screenshots.filter(({ form_factor }) => form_factor === 'narrow').length).toBeGreaterThanOrEqual(3)
  expect(manifest.screenshots.filter(({ form_factor }) => form_factor === 'wide').length).toBeGreaterThanOrEqual(2)
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    expect(await sizeOf(page, src), src).toBe(sizes)
  }
  for (const icon of manifest.shortcuts.flatMap(({ icons }) => icons))
    expect(await sizeOf(page, icon.src)).toBe('96x96')
  const themes = page.locator('meta[name=theme-color]')
  expect(await themes.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('media')))).toEqual([
    '(prefers-color-scheme: light)',
    '(prefers-color-scheme: dark)',
  ])
})

test('every screen opens without a connection, those never seen before too', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const { page, context } = await kit.newPerson('planner')
  const api = kit.api({ context })
  const [listing] = await api.get<Listing[]>('/api/listings')
  const [post] = await api.get<Post[]>('/api/inspiration')
  const [item] = await api.get<Item[]>('/api/made-to-order')
  if (!listing || !post || !item) throw new Error('The demo marketplace is empty')
  await page.goto('/offers')
  await readyForNoSignal(page)
  await kit.offline(context, true)
  await kit.proxy.mode({ kind: 'refuse' })

  const screens: [path: string, heading: string, hasCards: boolean][] = [
    ['/', 'Everything for the party, from people nearby', true],
    ['/listings', 'Available Items', true],
    [`/listings/${listing.id}`, listing.title, false],
    ['/offers', 'Offers', true],
    [`/profile/${listing.userId}`, listing.ownerUsername, true],
    ['/profile', 'planner', false],
    ['/settings', 'Account Settings', false],
    ['/inspiration', 'Party Inspiration', true],
    [`/inspiration/${post.id}`, post.title, false],
    ['/made-to-order', 'Made-to-Order', true],
    [`/made-to-order/${item.id}`, item.title, false],
    ['/outbox', 'Waiting to be sent', false],
    ['/no/such/page', '404 Page Not Found', false],
  ]
  for (const [path, heading, hasCards] of screens) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      if (hasCards) await expect(page.getByRole('article').first()).toBeVisible()
      await expect(page.getByText(/^Offline, as of \d/)).toBeVisible()
    })
  }
})

test('a download of the app that breaks off is taken up again by the open page', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, /ServiceWorker failed to install|Failed to fetch|bad-precaching-response/)
  const { page } = await kit.visitor()
  await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/assets\/own-[\w-]{8}\.js$/, times: 1 })
  await page.goto('/listings')
  await expectWorker(page)
  expect(kit.proxy.arrivals('GET', /^\/assets\/own-[\w-]{8}\.js$/).map(({ fault }) => fault)).toEqual([
    'cut-before',
    'pass',
  ])
})

test('the page of an earlier build that comes with this build’s worker is not kept', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, /ServiceWorker failed to install|bad-precaching-response/)
  const { page } = await kit.visitor()
  const earlier = (text: string) => text.replace(/\/assets\/index-[\w-]{8}\.js/, '/assets/index-earlier0.js')
  await kit.proxy.mode({ kind: 'rewrite', change: earlier }, { path: '/index.html', times: 1 })
  await page.goto('/listings')
  await expectWorker(page)
  await kit.proxy.mode({ kind: 'refuse' })
  await page.goto('/inspiration')
  await expect(page.getByRole('heading', { level: 1, name: 'Party Inspiration' })).toBeVisible()
})

test('a screen whose code cannot be fetched says so, and opens when it can be', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, /ServiceWorker failed to install|Failed to fetch|bad-precaching-response/)
  const { page } = await kit.newPerson('planner')
  await kit.proxy.mode({ kind: 'cut-before' }, { path: /^\/assets\/own-[\w-]{8}\.js$/ })
  await page.goto('/settings')
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await kit.proxy.reset()
  await page.getByRole('button', { name: 'Open it again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

/** What the page of a thing needs. */
const THING = /^\/assets\/thing-.+$/

interface Early {
  page: Page
  link: Locator
  title: string
  /** Addresses that the app has asked for in vain. */
  refused: string[]
}

/** A visitor among the listings whose app is not on the device, and who loses the signal. */
async function loseSignalEarly(kit: Kit): Promise<Early> {
  kit.allowErrors(NETWORK_ERRORS, /ServiceWorker|Failed to fetch|No signal|fetching the script/)
  const { page } = await kit.visitor()
  const refused: string[] = []
  page.on('requestfailed', (request) => refused.push(new URL(request.url()).pathname))
  // An idle app asks for the page of a thing by itself, perhaps before the signal goes.
  await kit.proxy.mode({ kind: 'refuse' }, { path: THING })
  await kit.proxy.mode({ kind: 'refuse' }, { path: '/service-worker.js' })
  await page.goto('/listings')
  const card = page.getByRole('article').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  // The server draws the first cards: the app runs once it has counted them all.
  await expect(page.getByText(/^\d+ items$/)).toBeVisible()
  await loseSignal(kit, page)
  return { page, link: card.getByRole('link').first(), title, refused }
}

async function regainSignalLate(kit: Kit, page: Page): Promise<void> {
  await kit.proxy.mode({ kind: 'pass' }, { path: THING })
  await regainSignal(kit, page)
}

/** A pointer over a link lets the app ask for what its page needs. */
async function pointAt({ link, refused }: Early): Promise<void> {
  await link.hover()
  await expect.poll(() => refused).toContainEqual(expect.stringMatching(/^\/assets\/thing-.+\.css$/))
}

for (const isPointedAt of [false, true]) {
  const opened = isPointedAt ? 'pointed at, then opened' : 'opened'
  test(
    `a screen ${opened} without a signal, before the app is on the device, says what to do, and opens by itself`,
    ON_PHONE,
    async ({ kit }) => {
      const early = await loseSignalEarly(kit)
      const { page, link, title } = early
      if (isPointedAt) await pointAt(early)
      await link.click()
      await expect(page.getByRole('heading', { name: 'This page is not on this device yet' })).toBeVisible()
      await expect(page.getByText('Connect for a moment: then every page opens without a connection.')).toBeVisible()
      await regainSignalLate(kit, page)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    },
  )
}

test(
  'a link that was pointed at without a signal opens its page, styles and all, with one',
  ON_PHONE,
  async ({ kit }) => {
    const early = await loseSignalEarly(kit)
    const { page, link, title } = early
    await pointAt(early)
    await regainSignalLate(kit, page)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const styles = () => page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? '').join())
    await expect.poll(styles).toContain('/assets/thing-')
  },
)

test('a page that the worker has passed over is taken in by it', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.visitor()
  await page.goto('/listings')
  await expectWorker(page)
  // As one that was on its way when the worker began: nobody answers for it.
  const session = await context.newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  await page.waitForEvent('load')
  await expectWorker(page)
})

/** How the worker tells the browser that it leaves the disk to a newer build. */
const NEWER_DISK = /was changed by a newer build/

/** Puts a newer build on the server: its worker knows of another page, and its page says that it is newer. */
async function publishNewBuild(kit: Kit): Promise<void> {
  const newPage = (text: string) => text.replace('<html', '<html data-build="next"')
  const newWorker = (text: string) => text.replace(/"revision":"\w+"(,"url":"index\.html")/, '"revision":"next"$1')
  await kit.proxy.mode({ kind: 'rewrite', change: newPage }, { path: '/index.html' })
  await kit.proxy.mode({ kind: 'rewrite', change: newWorker }, { path: '/service-worker.js' })
}

/** Sends what stands in a field and types the next words before it is known what came of it. */
function sendAndTypeOn(box: Locator, next: string): Promise<void> {
  return box.evaluate((element, words) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
    ;(element as HTMLTextAreaElement).form?.requestSubmit()
    set?.call(element, words)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, next)
}

test(
  'a newer version in another tab has the disk: this one lets go, keeps what is typed, and says so',
  ON_PHONE,
  async ({ kit }) => {
    const { page, context } = await kit.newPerson('planner')
    const booking = await findBooking(kit.api({ context }), 'pending')
    const box = page.getByRole('textbox', { name: /^Message to/ })
    const prompt = page.getByText('A new version is ready.')
    await openThread(page, booking.id)
    await expectWorker(page)
    await box.fill('Half a sen')
    await expect(prompt).toBeHidden()
    const other = await context.newPage()
    await other.goto('/listings')
    await expect(other.getByRole('link', { name: 'Synced' })).toBeVisible()

    await upgradeDisk(other)
    for (const tab of [page, other]) await expect(tab.getByText('A new version is ready.')).toBeVisible()
    await box.press('End')
    await box.pressSequentially('tence')
    await sendAndTypeOn(box, 'Another')
    await expect(page.getByText('The message could not be kept.')).toBeVisible()
    await expect(box).toHaveValue('Half a sentence\nAnother')
    await page.getByRole('button', { name: 'Update now' }).click()
    // The server has the same build still: the one that comes here goes on without the disk, and has the words.
    await expect(page.getByText('This is an earlier version of Trestle.')).toBeVisible()
    await expect(prompt).toBeHidden()
    await expect(box).toHaveValue('Half a sentence\nAnother')
  },
)

test(
  'whoever signs out in an earlier version is signed out on the disk of the newer one',
  ON_PHONE,
  async ({ kit }) => {
    // The picture opened as a page has no icon of its own.
    kit.allowErrors(answeredWith(404), NEWER_DISK)
    const { page, context } = await kit.newPerson('planner')
    await page.goto('/listings')
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    const bare = await context.newPage()
    await bare.goto('/mark.svg')
    await page.close()
    await upgradeDisk(bare)
    const older = await context.newPage()
    await older.goto('/listings')
    await expect(older.getByText('This is an earlier version of Trestle.')).toBeVisible()
    const users = async () =>
      (await tablesOf(bare, 'session')).flatMap(({ rows }) => rows.filter((row) => row.startsWith('{"k":"user"')))
    expect(await users()).toHaveLength(1)
    await pressLogout(older)
    await expectVisitor(older)
    await expect.poll(users).toEqual([])
  },
)

test('a tab that sleeps on an older disk is named, and closing it is all there is to do', ON_PHONE, async ({ kit }) => {
  // The picture opened as a page has no icon of its own.
  kit.allowErrors(answeredWith(404))
  const { page, context } = await kit.visitor()
  // Like a page of an older build that its browser has put to sleep: it holds the disk and hears nothing.
  const asleep = await context.newPage()
  await asleep.goto('/mark.svg')
  await asleep.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('trestle-device', 10)
        opening.onsuccess = () => resolve()
        opening.onerror = () => reject(opening.error)
      }),
  )
  await page.goto('/listings')
  const words = page.getByText('Trestle is asleep in another tab. Close that tab to go on here.')
  await expect(words).toBeVisible()
  const listing = page.getByRole('article').first()
  await expect(listing).toBeHidden()
  await asleep.close()
  await expect(words).toBeHidden()
  await expect(listing).toBeVisible()
})

test('an old worker that finds a newer disk sends nothing and keeps everything', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, NEWER_DISK)
  const { page, context } = await kit.newPerson('planner')
  const booking = await findBooking(kit.api({ context }), 'pending')
  await openThread(page, booking.id)
  await expectWorker(page)
  await kit.proxy.mode({ kind: 'refuse' })
  const text = `For the next build ${Date.now()}`
  await writeMessage(page, text)
  await expect(bubbles(page, text)).toContainText('Waiting for a connection')
  // A page of the same origin without the app.
  const bare = await context.newPage()
  await bare.goto('/mark.svg')
  await page.close()
  await upgradeDisk(bare)

  kit.proxy.forget()
  await kit.proxy.reset()
  const session = await context.newCDPSession(bare)
  const left = new Promise<void>((resolve) => {
    session.on('ServiceWorker.workerErrorReported', ({ errorMessage: { errorMessage } }) => {
      if (NEWER_DISK.test(errorMessage)) resolve()
    })
  })
  await session.send('ServiceWorker.enable')
  await sendInBackground(context, kit.origin)
  await left
  expect(messagesOffered(kit.proxy)).toBe(0)
  expect(await sentTexts(kit.api({ context }), booking.id, [text])).toEqual([])
  expect((await privateRows(bare)).filter((row) => row.endsWith('/outbox: 1'))).toHaveLength(1)
})

test('an open page hears of a newer version after several that did not arrive whole', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, /ServiceWorker|Failed to fetch|bad-precaching-response/)
  const { page } = await kit.visitor()
  await page.goto('/listings')
  await expectWorker(page)
  await publishNewBuild(kit)
  const pages = () => kit.proxy.arrivals('GET', '/index.html').length
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const isUnderWay = async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing)
  for (const _ of ['first', 'second', 'third']) {
    await kit.proxy.mode({ kind: 'cut-before' }, { path: '/index.html', times: 1 })
    const before = pages()
    await look()
    await expect.poll(pages).toBeGreaterThan(before)
    await expect.poll(() => page.evaluate(isUnderWay)).toBe(false)
  }
  await look()
  await expect(page.getByText('A new version is ready.')).toBeVisible()
})

test(
  'on a small phone the question about a new version fits, and covers no title and nothing of the menu',
  ON_PHONE,
  async ({ kit }) => {
    const { page } = await kit.visitor()
    await page.goto('/listings')
    await expectWorker(page)
    await publishNewBuild(kit)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const question = page.getByRole('region', { name: 'New version' }).getByRole('status')
    await expect(question).toBeVisible()
    const expectClear = async (what: string, parts: Locator[]) => {
      for (const size of TIGHT_SIZES) {
        await resize(page, size)
        await expectFits(page, `${what} at ${size.width}, ${size.letters}`)
        expect.soft(await question.evaluate((box) => box.scrollWidth - box.clientWidth), what).toBe(0)
        await expectApart(`The question and ${what} at ${size.width}, ${size.letters}`, [question, ...parts])
      }
      await resize(page, { width: 390, letters: '' })
    }
    await expectClear('the page', [])

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await expectClear('the title of a sheet', [
      sheet.getByRole('heading', { level: 2 }),
      sheet.getByRole('button', { name: 'Close', exact: true }),
    ])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const links = menu.getByRole('link')
    await expectClear('the top of the menu', [menu.getByText('Trestle', { exact: true }), links.first()])
    for (const size of TIGHT_SIZES) {
      await resize(page, size)
      await menu.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await expectApart('The question and the end of the menu', [question, links.last()])
    }
  },
)

test('a new version asks first; what was typed is there after the update', ON_PHONE, async ({ kit }) => {
  const { page, context } = await kit.newPerson('planner')
  const booking = await findBooking(kit.api({ context }), 'pending')
  const openThreads = [page, await context.newPage()]
  const box = (tab: Page) => tab.getByRole('textbox', { name: /^Message to/ })
  const prompt = (tab: Page) => tab.getByText('A new version is ready.')
  // The dialog with the thread stays open: the prompt is pressed over it.
  const update = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Update now' }).click()
    await expectBuild(tab, 'next')
  }
  for (const tab of openThreads) {
    await openThread(tab, booking.id)
    await expectWorker(tab)
    await expect(prompt(tab)).toBeHidden()
  }
  const [first = page, second = page] = openThreads
  await box(first).fill('Half a sen')

  await publishNewBuild(kit)
  // What a browser sends when its person comes back to the app; one without windows never hides a page.
  await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  for (const tab of [first, second]) await expect(prompt(tab)).toBeVisible()
  const visit = await context.newPage()
  await visit.goto('/listings')
  await expect(prompt(visit)).toBeVisible()
  await box(first).press('End')
  await box(first).pressSequentially('tence')
  for (const tab of [first, second, visit]) await expect(tab.locator('html')).not.toHaveAttribute('data-build')

  await update(first)
  await expect(prompt(first)).toBeHidden()
  await openThread(first, booking.id)
  await expect(box(first)).toHaveValue('Half a sentence')

  // Nobody pressed anything in the other pages: they are as they were, and can follow when their person likes.
  await expect(second.locator('html')).not.toHaveAttribute('data-build')
  await update(second)
})
