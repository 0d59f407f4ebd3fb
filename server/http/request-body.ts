import { Refusal } from '#schema/errors'
import { UPLOAD_MESSAGES } from '#schema/upload'
import { receiveBody } from './body-pool'
import { bodyLimits } from './limits'

/** Not worth the counting. */
const SHORT_BODY_BYTES = 16_000

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

/**
 * The JSON body of a request of at most `maxBytes`; `count` is told how long it is, before it is read
 * where the request names its length.
 * @throws Refusal when it is not JSON, says that it is something else, is too long, too deep or in too many parts
 */
export async function readJsonBody(
  request: Request,
  maxBytes: number = bodyLimits.json,
  count: (bytes: number) => Promise<void> = async () => undefined,
): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  assertLength(request, maxBytes)
  const named = request.headers.get('content-length')
  if (named !== null) await count(Number(named))
  const bytes = await readBytes(request, maxBytes)
  if (named === null) await count(bytes.byteLength)
  if (bytes.byteLength === 0) return {}
  if (type !== 'application/json') throw new Refusal('unsupported_type', 'Please send JSON.')
  const text = new TextDecoder().decode(bytes)
  const { mayHoldHalfCharacters } = assertReadable(text)
  try {
    return mayHoldHalfCharacters ? JSON.parse(text, (_, value) => wellFormed(value)) : JSON.parse(text)
  } catch {
    throw new Refusal('bad_request')
  }
}

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0))
const OPEN = new Set(['{', '['].map((sign) => sign.charCodeAt(0)))
const CLOSE = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)))
/** The database would cut a text at a NUL and lose the rest without a word. */
const NUL = 'u0000'
/** An escape that may be half of a character, as a text has that was cut within an emoji. */
const HALF_CHARACTER = /^u[dD][89a-fA-F]/

/**
 * Looks through a JSON text once, sign by sign: an expression may take seconds over a hostile megabyte, and so does
 * parsing many small parts.
 * @throws Refusal `bad_request`
 */
function assertReadable(json: string): { mayHoldHalfCharacters: boolean } {
  let [depth, parts, isText, mayHoldHalfCharacters] = [0, 1, false, false]
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === QUOTE) isText = false
      if (code !== BACKSLASH) continue
      const escaped = json.slice(at + 1, at + 6)
      if (escaped === NUL) throw new Refusal('bad_request', 'The text contains a character that cannot be kept.')
      mayHoldHalfCharacters ||= HALF_CHARACTER.test(escaped)
      at++
    } else if (code === QUOTE) isText = true
    else if (OPEN.has(code)) depth++
    else if (CLOSE.has(code)) depth--
    else if (code === COMMA) parts++
    if (depth > bodyLimits.jsonDepth) throw new Refusal('bad_request', 'That is nested too deeply.')
    if (parts > bodyLimits.jsonParts) throw new Refusal('bad_request', 'That is in too many parts.')
  }
  return { mayHoldHalfCharacters }
}

/** Half a character can neither be stored nor sent on: its place is marked. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}
