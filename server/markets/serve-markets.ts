import { type ErrorBody, Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import type { Deps } from '../deps'
import { type Env, EnvError } from '../env'
import { noteCaller } from '../http/caller'
import { describeError } from '../http/describe-error'
import { openLimits } from '../http/limits'
import { requestPath } from '../http/request-path'
import { securityHeaders } from '../http/security-headers'
import { openProcessMetrics } from '../metrics/metrics'
import { openMarket } from '../open-market'
import { isDraining } from '../site/drain'
import { mayReadMetrics, takeGauges } from '../site/metrics-route'
import { readStaticFiles } from '../site/static-files'
import { marketEnv, type Variables, withTokenRead } from './market-env'
import { type MarketsDirectory, openMarketsDirectory } from './markets-directory'
import { mergeMetrics } from './merge-metrics'
import { type MarketEntry, type Paces, type RunningMarkets, runMarkets } from './running-markets'
import { listening, type Serving } from './serve-market'

/** A market that moves or closes is closed within half a minute. */
const PACES: Paces = {
  readMs: 20_000,
  sweepMs: 60_000,
  quietMs: 600_000,
  wakeMs: 900_000,
  retryMs: 5_000,
  waitMs: 10_000,
}
/** A name or an IPv4 address, perhaps with the dot of the root and a port. */
const HOST = /^([a-z0-9.-]{1,253}?)\.?(?::\d{1,5})?$/

interface Options {
  env: Env & { markets: NonNullable<Env['markets']> }
  /** The environment that each market's is made of. */
  variables: Variables
  log: Deps['log']
  paces?: Partial<Paces>
  /** Seconds after which a connection that is silent is ended, but for live streams. */
  idleTimeout?: number
}

/** Serves the markets of the directory, each at its host, from one listener. */
export async function serveMarkets({ env, variables, log, paces: given, idleTimeout }: Options): Promise<Serving> {
  const paces = { ...PACES, ...given }
  const directory = await openMarketsDirectory(env.markets)
  const files = readStaticFiles(env.appDir)
  const open = async ({ market: { name }, env: own }: MarketEntry) => {
    const market = await openMarket(own, (entry) => log({ market: name, ...entry }), files)
    // Without it, an app that does not listen itself takes everybody for this machine.
    market.app.server = server
    market.deps.metrics.registry.setDefaultLabels({ market: name })
    return market
  }
  const running = runMarkets({ open, log, paces })
  const readEntries = entryReader(directory, withTokenRead(variables), log)
  void running.update(await readEntries())
  const front = openFront(env, running, log)
  const server = Bun.serve({
    ...listening(env, idleTimeout),
    fetch: (request, server) => front.answer(request, server),
  })
  const timers = [
    every(paces.readMs, async () => {
      // A market that is slow to close does not hold back the next look.
      void running.update(await readEntries())
    }),
    every(paces.sweepMs, () => running.sweep()),
  ]

  function every(ms: number, work: () => Promise<void>) {
    const run = () =>
      work().catch((error) =>
        log({ level: 'error', what: 'the markets cannot be looked after', ...describeError(error) }),
      )
    return setInterval(() => void run(), ms)
  }

  void running.sweep()
  return {
    port: server.port ?? env.port,
    words: [`${PRODUCT_NAME} serves its markets on port ${server.port}`],
    spreadStreams: running.spreadStreams,
    async close() {
      for (const timer of timers) clearInterval(timer)
      running.endStreams()
      await server.stop()
      await running.close()
      front.close()
      directory.close()
    },
  }
}

/** Reads the directory. A market whose row or environment is not right is left out, and said in the log once. */
function entryReader(directory: MarketsDirectory, variables: Variables, log: Deps['log']) {
  let told = new Map<string, string>()
  return async (): Promise<MarketEntry[]> => {
    const { markets, broken } = await directory.list()
    const faults = new Map(broken.map(({ name, fault }) => [name, fault]))
    const entries = markets.flatMap((market) => {
      try {
        return [{ market, env: marketEnv(variables, market) }]
      } catch (error) {
        if (!(error instanceof EnvError)) throw error
        faults.set(market.name, error.faults.join('; '))
        return []
      }
    })
    for (const [market, fault] of faults)
      if (told.get(market) !== fault) log({ level: 'error', what: 'a market is left out', market, fault })
    told = faults
    return entries
  }
}

/** Everything before the markets: what is asked of the process itself, and the choice of the market. */
function openFront(env: Env, running: RunningMarkets, log: Deps['log']) {
  const limits = openLimits(() => new Date())
  const ofProcess = openProcessMetrics()
  const headers = securityHeaders(env)

  async function route(request: Request): Promise<Response> {
    const path = requestPath(request)
    if (path === null) throw new Refusal('bad_request')
    const ownAnswer = request.method === 'GET' || request.method === 'HEAD' ? ownAnswers[path] : undefined
    if (ownAnswer) return ownAnswer(request)
    const host = hostOf(request)
    if (host === null) throw new Refusal('unknown_market')
    return running.answer(host, async ({ app }) => app.fetch(request))
  }

  /** Answers of the process. They open no market, and keep none open. */
  const ownAnswers: Record<string, (request: Request) => Response | Promise<Response>> = {
    '/api/health': () => answer(200, { status: 'live' }),
    '/api/ready': () => {
      if (isDraining()) throw new Refusal('busy', 'The server is about to end.')
      return answer(200, { status: 'ready' })
    },
    '/metrics': async (request) => {
      await limits.countAddress('everythingElse', request)
      if (!mayReadMetrics(env, request)) throw new Refusal('not_found')
      const texts = await Promise.all(running.open().map(({ market }) => textOf(market.deps)))
      return new Response(mergeMetrics([...texts, await ofProcess.text()]), {
        headers: { ...headers, 'content-type': ofProcess.registry.contentType, 'cache-control': 'no-store' },
      })
    },
  }

  async function textOf(deps: Deps): Promise<string> {
    // A market that is being closed has its counts, and nothing to measure any more.
    await takeGauges(deps).catch(() => undefined)
    return deps.metrics.registry.metrics()
  }

  function answer(
    status: number,
    body: { status: string } | ErrorBody,
    further: Record<string, string> = {},
  ): Response {
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store', ...further },
    })
  }

  return {
    async answer(request: Request, server: Bun.Server<undefined>): Promise<Response> {
      try {
        noteCaller(request, server, env)
        return await route(request)
      } catch (error) {
        if (!(error instanceof Refusal)) log({ level: 'error', what: 'no market answers', ...describeError(error) })
        const refusal = error instanceof Refusal ? error : new Refusal('internal')
        const { retryAfterS = refusal.status === 503 ? 2 : undefined } = refusal
        return answer(refusal.status, refusal.body(), retryAfterS ? { 'retry-after': String(retryAfterS) } : {})
      }
    },
    close: () => ofProcess.close(),
  }
}

/** The host that a request names, without its port; null when it names none. */
function hostOf(request: Request): string | null {
  return HOST.exec(request.headers.get('host')?.toLowerCase() ?? '')?.[1] ?? null
}
