import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Refusal } from '#schema/errors'
import { createSemaphore, type Turn } from './semaphore'

const WIDE = { places: 1, each: 1, line: 100, waiting: 1_000 }
const A_LOT = new Refusal('too_many_requests')

/** Takes the only place until it is let go; meanwhile others come. */
async function behindOne(limits: Partial<typeof WIDE> = {}) {
  const turns = createSemaphore({ ...WIDE, ...limits })
  const door = Promise.withResolvers<void>()
  const order: string[] = []
  const first = turns.take({ key: 'first', rank: 0 }, () => door.promise)
  const come = (turn: Turn) => turns.take(turn, async () => void order.push(turn.key))
  return {
    turns,
    order,
    come,
    note: (key: string, rank = 0) => come({ key, rank }),
    async open(others: Promise<unknown>[]) {
      door.resolve()
      await Promise.allSettled([first, ...others])
      return order
    },
  }
}

test('runs no more pieces at once than there are places, and no more of one key than it may have', async () => {
  const turns = createSemaphore({ places: 3, each: 2, line: 100, waiting: 1_000 })
  const running = new Map<string, number>()
  let [most, mostOfOne] = [0, 0]
  const work = (key: string) => async () => {
    running.set(key, (running.get(key) ?? 0) + 1)
    most = Math.max(
      most,
      [...running.values()].reduce((sum, count) => sum + count, 0),
    )
    mostOfOne = Math.max(mostOfOne, ...running.values())
    await Bun.sleep(1)
    running.set(key, (running.get(key) ?? 0) - 1)
  }
  const keys = Array.from({ length: 30 }, (_, nth) => (nth % 5 ? 'crowd' : 'one'))
  await Promise.all(keys.map((key) => turns.take({ key, rank: 0 }, work(key))))
  expect([most, mostOfOne]).toEqual([3, 2])
})

test('the smallest rank comes first, whenever it came; of equals the newest', async () => {
  const { note, open } = await behindOne()
  const others = [note('often', 9), note('a', 1), note('b', 1), note('new', 0), note('own', -1), note('seldom', 2)]
  expect(await open(others)).toEqual(['own', 'new', 'b', 'a', 'seldom', 'often'])
})

test('a key whose ranks grow is served in the order in which it came, between others', async () => {
  const { note, open } = await behindOne()
  const crowd = [0, 1, 2, 3].map((rank) => note('crowd', rank))
  expect(await open([...crowd, note('ana', 0), note('bo', 1)])).toEqual([
    'ana',
    'crowd',
    'bo',
    'crowd',
    'crowd',
    'crowd',
  ])
})

test('sends away whoever finds the line of their key full, and nobody else', async () => {
  const { turns, note, open } = await behindOne({ line: 1 })
  const waits = note('crowd')
  await expect(turns.take({ key: 'crowd', rank: 0 }, async () => {})).rejects.toThrow(A_LOT)
  expect(await open([waits, note('ana')])).toEqual(['ana', 'crowd'])
  expect(await turns.take({ key: 'crowd', rank: 0 }, async () => 'again')).toBe('again')
})

test('when too many wait, the last of them is sent away with the seconds to wait, not whoever comes', async () => {
  const { note, come, open } = await behindOne({ waiting: 2 })
  const seen = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
  const [often, early, late] = [seen(note('often', 5)), seen(note('early')), seen(note('late'))]
  expect(await often).toMatchObject({ kind: 'too_many_requests', retryAfterS: 5 })
  const kept = seen(come({ key: 'known', rank: 7, isKept: true }))
  expect(await early).toBeInstanceOf(Refusal)
  expect(await open([late, kept])).toEqual(['late', 'known'])
})

test('a caller who goes away waits no longer', async () => {
  const { come, note, open } = await behindOne()
  const gone = new AbortController()
  const left = come({ key: 'gone', rank: 0, signal: gone.signal })
  const stays = note('stays', 1)
  gone.abort()
  await expect(left).rejects.toThrow('abort')
  await expect(come({ key: 'gone', rank: 0, signal: gone.signal })).rejects.toThrow('abort')
  expect(await open([stays])).toEqual(['stays'])
})

test('a piece that fails gives its place back', async () => {
  const turns = createSemaphore(WIDE)
  await expect(turns.take({ key: 'ana', rank: 0 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take({ key: 'ana', rank: 0 }, async () => 'next')).toBe('next')
})

interface Step {
  /** Nothing: the piece that runs is done. */
  comes?: { key: string; rank: number }
}

test('by any course of events, who runs next is the newest of the smallest rank', async () => {
  const comes = fc.record({ comes: fc.record({ key: fc.constantFrom(...'abcdefgh'), rank: fc.nat({ max: 3 }) }) })
  const course = fc.array(fc.oneof({ arbitrary: comes, weight: 3 }, fc.constant<Step>({})), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(course, async (steps: Step[]) => {
      const limits = { ...WIDE, line: 3, waiting: 8 }
      const turns = createSemaphore(limits)
      const started: number[] = []
      const doors = new Map<number, () => void>()
      const refused: number[] = []
      let waiting: { nth: number; key: string; rank: number }[] = []
      let runs: number | null = null
      const [expected, sentAway]: [number[], number[]] = [[], []]
      for (const [nth, { comes }] of steps.entries()) {
        if (comes) {
          const { promise, resolve } = Promise.withResolvers<void>()
          doors.set(nth, resolve)
          turns
            .take(comes, () => {
              started.push(nth)
              return promise
            })
            .catch(() => refused.push(nth))
          if (runs === null) {
            runs = nth
            expected.push(nth)
          } else if (waiting.filter(({ key }) => key === comes.key).length >= limits.line) sentAway.push(nth)
          else waiting.push({ nth, ...comes })
        } else if (runs !== null) {
          doors.get(runs)?.()
          runs = null
        }
        waiting.sort((one, other) => one.rank - other.rank || other.nth - one.nth)
        if (waiting.length > limits.waiting) sentAway.push(waiting.pop()?.nth ?? -1)
        if (runs === null && waiting[0]) {
          runs = waiting[0].nth
          expected.push(runs)
          waiting = waiting.slice(1)
        }
        await Bun.sleep(0)
      }
      expect([started, refused]).toEqual([expected, sentAway])
    }),
    { numRuns: 100 },
  )
})
