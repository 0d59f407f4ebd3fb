import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type ErrorCode, errorCatalogue } from '#schema/errors'
import { backoffMs, settleAnswer } from './settle-answer'

const answer = (status: number, retryAfterMs: number | null = null) => ({
  kind: 'answered' as const,
  status,
  retryAfterMs,
})
const refusal = (code: string) => ({ code, message: 'Words of the server' })

describe('what becomes of a queued write', () => {
  test.each([200, 201, 202, 204])('%i: it is delivered', (status) => {
    expect(settleAnswer(answer(status), null, false)).toEqual({ kind: 'acked' })
  })

  test('nobody of ours answered: nothing is known, nothing changes', () => {
    expect(settleAnswer({ kind: 'unreachable' }, null, false)).toEqual({ kind: 'unreachable' })
    expect(settleAnswer({ kind: 'unreachable' }, null, true)).toEqual({ kind: 'unreachable' })
  })

  test.each([
    [408, 'internal'],
    [425, 'internal'],
    [429, 'too_many_attempts'],
    [500, 'internal'],
    [502, 'internal'],
    [503, 'busy'],
    [504, 'internal'],
    [409, 'in_progress'],
  ])('%i %s: later, when the server says so', (status, code) => {
    expect(settleAnswer(answer(status, 7_000), refusal(code), false)).toEqual({ kind: 'retry', afterMs: 7_000 })
    expect(settleAnswer(answer(status), refusal(code), true)).toEqual({ kind: 'retry', afterMs: null })
  })

  test.each([
    [400, 'bad_request'],
    [402, 'payment_failed'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [409, 'not_pending'],
    [409, 'online_only'],
    [410, 'not_found'],
    [413, 'too_large'],
    [415, 'unsupported_type'],
    [422, 'validation'],
    [422, 'key_reused'],
  ])('%i %s: the person decides', (status, code) => {
    expect(settleAnswer(answer(status), refusal(code), false)).toEqual({ kind: 'attention' })
  })

  test('429 because the device asked too often: everything waits as long as the server says', () => {
    const code = 'too_many_requests'
    expect(settleAnswer(answer(429, 7_000), refusal(code), false)).toEqual({ kind: 'limited', afterMs: 7_000 })
    expect(settleAnswer(answer(429), refusal(code), false)).toEqual({ kind: 'retry', afterMs: null })
  })

  test.each([404, 410])('%i to a write whose goal is that something be gone: the goal is reached', (status) => {
    expect(settleAnswer(answer(status), refusal('post_not_found'), true)).toEqual({ kind: 'acked' })
  })

  test.each([
    [401, 'unauthenticated', 'unauthenticated'],
    [401, 'invalid_credentials', 'unauthenticated'],
    [426, 'client_too_old', 'client_too_old'],
    [409, 'wrong_user', 'wrong_user'],
    [403, 'cross_site', 'wrong_user'],
  ] as const)('%i %s: everything waits, nothing is consumed', (status, code, why) => {
    for (const undoes of [true, false])
      expect(settleAnswer(answer(status), refusal(code), undoes)).toEqual({ kind: 'paused', why })
  })

  test('every refusal in the catalogue keeps the write: it is retried, shown or held, never dropped', () => {
    for (const [code, { status }] of Object.entries(errorCatalogue) as [ErrorCode, { status: number }][]) {
      const { kind } = settleAnswer(answer(status), refusal(code), false)
      expect([code, ['retry', 'attention', 'paused'].includes(kind)]).toEqual([code, true])
    }
  })

  test('no status outside 2xx counts as delivered', () => {
    const outside = fc.integer({ min: 100, max: 599 }).filter((status) => status < 200 || status > 299)
    fc.assert(
      fc.property(outside, (status) => {
        expect(settleAnswer(answer(status), refusal('internal'), false).kind).not.toBe('acked')
      }),
    )
  })
})

describe('the pause before the next try', () => {
  test('doubles from one second up to five minutes', () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1000].map((attempts) => backoffMs(attempts, 1))
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000])
  })

  test('is drawn from its whole length, so that devices that failed together do not return together', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const pause = backoffMs(attempts, random)
        expect(pause).toBeGreaterThanOrEqual(0)
        expect(pause).toBeLessThanOrEqual(backoffMs(attempts, 1))
        expect(Number.isInteger(pause)).toBe(true)
      }),
    )
    expect(backoffMs(3, 0)).toBe(0)
    expect(backoffMs(3, 0.5)).toBe(4_000)
  })
})
