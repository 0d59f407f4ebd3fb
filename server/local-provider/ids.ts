const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 24
const SECRET_LENGTH = 25

/** Unguessable letters and digits from the system's generator. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Bytes past the last full round of the alphabet would favour its first letters.
      if (byte < ALPHABET.length * 4 && text.length < length) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return text
}

/** `newId('pi_')` -> `pi_` and 24 letters or digits. */
export function newId(prefix: string): string {
  return prefix + randomText(ID_LENGTH)
}

/** The secret that lets a browser act on one intent. */
export function newClientSecret(id: string): string {
  return `${id}_secret_${randomText(SECRET_LENGTH)}`
}

/** SHA-256 in hex, for values that must be recognised and never read back. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex')
}
