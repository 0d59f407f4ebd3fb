import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A mistake that a test has an authenticator make. */
export interface AuthenticatorFault {
  origin?: string
  rpId?: string
  /** Nobody has shown the device a face or a finger. */
  isUnverified?: boolean
  counter?: number
}

const TEXT = { create: 'webauthn.create', get: 'webauthn.get' }
const FLAGS = { present: 1, verified: 4, hasCredential: 64 }
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A device that holds one passkey, as the WebAuthn standard has it: ES256 without attestation. */
export function softwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  const clientData = (type: keyof typeof TEXT, challenge: string, fault: AuthenticatorFault) =>
    Buffer.from(JSON.stringify({ type: TEXT[type], challenge, origin: fault.origin ?? origin, crossOrigin: false }))

  function authenticatorData(
    further: number,
    { rpId = new URL(origin).hostname, isUnverified, counter }: AuthenticatorFault,
  ) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++uses)
    const flags = FLAGS.present | (isUnverified ? 0 : FLAGS.verified) | further
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }

  const answer = (response: Record<string, unknown>) => ({
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    response,
  })

  return {
    /** Makes the passkey. */
    create({ challenge }: { challenge: string }, fault: AuthenticatorFault = {}) {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([authenticatorData(FLAGS.hasCredential, fault), Buffer.alloc(16), length, id, cose])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
      return answer({
        clientDataJSON: encode(clientData('create', challenge, fault)),
        attestationObject: encode(Buffer.concat([head, size, data])),
        transports: ['internal'],
      })
    },
    /** Signs a challenge. */
    get({ challenge }: { challenge: string }, fault: AuthenticatorFault = {}) {
      const client = clientData('get', challenge, fault)
      const data = authenticatorData(0, fault)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle: null,
      })
    },
  }
}
