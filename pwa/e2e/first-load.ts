import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'

const IDLE_MS = 500
const IDLE_LIMIT_MS = 20_000
const LOOK_AGAIN_MS = 50

export interface LoadedScript {
  url: string
  /** Bytes of the body as they came over the wire. */
  bytes: number
}

/** The downloads of a first visit, until the network goes quiet. */
export interface FirstLoad {
  scripts: LoadedScript[]
  /** Sum over `scripts`. */
  totalBytes: number
}

interface Seen extends LoadedScript {
  isScript: boolean
  isOpen: boolean
  /** An event stream stays open for as long as the page does. */
  isEndless: boolean
}

/** Notes every request of the page. The service worker is a target of its own: what it fetches is not seen here. */
function record(session: CDPSession): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    seen.set(requestId, {
      url: request.url,
      bytes: 0,
      isScript: false,
      isOpen: true,
      isEndless: type === 'EventSource',
    })
  })
  const change = (requestId: string, changeOf: (request: Seen) => Partial<Seen>) => {
    const request = seen.get(requestId)
    if (request) Object.assign(request, changeOf(request))
  }
  session.on('Network.responseReceived', ({ requestId, response }) =>
    change(requestId, () => ({
      isScript: /javascript/.test(response.mimeType),
      isEndless: response.mimeType === 'text/event-stream',
    })),
  )
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    change(requestId, ({ bytes }) => ({ bytes: bytes + encodedDataLength })),
  )
  session.on('Network.loadingFinished', ({ requestId }) => change(requestId, () => ({ isOpen: false })))
  session.on('Network.loadingFailed', ({ requestId }) => change(requestId, () => ({ isOpen: false })))
  return seen
}

async function networkIdle(seen: Map<string, Seen>): Promise<void> {
  const limit = Date.now() + IDLE_LIMIT_MS
  let quietSince = Date.now()
  let known = 0
  while (Date.now() - quietSince < IDLE_MS) {
    const isBusy = [...seen.values()].some(({ isOpen, isEndless }) => isOpen && !isEndless)
    if (isBusy || seen.size !== known) quietSince = Date.now()
    known = seen.size
    if (Date.now() > limit) throw new Error(`The network was not quiet for ${IDLE_MS} ms within ${IDLE_LIMIT_MS} ms`)
    await pause(LOOK_AGAIN_MS)
  }
}

/**
 * Visits `url` with nothing cached and adds up the JavaScript that the page asks for before the network is quiet.
 * The server is asked for gzip, so that figures compare whatever else the browser can unpack.
 */
export async function firstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const seen = record(session)
    await page.goto(url, { waitUntil: 'load' })
    await networkIdle(seen)
    const scripts = [...seen.values()].filter(({ isScript }) => isScript).map(({ url, bytes }) => ({ url, bytes }))
    return { scripts, totalBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) }
  } finally {
    await context.close()
  }
}
