import { afterEach, expect, test } from 'bun:test'
import { noteServerTime, pressedNow, serverNow } from './server-clock'

const DAY_MS = 86_400_000
const said = (ms: number) => new Date(ms).toUTCString()
const off = () => Math.round((serverNow() - Date.now()) / 1000)
afterEach(() => noteServerTime(said(Date.now()), Date.now()))

test('a device whose clock is a day behind knows the day all the same', () => {
  noteServerTime(said(Date.now() + DAY_MS), Date.now())
  expect(Math.abs(off() - DAY_MS / 1000)).toBeLessThanOrEqual(1)
})

test('a second or two is no difference, a slow answer says nothing, nor does one without a time', () => {
  noteServerTime(said(Date.now() + 1_500), Date.now())
  noteServerTime(said(Date.now() + DAY_MS), Date.now() - 10_000)
  noteServerTime(null, Date.now())
  noteServerTime('soon', Date.now())
  expect(off()).toBe(0)
})

test('presses keep their order, also where the clock is corrected between them', () => {
  noteServerTime(said(Date.now() + DAY_MS), Date.now())
  const first = pressedNow()
  noteServerTime(said(Date.now()), Date.now())
  expect(pressedNow() > first).toBe(true)
})
