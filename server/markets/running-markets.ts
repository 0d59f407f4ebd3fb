import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import type { Env } from '../env'
import { describeError } from '../http/describe-error'
import type { OpenMarket } from '../open-market'
import { closeLiveStreams, openStreamCount, spreadLiveStreams } from '../sync/live'
import type { MarketRow } from './markets-directory'

/** A market of the directory, and the environment in which it runs. */
export interface MarketEntry {
  market: MarketRow
  env: Env
}

export interface Paces {
  /** How often the directory is read. */
  readMs: number
  /** How often quiet markets are looked for. */
  sweepMs: number
  /** A market without a request and without a live stream is closed after so long. */
  quietMs: number
  /** A closed market is opened for a turn of its timers so often. */
  wakeMs: number
  /** A market that could not be opened is tried again after so long. */
  retryMs: number
  /** A request waits so long for its market to open. */
  waitMs: number
}

/** A market that moves or closes lets its requests under way end for so long. */
const END_WAIT_MS = 5_000
const LOOK_MS = 20

interface Held {
  market: OpenMarket
  entry: MarketEntry
  usedAt: number
  underWay: number
}

/** The markets of a process, each open while somebody uses it. */
export interface RunningMarkets {
  /** Takes what the directory says now; markets that moved, closed or changed are closed. */
  update(entries: MarketEntry[]): Promise<void>
  /**
   * Lets the market at a host answer, which is opened for that when it is not. @throws Refusal `unknown_market`,
   * `market_closed`, `market_moving`, and `busy` while the market cannot be opened
   */
  answer(host: string, ask: (market: OpenMarket) => Promise<Response>): Promise<Response>
  /** Closes what is quiet, and lets the timers of closed markets have their turn. */
  sweep(): Promise<void>
  /** The markets that are open now. */
  open(): { name: string; market: OpenMarket }[]
  /** Ends the live streams that are open now, one after another over so long. */
  spreadStreams(overMs: number): Promise<void>
  endStreams(): void
  close(): Promise<void>
}

interface Options {
  open(entry: MarketEntry): Promise<OpenMarket>
  log: Deps['log']
  paces: Paces
}

