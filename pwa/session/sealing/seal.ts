export const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const CIPHER = { name: 'AES-GCM', length: 256 }
export const NONCE_BYTES = 12

/**
 * Encrypts bytes for the holder of a private key. Each seal has a key pair of its own, whose private half is forgotten at once,
 * so that this device cannot open what it has sealed.
 * @param publicKey P-256, raw, in base64url
 * @returns the seal's public key, a nonce and the AES-GCM text, in one piece
 */
export async function seal(publicKey: string, plain: BufferSource): Promise<ArrayBuffer> {
  const recipient = await crypto.subtle.importKey('raw', fromBase64Url(publicKey), CURVE, false, [])
  const own = await crypto.subtle.generateKey(CURVE, false, ['deriveKey'])
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const key = await sharedKey(own.privateKey, recipient, 'encrypt')
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, plain)
  const ownPublic = await crypto.subtle.exportKey('raw', own.publicKey)
  return new Blob([ownPublic, nonce, text]).arrayBuffer()
}

export function sharedKey(
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  return crypto.subtle.deriveKey({ name: 'ECDH', public: publicKey }, privateKey, CIPHER, false, [usage])
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
