import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { pickDays } from './calendar'
import { startFaultProxy } from './fault-proxy'
import { createApi, signIn } from './person'
import { daysAhead } from './rentals'
import { openScreen, ownScreens, publicScreens, type Screen, settled } from './screens'
import { createServerProcess } from './server-process'

/** Makes the pictures of the manifest and of the README from a fresh demo marketplace: `bun pwa/e2e/take-screenshots.ts`. */
const FOLDER = join(import.meta.dirname, '../public/screenshots')
const QUALITY = 80
const NARROW: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

async function pickThreeDays(page: Page): Promise<void> {
  await pickDays(page.getByRole('group', { name: 'Dates' }), daysAhead(14, 16))
  await page.getByRole('button', { name: 'Continue' }).evaluate((button) => button.scrollIntoView({ block: 'end' }))
}

async function takeAll(origin: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
  const open = (options: BrowserContextOptions) =>
    browser.newContext({
      ...options,
      baseURL: origin,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'America/New_York',
    })
  const [narrow, wide] = [await open(NARROW), await open(WIDE)]
  const api = createApi(narrow.request, origin)
  await signIn(api, 'planner')
  const [landing, listings, listing] = await publicScreens(api)
  const [offers] = ownScreens('planner')
  const [phone, desktop] = [await narrow.newPage(), await wide.newPage()]
  const take = async (
    page: Page,
    name: string,
    screen: Screen | undefined,
    prepare?: (page: Page) => Promise<void>,
  ) => {
    if (!screen) throw new Error(`There is no screen for ${name}`)
    await openScreen(page, screen)
    await prepare?.(page)
    await page.getByRole('link', { name: 'Synced' }).waitFor()
    await settled(page)
    await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY })
  }
  await take(phone, 'listings-narrow', listings)
  await take(phone, 'listing-narrow', listing, pickThreeDays)
  await take(phone, 'offers-narrow', offers)
  await take(desktop, 'landing-wide', landing)
  await take(desktop, 'listings-wide', listings)
  await browser.close()
}

const folder = await mkdtemp(join(tmpdir(), 'trestle-screenshots-'))
const ports = { server: 0 }
const proxy = await startFaultProxy(() => ports.server)
const server = await createServerProcess({ dataDir: join(folder, 'data'), origin: proxy.origin })
ports.server = server.port
try {
  await mkdir(FOLDER, { recursive: true })
  await server.start()
  await takeAll(proxy.origin)
} finally {
  await proxy.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
