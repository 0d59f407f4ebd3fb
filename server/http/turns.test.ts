import { expect, test } from 'bun:test'
import { Refusal } from '#schema/errors'
import { openTurns } from './turns'

const WIDE = { places: 1, each: 1, line: 100, waiting: 1_000 }
const own = (key: string, lane = 1) => ({ key, lane })

/** Takes the only place until it is let go; meanwhile others come. */
async function behindOne(limits: Partial<typeof WIDE> = {}) {
  const turns = openTurns({ ...WIDE, ...limits })
  const door = Promise.withResolvers<void>()
  const order: string[] = []
  const first = turns.take(own('first'), () => door.promise)
  return {
    turns,
    order,
    note: (key: string, lane = 1) => turns.take(own(key, lane), async () => void order.push(key)),
    async open(others: Promise<unknown>[]) {
      door.resolve()
      await Promise.all([first, ...others])
      return order
    },
  }
}

test('runs no more pieces at once than there are places, and no more of one key than it may have', async () => {
  const turns = openTurns({ places: 3, each: 2, line: 100, waiting: 1_000 })
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
  await Promise.all(
    Array.from({ length: 30 }, (_, nth) => turns.take(own(nth % 5 ? 'crowd' : 'one'), work(nth % 5 ? 'crowd' : 'one'))),
  )
  expect([most, mostOfOne]).toEqual([3, 2])
})

test('one key is served in the order in which it came', async () => {
  const { note, open } = await behindOne()
  const numbers = ['1', '2', '3'].map((name) => note(`key`).then(() => name))
  expect(await open(numbers)).toEqual(['key', 'key', 'key'])
  expect(await Promise.all(numbers)).toEqual(['1', '2', '3'])
})

test('keys take turns: a crowd holds up nobody else', async () => {
  const { note, open } = await behindOne()
  const crowd = Array.from({ length: 20 }, () => note('crowd'))
  expect((await open([...crowd, note('ana'), note('bo')])).slice(0, 4)).toEqual(['crowd', 'ana', 'bo', 'crowd'])
})

test('an earlier lane comes first, whenever it came', async () => {
  const { note, open } = await behindOne()
  const others = [note('late', 2), note('plain', 1), note('late', 2), note('known', 0)]
  expect(await open(others)).toEqual(['known', 'plain', 'late', 'late'])
})

test('sends away whoever finds the line of their key full, and nobody else', async () => {
  const { turns, note, open } = await behindOne({ line: 1 })
  const waits = note('crowd')
  await expect(turns.take(own('crowd'), async () => {})).rejects.toThrow(new Refusal('too_many_attempts'))
  expect(await open([waits, note('ana')])).toEqual(['crowd', 'ana'])
  expect(await turns.take(own('crowd'), async () => 'again')).toBe('again')
})

test('many keys together fill the line too; the first lane is let in all the same', async () => {
  const { turns, note, open } = await behindOne({ waiting: 2 })
  const waiting = [note('ana'), note('bo')]
  await expect(turns.take(own('carl'), async () => {})).rejects.toThrow(new Refusal('too_many_attempts'))
  expect(await open([...waiting, note('known', 0)])).toEqual(['known', 'ana', 'bo'])
})

test('a piece that fails gives its place back', async () => {
  const turns = openTurns(WIDE)
  await expect(turns.take(own('ana'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(own('ana'), async () => 'next')).toBe('next')
})
