import { afterEach, expect, test } from 'bun:test'
import { ApiError, Unreachable } from '../../sync/client'
import { sayArrival } from './say-arrival'
import { arrivalFailure } from './use-say-arrival'

const realFetch = globalThis.fetch
afterEach(() => Object.assign(globalThis, { fetch: realFetch }))

const refusal = (code: string) => new ApiError(409, { code, message: 'No.', fields: {} }, '')
const UNKNOWN = 'That may have been noted. Look at the order first, and press again only if nothing has changed.'

test.each([
  ['did not come in time', new Unreachable('timeout'), 'No answer yet', UNKNOWN],
  ['broke off', new Unreachable('broken'), 'No answer yet', UNKNOWN],
  ['is an error of the server', refusal('internal'), 'No answer yet', UNKNOWN],
  ['is a refusal', refusal('arrival_settled'), 'That was not noted', 'No.'],
  [
    'cannot come without a connection',
    new Unreachable('offline'),
    'That was not noted',
    'There is no connection right now. Nothing you typed was lost.',
  ],
])('a word about an arrival whose answer %s', (_, error, title, description) =>
  expect(arrivalFailure(error)).toMatchObject({ title, description }),
)

test('a word about an arrival whose answer was lost: the order is read again', async () => {
  Object.assign(globalThis, { fetch: () => Promise.reject(new TypeError('broken')) })
  let reads = 0
  await expect(sayArrival({ wake: () => void reads++ }, 40, true)).rejects.toThrow(Unreachable)
  expect(reads).toBe(1)
})
