import http from 'node:http'
import https from 'node:https'
import { MAX_UPLOAD_BYTES } from '#schema/upload'
import { isLoopbackAddress, isPublicHttps, lookUpPublic, NotPublic } from '../http/public-addresses'

const DEADLINE_MS = 10_000
const MAX_REDIRECTS = 3

/** `none`: there is no photo there, and there will be none. `later`: nobody could say. */
export type FetchedPhoto = { kind: 'photo'; bytes: Uint8Array } | { kind: 'none' } | { kind: 'later' }

/**
 * Fetches a photo from an address that a person wrote. Only https on public machines is asked, each redirect is judged
 * anew, and the whole takes 10 s and 5 MB at most. Never throws.
 * @param allowsLoopback adds http on this machine, for tests
 */
export async function fetchPhoto(address: string, allowsLoopback: boolean): Promise<FetchedPhoto> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  let next = address
  for (let turn = 0; turn <= MAX_REDIRECTS; turn++) {
    if (!isPublicHttps(next) && !(allowsLoopback && isLoopbackAddress(next))) return { kind: 'none' }
    const answer = await ask(next, signal).catch((error: unknown) => outcomeOf(error))
    if (!('location' in answer)) return answer
    next = URL.parse(answer.location, next)?.href ?? ''
  }
  return { kind: 'none' }
}

function ask(address: string, signal: AbortSignal): Promise<FetchedPhoto | { location: string }> {
  return new Promise((resolve, reject) => {
    const answered = (response: http.IncomingMessage) => {
      const { statusCode: status = 0, headers } = response
      response.on('error', reject)
      if (status === 200) return readAll(response).then(resolve, reject)
      response.destroy()
      if (status >= 300 && status < 400 && headers.location) return resolve({ location: headers.location })
      resolve({ kind: status >= 500 || status === 429 ? 'later' : 'none' })
    }
    const request = address.startsWith('http:')
      ? http.get(address, { signal }, answered)
      : https.get(address, { signal, lookup: lookUpPublic }, answered)
    request.on('error', reject)
  })
}

async function readAll(response: http.IncomingMessage): Promise<FetchedPhoto> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.byteLength
    if (length > MAX_UPLOAD_BYTES) {
      response.destroy()
      return { kind: 'none' }
    }
    parts.push(part)
  }
  return { kind: 'photo', bytes: new Uint8Array(Buffer.concat(parts)) }
}

function outcomeOf(error: unknown): FetchedPhoto {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return { kind: error instanceof NotPublic || code === 'ENOTFOUND' ? 'none' : 'later' }
}
