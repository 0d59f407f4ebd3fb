import { CURVE, fromBase64Url, NONCE_BYTES, sharedKey } from './seal'

const KEY_BYTES = 65

/**
 * Decrypts what `seal` has made.
 * @param privateKey P-256, PKCS #8, in base64url
 * @throws DOMException when the key is another one or the bytes were changed
 */
export async function openSeal(privateKey: string, sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const own = await crypto.subtle.importKey('pkcs8', fromBase64Url(privateKey), CURVE, false, ['deriveKey'])
  const sender = await crypto.subtle.importKey('raw', sealed.slice(0, KEY_BYTES), CURVE, false, [])
  const nonce = sealed.slice(KEY_BYTES, KEY_BYTES + NONCE_BYTES)
  const key = await sharedKey(own, sender, 'decrypt')
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed.slice(KEY_BYTES + NONCE_BYTES))
}
