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

test('an error that another one has led to says both, and a failed query among them nothing of its words', () => {
  const away = Object.assign(new Error('an unexpected error has occurred'), { code: 'ConnectionRefused' })
  expect(describeError(new TypeError('x', { cause: away })).cause).toBe(
    'Error: ConnectionRefused: an unexpected error has occurred',
  )
  const query = Object.assign(new Error('params: secret note', { cause: new Error('disk full') }), { query: 'insert' })
  expect(describeError(new Error('x', { cause: query }))).toMatchObject({
    error: 'Error: x',
    cause: 'Error: disk full',
  })
  expect(describeError(new Error('x', { cause: 'secret' }))).not.toHaveProperty('cause')
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
