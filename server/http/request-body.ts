import { Refusal } from '#schema/errors'
import { UPLOAD_MESSAGES } from '#schema/upload'
import { receiveBody } from './body-pool'
import { bodyLimits } from './limits'

/** Not worth the counting. */
const SHORT_BODY_BYTES = 16_000

/** An escaped NUL: the database would cut the text there and lose the rest without a word. */
const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(
    'too_large',
    maxBytes === bodyLimits.upload ? UPLOAD_MESSAGES.tooLarge : 'That is too much at once.',
  )
}

/** Refuses a body that says itself that it is too long, before anything else is asked. @throws Refusal `too_large` */
export function assertLength(request: Request, maxBytes: number): void {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!(length <= maxBytes)) throw tooLarge(maxBytes)
}

/**
 * The body of a request, counted while it comes.
 * @throws Refusal `too_large` as soon as it is longer than it may be, `too_many_requests` when too much is on its way
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  assertLength(request, maxBytes)
  const length = request.headers.get('content-length')
  // The server itself holds a body to the length that it names.
  const isShort = length !== null && Number(length) <= SHORT_BODY_BYTES
  if (isShort || !request.body) return new Uint8Array(await request.arrayBuffer())
  return receiveBody(request, request.body, maxBytes, tooLarge)
}

/** The same as text. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBytes(request, maxBytes))
}

/** An escape that may be half of a character, as a text has that was cut within an emoji. */
const HALF_CHARACTER = /\\u[dD][89a-fA-F]/

/** The JSON body of a request. @throws Refusal when it is not JSON, says that it is something else, is too long or too deep. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = await readText(request, bodyLimits.json)
  if (text === '') return {}
  if (type !== 'application/json') throw new Refusal('unsupported_type', 'Please send JSON.')
  if (ESCAPED_NUL.test(text)) throw new Refusal('bad_request', 'The text contains a character that cannot be kept.')
  if (isDeeperThan(text, bodyLimits.jsonDepth)) throw new Refusal('bad_request', 'That is nested too deeply.')
  try {
    return HALF_CHARACTER.test(text) ? JSON.parse(text, (_, value) => wellFormed(value)) : JSON.parse(text)
  } catch {
    throw new Refusal('bad_request')
  }
}

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const OPEN = new Set(['{', '['].map((sign) => sign.charCodeAt(0)))
const CLOSE = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)))

/** Are objects and lists of a JSON text nested deeper than so many levels? */
function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (OPEN.has(code) && ++depth > levels) return true
    else if (CLOSE.has(code)) depth--
  }
  return false
}

/** Half a character can neither be stored nor sent on: its place is marked. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
