import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMarket } from '../open-market'
import { market } from '../test-support/markets-kit'
import { until } from '../test-support/until'
import { marketEnv } from './market-env'
import type { MarketRow } from './markets-directory'
import { type Paces, type RunningMarkets, runMarkets } from './running-markets'

const BROOKLYN = 'brooklyn.example'
const NEVER = 3_600_000
const SLOW_MS = 60

let folder: string
let running: RunningMarkets
/** Each opening and closing, at its begin and at its end. */
let steps: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-running-'))
  steps = []
})

afterEach(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

const entryOf = (row: MarketRow) => ({
  market: row,
  env: marketEnv({ DATA_DIR: folder, DEMO: '0', MAIL: 'off', MARKETS_DATABASE: join(folder, 'markets.db') }, row),
})

/** Real markets that take their time to open and to close. */
async function start(paces: Partial<Paces> = {}): Promise<void> {
  running = runMarkets({
    async open({ env }) {
      steps.push('opens')
      await Bun.sleep(SLOW_MS)
      const opened = await openMarket(env, () => undefined, { byPath: new Map(), screens: null })
      steps.push('is open')
      return {
        ...opened,
        async close() {
          steps.push('closes')
          await Bun.sleep(SLOW_MS)
          await opened.close()
          steps.push('is closed')
        },
      }
    },
    log: () => undefined,
    paces: { readMs: NEVER, sweepMs: 0, quietMs: 0, wakeMs: NEVER, retryMs: 0, waitMs: 20_000, ...paces },
  })
  await running.update([entryOf(market('brooklyn'))])
}

const ask = (pauseMs = 0) =>
  running.answer(BROOKLYN, async ({ app }) => {
    await Bun.sleep(pauseMs)
    return app.handle(new Request('http://brooklyn.example/api/users/1'))
  })

test('all who come at once wait for one opening', async () => {
  await start()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(404))
  expect(steps).toEqual(['opens', 'is open'])
})

test('a market is not quiet while it is asked, however long that takes', async () => {
  await start()
  const asked = ask(500)
  await until(() => running.open().length === 1)
  await running.sweep()
  expect((await ask()).status).toBe(404)
  expect(steps).toEqual(['opens', 'is open'])
  expect((await asked).status).toBe(404)
  await running.sweep()
  expect(steps).toEqual(['opens', 'is open', 'closes', 'is closed'])
})

test('who comes while a market is being closed waits until it is closed, and is answered', async () => {
  await start()
  await ask()
  const sweeping = running.sweep()
  expect(steps.at(-1)).toBe('closes')
  expect((await ask()).status).toBe(404)
  await sweeping
  expect(steps).toEqual(['opens', 'is open', 'closes', 'is closed', 'opens', 'is open'])
})

test('who has waited too long is told to come again, and the market opens all the same', async () => {
  await start({ waitMs: 10 })
  await expect(ask()).rejects.toMatchObject({ kind: 'busy' })
  await until(() => running.open().length === 1)
  expect((await ask()).status).toBe(404)
  expect(steps).toEqual(['opens', 'is open'])
})

test('a market that is closed by the directory while it opens is closed then, and answers nobody', async () => {
  await start()
  const asked = ask()
  await running.update([entryOf(market('brooklyn', { state: 'closed' }))])
  await expect(asked).rejects.toMatchObject({ kind: 'market_closed' })
  await until(() => steps.length === 4)
  expect(steps).toEqual(['opens', 'is open', 'closes', 'is closed'])
})

test('a market that moves lets requests under way end', async () => {
  await start()
  const asked = ask(150)
  await until(() => running.open().length === 1)
  await running.update([entryOf(market('brooklyn', { state: 'moving' }))])
  expect((await asked).status).toBe(404)
  expect(steps).toEqual(['opens', 'is open', 'closes', 'is closed'])
})

test('nothing is opened any more once the process ends', async () => {
  await start()
  await ask()
  await running.close()
  await expect(ask()).rejects.toMatchObject({ kind: 'busy' })
  await running.sweep()
  expect(steps).toEqual(['opens', 'is open', 'closes', 'is closed'])
})
