import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#schema/account'
import { callAccount } from './call-account'

/** Lets a passkey of this device sign a challenge of the server. @throws ApiError, Unreachable, or the browser's own error */
export async function askPasskey(): Promise<PasskeyAnswer> {
  const { options } = await callAccount('startPasskeySignIn', {})
  const { startAuthentication } = await import(/* piece: online */ '@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  return { id, rawId, type: 'public-key', response: { ...response } }
}
