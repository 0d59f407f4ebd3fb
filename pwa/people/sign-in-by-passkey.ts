import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { SignedInUser } from '#schema/user'
import { callAccount } from '../session/call-account'
import { deviceZone } from './sign-in'

/** Signs in with a passkey of this device; `reopen` takes a closed account back. @throws ApiError, Unreachable, or the browser's own error */
export async function signInByPasskey(reopen = false): Promise<SignedInUser> {
  const { options } = await callAccount('startPasskeySignIn', {})
  const { startAuthentication } = await import(/* piece: online */ '@simplewebauthn/browser')
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
  })
  const answer = { id, rawId, type: 'public-key' as const, response: { ...response } }
  return callAccount('signInByPasskey', { body: { answer, timeZone: deviceZone(), reopen } })
}
