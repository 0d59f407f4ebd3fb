import { afterEach, beforeEach, expect, jest, setSystemTime, test } from 'bun:test'
import { watchSilence } from './silence'

const AFTER_MS = 20_000
let silences = 0
const watch = () => watchSilence(AFTER_MS, () => silences++)

beforeEach(() => {
  silences = 0
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  setSystemTime()
})

/** The clock goes on while no timer runs: those that were due fire on waking. */
function sleep(ms: number): void {
  setSystemTime(Date.now() + ms)
}

test('a line on which nothing comes is silent after its time, and is told once', () => {
  watch()
  jest.advanceTimersByTime(AFTER_MS - 1)
  expect(silences).toBe(0)
  jest.advanceTimersByTime(AFTER_MS * 3)
  expect(silences).toBe(1)
})

test('every byte begins the count anew', () => {
  const silence = watch()
  for (let nth = 0; nth < 5; nth++) {
    jest.advanceTimersByTime(AFTER_MS - 1)
    silence.broken()
  }
  expect(silences).toBe(0)
})

test('a page that slept counts anew on waking, and gives a dead line up all the same', () => {
  watch()
  jest.advanceTimersByTime(1_000)
  sleep(8 * 3_600_000)
  jest.advanceTimersByTime(AFTER_MS - 1_000)
  expect(silences).toBe(0)
  jest.advanceTimersByTime(AFTER_MS)
  expect(silences).toBe(1)
})

test('nothing is told after the end', () => {
  watch().stop()
  jest.advanceTimersByTime(AFTER_MS * 2)
  expect(silences).toBe(0)
})
