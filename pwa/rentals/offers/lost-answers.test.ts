import { expect, test } from 'bun:test'
import { ApiError, Unreachable } from '../../sync/client'
import { cancelFailure } from './cancel-booking'
import { approveFailure } from './use-approve'

const refusal = (code: string, fields = {}) => new ApiError(409, { code, message: 'No.', fields }, '')
const UNKNOWN = 'No answer yet'

test.each([
  ['does not come in time', new Unreachable('timeout'), [UNKNOWN, UNKNOWN]],
  ['breaks off', new Unreachable('broken'), [UNKNOWN, UNKNOWN]],
  ['is an error of the server', refusal('internal'), [UNKNOWN, UNKNOWN]],
  ['is a refusal', refusal('not_pending'), ['Failed to approve the offer', 'Failed to cancel']],
  ['cannot come without a connection', new Unreachable('offline'), ['Failed to approve the offer', 'Failed to cancel']],
])('approving and cancelling fail in words when the answer %s', (_, error, titles) =>
  expect([approveFailure(error).title, cancelFailure(error).title]).toEqual(titles),
)

test('a refusal to approve names the days that are taken', () =>
  expect(approveFailure(refusal('dates_taken', { days: '2026-11-28' }))).toMatchObject({
    title: 'No.',
    description: 'Taken: Sat, Nov 28',
  }))
