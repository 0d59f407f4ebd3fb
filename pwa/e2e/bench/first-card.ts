import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type BenchRow, inTurn } from '../../../server/test-support/bench/bench-rounds'
import { serveStaticCards } from './static-cards'

/**
 * Opens the product whose server has been stopped, in a browser that was started anew on the same profile, and beside the product a
 * static page that a ten-line worker keeps: milliseconds from the navigation's start to the first card, and the same for a reload.
 * Says its rows in the last line, as JSON.
 */
const ROUNDS = Number(process.env.BENCH_CARD_ROUNDS ?? 5)
const SIZES = (process.env.BENCH_CARD_SIZES ?? '200,10000').split(',').map(Number)
const SLOWED = (process.env.BENCH_CARD_SLOWED ?? '1').split(',').map(Number)
const AIM = 1.2
const FILLED_MS = 120_000
/** Long enough for a screen to be at rest, and for what it does then. */
const REST_MS = 6_000
const AFTER_COLD_MS = 3_000
const SERVER = join(import.meta.dirname, '../../../server/test-support/bench/bench-card-server.ts')

interface Site {
  origin: string
  path: string
  folder: string
}

/** A card on the screen: one of the page, or one of the worker's picture of the page. */
function watchForCard(): void {
  const isThere = () => document.querySelector('article, [data-picture]') !== null
  const look = () => {
    // The frame after the one in which the card was laid out: by then the card can be seen.
    if (isThere()) requestAnimationFrame(() => Object.assign(window, { cardAt: performance.now() }))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const open = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    viewport: { width: 1280, height: 800 },
  })

async function cardTime(page: Page): Promise<number> {
  await page.waitForFunction(() => 'cardAt' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => (window as unknown as { cardAt: number }).cardAt)
}

interface Times {
  cold: number
  reload: number
}

async function timeOpening({ origin, path, folder }: Site, slowed: number): Promise<Times> {
  const context = await open(folder)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript(watchForCard)
    if (slowed > 1) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
    }
    await page.goto(origin + path, { waitUntil: 'commit' })
    const cold = await cardTime(page)
    await page.waitForTimeout(AFTER_COLD_MS * Math.min(slowed, 2))
    await page.reload({ waitUntil: 'commit' })
    return { cold, reload: await cardTime(page) }
  } finally {
    await context.close()
  }
}

/**
 * Opens the site with its server, until its worker keeps the site and the screens have been at rest.
 * @returns how many bytes the browser keeps for the site, by kind
 */
async function visit(folder: string, origin: string, paths: readonly string[]): Promise<Record<string, number>> {
  const context = await open(folder)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(origin + paths[0])
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: FILLED_MS,
  })
  for (const path of paths) {
    await page.goto(origin + path)
    await page.locator('article, main h1').first().waitFor({ timeout: FILLED_MS })
    await page.waitForTimeout(REST_MS)
  }
  const kept = (await page.evaluate(() => navigator.storage.estimate())) as {
    usageDetails?: Record<string, number>
  }
  await context.close()
  return kept.usageDetails ?? {}
}

const rows: BenchRow[] = []
const folders: string[] = []
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-bench-'))
  folders.push(folder)
  return folder
}
const plain = serveStaticCards()
const plainSite: Site = { origin: plain.origin, path: '/', folder: await newFolder() }
try {
  await visit(plainSite.folder, plain.origin, ['/'])
  for (const size of SIZES) {
    const server = Bun.spawn([process.execPath, SERVER], {
      stdin: 'pipe',
      stderr: 'inherit',
      env: { ...process.env, BENCH_LISTINGS: String(size) },
    })
    const { value } = await server.stdout.getReader().read()
    const { origin, listing } = JSON.parse(new TextDecoder().decode(value)) as { origin: string; listing: number }
    const folder = await newFolder()
    const paths = process.env.BENCH_CARD_PATHS?.split(',') ?? ['/listings', `/listings/${listing}`, '/inspiration']
    const kept = await visit(folder, origin, paths)
    process.stdout.write(`Kept by the browser with ${size} listings, in bytes: ${JSON.stringify(kept)}\n`)
    server.stdin.end()
    await server.exited
    for (const path of paths)
      for (const slowed of SLOWED) {
        const reloads = { ours: [] as number[], plain: [] as number[] }
        const timed = (site: Site, into: number[]) => async () => {
          const { cold, reload } = await timeOpening(site, slowed)
          into.push(reload)
          return cold
        }
        const cold = await inTurn(
          ROUNDS,
          timed({ origin, path, folder }, reloads.ours),
          timed(plainSite, reloads.plain),
        )
        const [ours, yardstick] = [reloads.ours.values(), reloads.plain.values()]
        const again = await inTurn(
          ROUNDS,
          async () => ours.next().value ?? Number.NaN,
          async () => yardstick.next().value ?? Number.NaN,
        )
        const what = `${path.replace(/\d+$/, ':id')}, ${size.toLocaleString('en')} listings${slowed > 1 ? `, CPU / ${slowed}` : ''}`
        const by = 'a static page of 20 cards kept by a worker'
        rows.push({ what: `first card, browser started anew: ${what}`, ...cold, yardstick: by, aim: AIM })
        rows.push({ what: `first card, reload: ${what}`, ...again, yardstick: by, aim: AIM })
      }
  }
  process.stdout.write(`${JSON.stringify(rows)}\n`)
} finally {
  await plain.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
