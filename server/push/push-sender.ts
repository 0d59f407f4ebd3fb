import http from 'node:http'
import https from 'node:https'
import webPush from 'web-push'
import type { Env } from '../env'
import { lookUpPublic, NotPublic } from '../http/public-addresses'
import { isPushAddress } from './push-addresses'
import { openVapidKeys } from './vapid'

/** From the look-up of the name to the last byte of the answer's head. */
const DEADLINE_MS = 10_000

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** The text for the browser's worker; encrypted for it. */
  body: string
  /** A message of the same topic that the service still holds is replaced. At most 32 letters, digits, - and _. */
  topic: string
  /** How long the service keeps it for a device that is off. */
  ttlSeconds: number
}

/** `gone`: there is no such subscription any more. `later`: after so many seconds if the service said so; `isSilent` when there was no answer at all. `refused`: never. */
export type PushOutcome =
  | { kind: 'sent' }
  | { kind: 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'later'; afterSeconds: number | null; isSilent: boolean }

export interface PushSender {
  publicKey: string
  /** May a browser be reached at this address? */
  accepts(endpoint: string): boolean
  /** Hands a message to a push service. Never throws. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}

/** Sends Web Push messages (RFC 8030, encrypted by RFC 8291, signed by RFC 8292). */
export function openPushSender(env: Pick<Env, 'dataDir' | 'push'>, deadlineMs = DEADLINE_MS): PushSender {
  const keys = openVapidKeys(env)
  const { subject } = env.push
  const accepts = (endpoint: string) => isPushAddress(endpoint, env.push)
  return {
    publicKey: keys.publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { body, topic, ttlSeconds }) {
      if (!accepts(endpoint)) return { kind: 'gone' }
      let request: webPush.RequestDetails
      try {
        const options = { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, topic, urgency: 'high' as const }
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, options)
      } catch {
        // Its keys are none: nothing can ever be encrypted for it.
        return { kind: 'gone' }
      }
      try {
        return outcomeOf(await post(request, deadlineMs))
      } catch (error) {
        return error instanceof NotPublic ? { kind: 'gone' } : { kind: 'later', afterSeconds: null, isSilent: true }
      }
    },
  }
}

/** Redirects are not followed, and what is answered is not read. */
function post({ endpoint, headers, body }: webPush.RequestDetails, deadlineMs: number): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isLoopback = endpoint.startsWith('http:')
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(deadlineMs) }
    const answered = (response: http.IncomingMessage) => {
      // Cut off at the deadline, it is no fault of ours.
      response.on('error', () => undefined)
      response.destroy()
      resolve(response)
    }
    const request = isLoopback
      ? http.request(endpoint, options, answered)
      : https.request(endpoint, { ...options, lookup: lookUpPublic }, answered)
    request.on('error', reject)
    request.end(body)
  })
}

function outcomeOf({ statusCode: status = 0, headers }: http.IncomingMessage): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  // 403: it was made for another pair of keys.
  if (status === 404 || status === 410 || status === 403) return { kind: 'gone' }
  if (status === 429 || status >= 500) {
    const after = Number(headers['retry-after'])
    return { kind: 'later', afterSeconds: Number.isFinite(after) && after > 0 ? after : null, isSilent: false }
  }
  return { kind: 'refused', status }
}
