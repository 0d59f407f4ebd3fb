import { Refusal } from '#schema/errors'
import { callerOf, LOCAL } from './caller'
import { bodyLimits } from './limits'

/** A body that is on its way. */
interface Arriving {
  address: string
  bytes: number
  end(): void
}

const RETRY_AFTER_S = 5
/** In the order in which they began. */
const arriving = new Set<Arriving>()
const bytesOf = new Map<string, number>()
let bytesInAll = 0

function add(body: Arriving, bytes: number): void {
  body.bytes += bytes
  bytesInAll += bytes
  const ofAddress = (bytesOf.get(body.address) ?? 0) + bytes
  if (ofAddress > 0) bytesOf.set(body.address, ofAddress)
  else bytesOf.delete(body.address)
}

function remove(body: Arriving): void {
  if (arriving.delete(body)) add(body, -body.bytes)
}

/** Ends those that have been on their way for the longest time, until the rest is not too much. */
function makeRoom(address: string): void {
  for (const body of arriving) {
    const isTooMuch = bytesInAll > bodyLimits.arrivingInAll
    const isTooMuchOfAddress = (bytesOf.get(address) ?? 0) > bodyLimits.arrivingOfAddress && address !== LOCAL
    if (!isTooMuch && !isTooMuchOfAddress) return
    if (!isTooMuch && body.address !== address) continue
    remove(body)
    body.end()
  }
}

/**
 * The bytes of a body while they come. All bodies that are on their way share a limited memory: when it is full, the one
 * that began first is ended, so that callers who send most of a body and then wait hold up nobody.
 * @throws Refusal `too_large` by `tooLarge`; `too_many_requests` for a body that was ended
 */
export async function receiveBody(
  request: Request,
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  tooLarge: (maxBytes: number) => Refusal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const body: Arriving = {
    address: callerOf(request),
    bytes: 0,
    end: () => reject(new Refusal('too_many_requests', undefined, undefined, { retryAfterS: RETRY_AFTER_S })),
  }
  arriving.add(body)
  const parts: Uint8Array[] = []
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), ended])
      // It may have been ended while these bytes were already here.
      if (!arriving.has(body)) await ended
      if (part.done) return new Uint8Array(Buffer.concat(parts))
      add(body, part.value.byteLength)
      if (body.bytes > maxBytes) throw tooLarge(maxBytes)
      parts.push(part.value)
      makeRoom(body.address)
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined)
    throw error
  } finally {
    remove(body)
  }
}
