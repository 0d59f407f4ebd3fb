import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readSecretKey } from '../db/private-files'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what the database must not tell by itself: AES-256-GCM under a key beside it. */
export function sealSecret(dataDir: string, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataDir), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Null for what was sealed under another key, or changed. */
export function openSecret(dataDir: string, sealed: string): Uint8Array | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataDir), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

const keyOf = (dataDir: string) => createHmac('sha256', readSecretKey(dataDir, 'codes.key')).update('codes').digest()
