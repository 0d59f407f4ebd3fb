import { expect, test } from 'bun:test'
import { readJsonBody } from './request-body'

const read = (body: string, type = 'application/json') =>
  readJsonBody(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }))

test('JSON is read, nothing is an empty object', async () => {
  expect(await read('{"a":1}', 'application/json; charset=utf-8')).toEqual({ a: 1 })
  expect(await read('')).toEqual({})
})

test.each([
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 'unsupported_type'],
  ['half of it', '{"a":', 'application/json', 'bad_request'],
  ['too much', `"${'x'.repeat(1_000_001)}"`, 'application/json', 'too_large'],
  ['a character that the database would cut at', '{"a":"before\\u0000after"}', 'application/json', 'bad_request'],
])('%s is refused', async (_, body, type, kind) => {
  expect(read(body, type)).rejects.toMatchObject({ kind })
})

test('a backslash before u0000 is only a backslash', async () => {
  expect(await read('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' })
})
