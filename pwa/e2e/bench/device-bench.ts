import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Likes } from './flushing'

/** Runs the part of the bench that needs a real browser and says its rows in the last line, as JSON. */
const api = process.env.BENCH_SERVER ?? ''
const { cookie, ...likes } = JSON.parse(process.env.BENCH_LIKES ?? '{}') as { cookie: string } & Likes
const HERE = import.meta.dirname
/** By the address at which the page asks for it. */
const scripts = new Map([
  ['/page.js', await scriptOf(join(HERE, 'page.ts'))],
  ['/search-worker.ts', await scriptOf(join(HERE, '../../sync/search-worker.ts'))],
])

async function scriptOf(entry: string): Promise<string> {
  const build = await Bun.build({ entrypoints: [entry], target: 'browser' })
  const script = build.outputs[0]
  if (!build.success || !script) throw new AggregateError(build.logs, `${entry} could not be built`)
  return script.text()
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/api/')) return passOn(await fetch(api + pathname + search, asPerson(request)))
    const code = scripts.get(pathname)
    if (code) return new Response(code, { headers: { 'content-type': 'text/javascript' } })
    return new Response('<!doctype html><script type="module" src="/page.js"></script>', {
      headers: { 'content-type': 'text/html' },
    })
  },
})

/** The same request in the name of the bench's person, as a program sends it. */
function asPerson(request: Request): RequestInit {
  const headers = new Headers(request.headers)
  for (const name of [...headers.keys()])
    if (/^(host|origin|referer|sec-|connection|content-length)/.test(name)) headers.delete(name)
  headers.set('cookie', cookie)
  return { method: request.method, headers, body: request.body }
}

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
  const run = (about: Likes) => (window as unknown as { runBench(about: Likes): Promise<unknown> }).runBench(about)
  const rows = await page.evaluate(run, likes)
  process.stdout.write(`${JSON.stringify(rows)}\n`)
} finally {
  await browser.close()
  await server.stop(true)
}
