import { expect, test } from 'bun:test'
import { describeError } from './describe-error'

test('a failed query is described by its cause, without the words that were in it', () => {
  const failed = Object.assign(
    new Error('Failed query: insert ... params: secret note', { cause: new Error('SQLITE_FULL: disk full') }),
    {
      query: 'insert ...',
      params: ['secret note'],
    },
  )
  const described = describeError(failed)
  expect(described.error).toBe('Error: SQLITE_FULL: disk full')
  expect(JSON.stringify(described)).not.toContain('secret')
})

test('any other error says what it is and where it came from', () => {
  const described = describeError(new TypeError('x is not a function'))
  expect(described.error).toBe('TypeError: x is not a function')
  expect(described.stack?.[0]).toContain('describe-error.test')
  // The time of a line of the log has that name.
  expect(described).not.toHaveProperty('at')
})

test('a thrown value that is no error is not repeated', () => {
  expect(JSON.stringify(describeError('secret'))).not.toContain('secret')
})
