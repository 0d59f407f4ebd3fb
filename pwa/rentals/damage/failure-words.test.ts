import { expect, test } from 'bun:test'
import { PhotoLost, UploadFailed } from '../../photos/send-photos'
import { ApiError, Unreachable } from '../../sync/client'
import { damageFailure } from './failure-words'

const refusal = (code: string) => new ApiError(409, { code, message: 'No.', fields: {} }, '')
const MAY_HAVE_ARRIVED =
  'It may have arrived all the same. What you wrote is kept, and pressing again cannot send it twice.'

test.each([
  ['whose answer does not come in time', new Unreachable('timeout'), 'No answer yet', MAY_HAVE_ARRIVED],
  ['whose answer breaks off', new Unreachable('broken'), 'No answer yet', MAY_HAVE_ARRIVED],
  ['whose answer is an error of the server', refusal('internal'), 'No answer yet', MAY_HAVE_ARRIVED],
  ['that is refused', refusal('damage_answered'), 'Failed to send', 'No.'],
  [
    'without a connection',
    new Unreachable('offline'),
    'Failed to send',
    'There is no connection right now. Nothing you typed was lost.',
  ],
  [
    'whose photo does not arrive',
    new UploadFailed('Upload failed', { cause: new Unreachable('timeout') }),
    'Upload failed',
    'The server did not answer in time. Nothing you typed was lost.',
  ],
  [
    'whose photo is gone',
    new PhotoLost(),
    'Failed to send',
    'One of the photos is no longer on this device. Please remove it and choose it again.',
  ],
])('a damage report or an answer %s', (_, error, title, words) =>
  expect(damageFailure(error, 'Failed to send')).toEqual({ title, words }),
)
