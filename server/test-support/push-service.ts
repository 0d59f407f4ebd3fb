import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushNotice } from '#schema/push-notice'

/** A browser's side of a subscription: its keys, and how it reads what is sent to it. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  read(body: Buffer): PushNotice
}

export interface Received {
  path: string
  headers: Headers
  body: Buffer
}

/** A push service on this machine that keeps what it is handed. */
export interface TestPushService {
  origin: string
  received: Received[]
  /** Its answer from now on, by the path of the subscription; 201 unless said otherwise. */
  answers: Map<string, { status: number; headers?: Record<string, string> }>
  browser(path: string): TestBrowser
  close(): Promise<void>
}

export async function openPushService(): Promise<TestPushService> {
  const received: Received[] = []
  const answers: TestPushService['answers'] = new Map()
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ path, headers, body: Buffer.concat(parts) })
    const answer = answers.get(path) ?? { status: 201 }
    response.writeHead(answer.status, answer.headers).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    answers,
    browser: (path) => newBrowser(`${origin}${path}`),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function newBrowser(endpoint: string): TestBrowser {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    read: (body) => JSON.parse(decrypt(body, own, auth)) as PushNotice,
  }
}

/** RFC 8291: a single aes128gcm record, its key agreed with the sender's point in the header. */
function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const pointLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + pointLength)
  const sealed = body.subarray(21 + pointLength)
  const label = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
  const secret = derive(own.computeSecret(theirs), auth, label, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** The sender's words about itself (RFC 8292), once its signature holds for the key that it names. @throws Error when it does not */
export function readVapid(headers: Headers): { key: string; claims: { aud: string; sub: string; exp: number } } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.get('authorization') ?? '') ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!holds) throw new Error('The signature does not hold')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
