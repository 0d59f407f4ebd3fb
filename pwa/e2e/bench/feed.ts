import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type BenchRow, inTurn } from '../../../server/test-support/bench/bench-rounds'

/**
 * Scrolls through the feed at its full size and through a plain page of 50 cards, and compares the longest task that
 * either gave the browser meanwhile. Says its row in the last line, as JSON.
 */
const ROUNDS = 3
const PLAIN_CARDS = 50
const WHEELS = 40
const WHEEL_PX = 400
const WHEEL_PAUSE_MS = 30
const SETTLE_MS = 1_000

interface Feed {
  origin: string
  posts: number
  photos: string[]
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of processor time: a busy machine does not lengthen them. */
  tdur?: number
  args?: { name?: string }
}

/** The plain way, without thought of size: every card in the page, in a grid. */
function plainPage({ origin, photos }: Feed): string {
  const cards = Array.from({ length: PLAIN_CARDS }, (_, n) => {
    const photo = photos[n % photos.length]?.replace('.jpg', '-640.jpg')
    return `<li><img loading="lazy" src="${origin}${photo}" alt=""><h2><a href="#${n}">Table number ${n}</a></h2>
      <p>lanterns, garden party, summer</p><button>Like</button><button>Save</button></li>`
  })
  return `<!doctype html><style>
    ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem 1rem; list-style: none }
    img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover }
  </style><ul>${cards.join('')}</ul>`
}

/** The longest task of the page's main thread in milliseconds while it is scrolled to and fro. */
async function longestTask(browser: Browser, page: Page): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  await page.mouse.move(400, 400)
  for (let n = 0; n < WHEELS; n++) {
    // Down most of the time, and now and then back up: cards come and go at both ends.
    await page.mouse.wheel(0, n % 6 === 5 ? -WHEEL_PX : WHEEL_PX)
    await page.waitForTimeout(WHEEL_PAUSE_MS)
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mains = trace.traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid)
  const tasks = trace.traceEvents.filter((event) => event.name.endsWith('RunTask') && isMain(event))
  if (tasks.length === 0) throw new Error('The trace holds no tasks')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000
}

async function benchFeed(browser: Browser, feed: Feed): Promise<BenchRow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })
  const [ours, plain] = [await context.newPage(), await context.newPage()]
  await ours.goto(`${feed.origin}/inspiration`)
  await ours.locator('[data-card]').first().waitFor()
  await plain.setContent(plainPage(feed))
  const scrolled = (page: Page) => async () => {
    await page.bringToFront()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.waitForTimeout(SETTLE_MS)
    return longestTask(browser, page)
  }
  const times = await inTurn(ROUNDS, scrolled(ours), scrolled(plain))
  const cards = await ours.locator('[data-card]').count()
  await context.close()
  return {
    what: `scroll a feed of ${feed.posts.toLocaleString('en')} (longest task; ${cards} cards in the page)`,
    ...times,
    yardstick: `a plain grid of ${PLAIN_CARDS}`,
  }
}

const server = Bun.spawn(
  [process.execPath, join(import.meta.dirname, '../../../server/test-support/bench/bench-feed-server.ts')],
  {
    stdin: 'pipe',
    stderr: 'inherit',
  },
)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  const first = await server.stdout.getReader().read()
  const feed = JSON.parse(new TextDecoder().decode(first.value)) as Feed
  process.stdout.write(`${JSON.stringify([await benchFeed(browser, feed)])}\n`)
} finally {
  await browser.close()
  server.stdin.end()
  await server.exited
}
