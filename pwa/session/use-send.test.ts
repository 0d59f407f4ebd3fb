import { expect, test } from 'bun:test'
import { ApiError, Unreachable } from '../sync/client'
import { NO_ANSWER_WORDS } from '../sync/problem-words'
import { sendFailure } from './use-send'

const FAILURE = 'The password was not changed'
const NEXT = 'Try to sign in with the new password.'
const UNKNOWN = ['No answer yet', `It is not known whether this was done. ${NEXT}`]
const refusal = (status: number, code: string) => new ApiError(status, { code, message: 'Too common' } as never, '')

test.each<[string, unknown, string | null, (string | undefined)[]]>([
  ['that got no answer in time may have been done', new Unreachable('timeout'), NEXT, UNKNOWN],
  ['whose answer broke off may have been done', new Unreachable('broken'), NEXT, UNKNOWN],
  ['that the server failed at may have been done', refusal(500, 'internal'), NEXT, UNKNOWN],
  [
    'that a network answers in the server’s place may have been done',
    new Unreachable('portal'),
    NEXT,
    ['No answer yet', `It is not known whether this was done. ${NO_ANSWER_WORDS.portal}`],
  ],
  ['that never left was not done', new Unreachable('offline'), NEXT, [FAILURE, NO_ANSWER_WORDS.offline]],
  ['that was refused was not done', refusal(422, 'validation'), NEXT, [FAILURE, 'Too common']],
  ['that only reads has failed in any case', new Unreachable('timeout'), null, [FAILURE, NO_ANSWER_WORDS.timeout]],
])('a form %s', (_, error, next, words) => {
  const { title, description } = sendFailure(error, FAILURE, next)
  expect([title, description]).toEqual(words)
})
