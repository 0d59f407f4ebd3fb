import { createHmac, timingSafeEqual } from 'node:crypto'
import { PUSH_KINDS, type PushKind } from '#schema/push-notice'
import { readSecretKey } from '../db/private-files'

/** A token that nobody can make without the key in `dataDir`; the database does not hold it. */
export function mailToken(dataDir: string, purpose: string): string {
  return createHmac('sha256', readSecretKey(dataDir, 'mail.key')).update(purpose).digest('base64url')
}

/** The token of the link that switches off a kind of mail; it works without a sign-in and does nothing else. */
export function offToken(dataDir: string, userId: number, kind: PushKind): string {
  return `${userId}.${kind}.${mailToken(dataDir, `off:${userId}:${kind}`)}`
}

/** The person and the kind of mail that a token switches off, or null. */
export function readOffToken(dataDir: string, token: string): { userId: number; kind: PushKind } | null {
  const [, id, name] = /^([1-9]\d{0,14})\.([a-z]+)\.[\w-]{43}$/.exec(token) ?? []
  const kind = PUSH_KINDS.find((known) => known === name)
  if (!id || !kind) return null
  const userId = Number(id)
  const isOurs = timingSafeEqual(Buffer.from(token), Buffer.from(offToken(dataDir, userId, kind)))
  return isOurs ? { userId, kind } : null
}
