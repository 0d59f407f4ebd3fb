import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { originOfCall } from './caller'
import { bodyLimits } from './limits'
import { assertLength, readBytes, readJsonBody } from './request-body'

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
  ['a list of too many parts', `[${'[],'.repeat(20_000)}[]]`, 'application/json', 'bad_request'],
  ['an object of too many members', `{${'"a":0,'.repeat(20_000)}"b":0}`, 'application/json', 'bad_request'],
  ['a NUL behind many backslashes', `"${'\\\\'.repeat(400_000)}\\u0000"`, 'application/json', 'bad_request'],
  ['a character that the database would cut at', '{"a":"before\\u0000after"}', 'application/json', 'bad_request'],
])('%s is refused', async (_, body, type, kind) => {
  expect(read(body, type)).rejects.toMatchObject({ kind })
})

test('a backslash before u0000 is only a backslash', async () => {
  expect(await read('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' })
})

test('signs within a text are no parts, and a text may be as long as the body', async () => {
  const long = `${',[{'.repeat(100_000)}${'\\'.repeat(100_000)}`
  expect(await read(JSON.stringify([long]))).toEqual([long])
})

test('the length counts before anything is read, where it is named', async () => {
  const counted: number[] = []
  const body = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('was read')) })
  const headers = { 'content-type': 'application/json', 'content-length': '900000' }
  const refuse = async (bytes: number) => {
    counted.push(bytes)
    throw new Error('too many')
  }
  const request = new Request('http://localhost/', { method: 'POST', body, headers })
  await expect(readJsonBody(request, bodyLimits.json, refuse)).rejects.toThrow('too many')
  const unnamed = new Request('http://localhost/', {
    method: 'POST',
    body: '[1]',
    headers: { 'content-type': 'application/json' },
  })
  await expect(readJsonBody(unnamed, bodyLimits.json, refuse)).rejects.toThrow('too many')
  expect(counted).toEqual([900_000, 3])
})

test('half a character is marked as missing', async () => {
  expect(await read('{"a":["cut \\ud83d"],"b":"\\ud83d\\ude00"}')).toEqual({ a: ['cut \ufffd'], b: '😀' })
})

test('what comes in pieces is counted, and no more is read than is needed to know', async () => {
  let pieces = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pieces++
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  const request = new Request('http://localhost/', { method: 'POST', body })
  expect(request.headers.has('content-length')).toBe(false)
  await expect(readBytes(request, 1_000_000)).rejects.toMatchObject({ kind: 'too_large' })
  expect(pieces).toBeLessThan(20)
})

test('a length that is too long, or none, is refused before anything is read', () => {
  const sized = (length: string) => new Request('http://localhost/', { headers: { 'content-length': length } })
  for (const length of ['1001', '59000000', 'NaN', '1e400']) expect(() => assertLength(sized(length), 1000)).toThrow()
  for (const length of ['0', '1000']) assertLength(sized(length), 1000)
})

describe('bodies on their way', () => {
  /** A body that sends all but its end. */
  const unfinished = (bytes: number, from: string) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes))
      },
    })
    const reading = readBytes(
      originOfCall(new Request('http://localhost/', { method: 'POST', body }), from),
      bodyLimits.upload,
    )
    return reading.then(
      () => 'read',
      (error) => error.kind as string,
    )
  }
  const turns = async () => {
    for (let nth = 0; nth < 20; nth++) await Bun.sleep(0)
  }

  test('of one address beyond its share: those that began first are ended, nobody else’s', async () => {
    const [hostile, other] = ['198.51.100.1', '198.51.100.2']
    const ended: string[] = []
    const note = (name: string) => (kind: string) => void ended.push(`${name} ${kind}`)
    void unfinished(1_000_000, other).then(note('other'))
    const most = bodyLimits.arrivingOfAddress / 4_000_000
    for (let nth = 0; nth < most + 2; nth++) void unfinished(4_000_000, hostile).then(note(`hostile ${nth}`))
    await turns()
    expect(ended).toEqual(['hostile 0 too_many_requests', 'hostile 1 too_many_requests'])
    const whole = new Request('http://localhost/', { method: 'POST', body: 'x'.repeat(50_000) })
    expect((await readBytes(originOfCall(whole, hostile), 60_000)).byteLength).toBe(50_000)
  })

  test('of very many addresses: those that began first are ended', async () => {
    const kinds: string[] = []
    const most = bodyLimits.arrivingInAll / 4_000_000
    for (let nth = 0; nth < most + 10; nth++)
      void unfinished(4_000_000, `203.0.113.${nth}`).then((kind) => void kinds.push(kind))
    await turns()
    expect(new Set(kinds)).toEqual(new Set(['too_many_requests']))
    expect(kinds.length).toBeGreaterThanOrEqual(10)
  })
})

describe('depth', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  test('32 levels are read, 33 are refused', async () => {
    expect(await read(nested(32))).toEqual(JSON.parse(nested(32)))
    for (const levels of [33, 60_000]) expect(read(nested(levels))).rejects.toMatchObject({ kind: 'bad_request' })
    expect(read(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).rejects.toMatchObject({ kind: 'bad_request' })
  })

  test('brackets in words, and many beside each other, are not depth', async () => {
    for (const value of ['['.repeat(100), `"\\${'{'.repeat(50)}`, Array(100).fill([1])])
      expect(await read(JSON.stringify({ value }))).toEqual({ value })
  })

  test('is refused by the measure of the value itself', async () => {
    const value = fc.jsonValue({ maxDepth: 40 })
    const depth = (one: unknown): number =>
      one !== null && typeof one === 'object' ? 1 + Math.max(0, ...Object.values(one).map(depth)) : 0
    await fc.assert(
      fc.asyncProperty(value, async (one) => {
        const text = JSON.stringify(one)
        if (text.includes('\\u0000')) return
        const isRead = await read(text).then(
          () => true,
          () => false,
        )
        expect(isRead).toBe(depth(one) <= 32)
      }),
    )
  })
})

test('half a character, as a text has that was cut within an emoji, is marked and loses nothing else', async () => {
  expect(await read('{"a":["cake \\ud83c","\\ud83c\\udf88","\\\\ud83c"]}')).toEqual({
    a: ['cake \ufffd', '🎈', '\\ud83c'],
  })
})
