import { expect, test } from 'bun:test'
import { signInLimits } from '../../http/limits'
import { SQLD } from '../database-server'
import { playPokes } from './poke-drill'
import { playPulls } from './pulls-drill'
import { playRaces } from './races-drill'
import { playDrains, playGuesses, playNotices, playReads, playStarts } from './servers-drill'

/** `npm run drill` plays more rounds of each. */
const here = test.skipIf(!SQLD)

here('three servers send one due refund at once: the provider is asked once, the amount is recorded once', async () => {
  expect(await playDrains(5)).toEqual([])
})

here('control: without its claim a command is asked for twice', async () => {
  expect(await playDrains(1, true)).toContainEqual('round 1: the provider was asked 2 times')
})

here(
  'offers, approvals, withdrawals and blocked days at once over three servers over-book no day',
  async () => {
    expect(await playRaces(1)).toEqual([])
  },
  60_000,
)

here('a pull counts the rows that it brings, whatever another server writes meanwhile', async () => {
  expect(await playPulls(40)).toBe(null)
})

here('control: without one moment for all that it reads a pull counts wrong', async () => {
  expect(await playPulls(400, true)).toBeNumber()
})

here('three servers tell of one offer: one push and one mail leave', async () => {
  expect(await playNotices(3)).toEqual([])
})

here('another server reads what was just written, in its lists too', async () => {
  expect(await playReads(30)).toEqual([])
})

here('a server that starts while people write leaves every scope counted right', async () => {
  expect(await playStarts(3)).toEqual([])
})

here('sixty wrong passwords at once are as many guesses as one server allows', async () => {
  expect(await playGuesses()).toBe(signInLimits.freeTries)
})

here('control: without a second look at what plans have read, more guesses come through', async () => {
  expect(await playGuesses(true)).toBeGreaterThan(signInLimits.freeTries)
})

here('the receiver of a message hears of it by a stream on another server', async () => {
  const { tookMs, wrong } = await playPokes(4)
  expect([wrong, tookMs.length]).toEqual([[], 4])
})

here('control: a server that hears of no change tells nobody', async () => {
  expect((await playPokes(1, 600)).wrong).toEqual([expect.stringMatching(/^message 0: .* did not tell of number \d+$/)])
})
