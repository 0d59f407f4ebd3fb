import { Refusal } from '#schema/errors'

const MAX_JSON_BYTES = 1_000_000
/** An escaped NUL: the database would cut the text there and lose the rest without a word. */
const ESCAPED_NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/

/** The JSON body of a request. @throws Refusal when it is not JSON, says that it is something else, or is too long. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const text = await request.text()
  if (text === '') return {}
  if (type !== 'application/json') throw new Refusal('unsupported_type', 'Please send JSON.')
  if (text.length > MAX_JSON_BYTES) throw new Refusal('too_large', 'That is too much at once.')
  if (ESCAPED_NUL.test(text)) throw new Refusal('bad_request', 'The text contains a character that cannot be kept.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_request')
  }
}
