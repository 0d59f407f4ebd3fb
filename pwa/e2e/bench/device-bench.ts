import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Runs the part of the bench that needs a real browser and says its rows in the last line, as JSON. */
const api = process.env.BENCH_SERVER ?? ''
const build = await Bun.build({ entrypoints: [join(import.meta.dirname, 'page.ts')], target: 'browser' })
const script = build.outputs[0]
if (!build.success || !script) throw new AggregateError(build.logs, 'The page of the bench could not be built')
const code = await script.text()

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/api/')) return passOn(await fetch(api + pathname + search))
    if (pathname === '/page.js') return new Response(code, { headers: { 'content-type': 'text/javascript' } })
    return new Response('<!doctype html><script type="module" src="/page.js"></script>', {
      headers: { 'content-type': 'text/html' },
    })
  },
})

async function passOn(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers)
  // It has been unpacked on the way through here.
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers })
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`))
  await page.goto(server.url.href)
  await page.waitForFunction(() => 'runBench' in window)
  const rows = await page.evaluate(() => (window as unknown as { runBench(): Promise<unknown> }).runBench())
  process.stdout.write(`${JSON.stringify(rows)}\n`)
} finally {
  await browser.close()
  await server.stop(true)
}
