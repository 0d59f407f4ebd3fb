const encode = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url')

/** A key pair as the server makes them for an account. */
export async function newSealKeys(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveKey'])
  return {
    publicKey: encode(await crypto.subtle.exportKey('raw', pair.publicKey)),
    privateKey: encode(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
  }
}
