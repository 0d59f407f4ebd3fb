import * as z from 'zod/mini'

/** A listing, an item or a post as JSON has at most so many bytes: every device keeps all of them. */
export const OFFERING_MAX_BYTES = 16 * 1024

const TOO_LONG = 'This is too long all in all. Please shorten the description, the terms or the choices.'

/** Refuses a whole listing, item or post that is longer than a device should keep; the words stand at its description. */
export const withinSize = z.refine((value: unknown) => jsonBytes(withoutSeen(value)) <= OFFERING_MAX_BYTES, {
  error: TOO_LONG,
  path: ['description'],
})

/** The first values of an edit's form are compared and not kept. */
function withoutSeen(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  const { seen: _, ...kept } = value as Record<string, unknown>
  return kept
}

/** How many bytes a value has as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00) {
      // The first half of a pair: both together are four.
      bytes += 4
      at++
    } else bytes += 3
  }
  return bytes
}
