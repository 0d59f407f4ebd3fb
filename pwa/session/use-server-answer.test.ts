import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { ApiError, Unreachable } from '../sync/client'
import { askUntilAnswered } from './use-server-answer'

const refusal = (status: number) => new ApiError(status, { code: 'any', message: 'No' }, '')
const settled = async () => {
  for (let turns = 0; turns < 5; turns++) await Promise.resolve()
}

let answers: (Error | string)[]
let heard: string[]
const question = {
  ask: async () => {
    const answer = answers.shift() ?? 'late'
    if (answer instanceof Error) throw answer
    return answer
  },
  take: (found: string) => void heard.push(found),
  fail: () => void heard.push('none'),
}
const after = async (ms: number) => {
  jest.advanceTimersByTime(ms)
  await settled()
  return heard.join(' ')
}

beforeEach(() => {
  jest.useFakeTimers()
  heard = []
})
afterEach(() => void jest.useRealTimers())

test('a busy server is asked again after a pause that doubles, until it answers', async () => {
  answers = [refusal(503), refusal(429), new Unreachable('unavailable'), 'found']
  askUntilAnswered(question)
  expect(await after(0)).toBe('none')
  expect(await after(4_999)).toBe('none')
  expect(await after(1)).toBe('none none')
  expect(await after(9_999)).toBe('none none')
  expect(await after(1)).toBe('none none none')
  expect(await after(20_000)).toBe('none none none found')
  expect(await after(600_000)).toBe('none none none found')
})

test('it is asked every minute at last', async () => {
  answers = Array.from({ length: 10 }, () => refusal(503))
  askUntilAnswered(question)
  for (const pause of [0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) await after(pause)
  expect(heard).toHaveLength(7)
})

test('any other refusal would be the same the next time', async () => {
  answers = [refusal(400)]
  askUntilAnswered(question)
  await after(0)
  expect(await after(600_000)).toBe('none')
})

test('nothing is asked before the pause, nor after the end', async () => {
  answers = [refusal(503)]
  const stop = askUntilAnswered(question, 200)
  expect(await after(199)).toBe('')
  expect(await after(1)).toBe('none')
  stop()
  expect(await after(600_000)).toBe('none')
})