export function runMarkets({ open, log, paces }: Options): RunningMarkets {
  let byHost = new Map<string, MarketEntry>()
  /** The directory's row of each market, as text to be compared. */
  let rows = new Map<string, string>()
  const held = new Map<string, Held>()
  const opening = new Map<string, Promise<void>>()
  const closing = new Map<string, Promise<void>>()
  const failedUntil = new Map<string, number>()
  /** When the timers of a market that is closed now had their last turn. */
  const turnAt = new Map<string, number>()
  let isEnding = false
  let sweeping: Promise<void> | null = null
  const now = () => performance.now()

  /** The market, counted as in use: `release` ends that. Nothing closes it meanwhile but a change of the directory. */
  async function take(host: string): Promise<Held> {
    const end = now() + paces.waitMs
    for (;;) {
      const entry = entryAt(host)
      const own = held.get(entry.market.name)
      if (own) {
        own.underWay++
        return own
      }
      if (isEnding) throw new Refusal('busy')
      await within(end, closing.get(entry.market.name) ?? openOnce(entry))
    }
  }

  function entryAt(host: string): MarketEntry {
    const entry = byHost.get(host)
    if (!entry) throw new Refusal('unknown_market')
    if (entry.market.state === 'moving') throw new Refusal('market_moving', undefined, undefined, { retryAfterS: 10 })
    if (entry.market.state === 'closed') throw new Refusal('market_closed')
    return entry
  }

  /** All who come meanwhile wait for one opening. */
  function openOnce(entry: MarketEntry): Promise<void> {
    const { name } = entry.market
    const known = opening.get(name)
    if (known) return known
    const waitMs = (failedUntil.get(name) ?? 0) - now()
    if (waitMs > 0) throw notOpen(waitMs)
    const begun = openMarketOf(entry).finally(() => opening.delete(name))
    opening.set(name, begun)
    return begun
  }

  async function openMarketOf(entry: MarketEntry): Promise<void> {
    const { name } = entry.market
    try {
      const market = await open(entry)
      failedUntil.delete(name)
      market.startWork()
      // A market that nobody asks for is quiet again at the sweep after the next one.
      const own = { market, entry, usedAt: now() - paces.quietMs + paces.sweepMs, underWay: 0 }
      held.set(name, own)
      log({ level: 'info', what: 'a market is open', market: name })
      if (!isAsBefore(own)) void closeHeld(own)
    } catch (error) {
      failedUntil.set(name, now() + paces.retryMs)
      log({ level: 'error', what: 'a market cannot be opened', market: name, ...describeError(error) })
      throw notOpen(paces.retryMs)
    }
  }

  function release(own: Held): void {
    own.underWay--
  }

  function closeHeld(own: Held): Promise<void> {
    const { name } = own.entry.market
    held.delete(name)
    const closed = closeMarketOf(own)
      .catch((error) =>
        log({ level: 'error', what: 'a market did not close well', market: name, ...describeError(error) }),
      )
      .finally(() => {
        turnAt.set(name, now())
        closing.delete(name)
      })
    closing.set(name, closed)
    return closed
  }

  async function closeMarketOf(own: Held): Promise<void> {
    closeLiveStreams(own.market.deps.db)
    for (const end = now() + END_WAIT_MS; own.underWay > 0 && now() < end; ) await Bun.sleep(LOOK_MS)
    await own.market.close()
    log({ level: 'info', what: 'a market is closed', market: own.entry.market.name })
  }

  const isAsBefore = ({ entry: { market } }: Held) => rows.get(market.name) === JSON.stringify(market)

  const isQuiet = (own: Held) =>
    own.underWay === 0 && openStreamCount(own.market.deps.db) === 0 && now() - own.usedAt >= paces.quietMs

  async function sweepOnce(): Promise<void> {
    await Promise.all([...held.values()].filter(isQuiet).map(closeHeld))
    const isDue = (name: string) => now() - (turnAt.get(name) ?? Number.NEGATIVE_INFINITY) >= paces.wakeMs
    for (const { market } of [...byHost.values()]) {
      if (isEnding || market.state !== 'open' || held.has(market.name) || !isDue(market.name)) continue
      turnAt.set(market.name, now())
      // A market that cannot be opened has said so in the log.
      await take(market.host).then(release, () => undefined)
    }
  }

  return {
    async update(entries) {
      byHost = new Map(entries.map((entry) => [entry.market.host, entry]))
      rows = new Map(entries.map(({ market }) => [market.name, JSON.stringify(market)]))
      await Promise.all([...held.values()].filter((own) => !isAsBefore(own)).map(closeHeld))
    },
    async answer(host, ask) {
      const own = await take(host)
      try {
        return await ask(own.market)
      } finally {
        own.usedAt = now()
        release(own)
      }
    },
    sweep() {
      sweeping ??= sweepOnce().finally(() => {
        sweeping = null
      })
      return sweeping
    },
    open: () => [...held].map(([name, { market }]) => ({ name, market })),
    async spreadStreams(overMs) {
      await Promise.all([...held.values()].map(({ market }) => spreadLiveStreams(market.deps.db, overMs)))
    },
    endStreams() {
      for (const { market } of held.values()) closeLiveStreams(market.deps.db)
    },
    async close() {
      isEnding = true
      await Promise.all([sweeping, ...opening.values()].map((work) => work?.catch(() => undefined)))
      await Promise.all([...closing.values(), ...[...held.values()].map(closeHeld)])
    },
  }
}

const notOpen = (waitMs: number) =>
  new Refusal('busy', undefined, undefined, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })

/** @throws Refusal `busy` when `work` does not end in time; the work goes on */
async function within(end: number, work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('busy')), Math.max(0, end - performance.now()))
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
