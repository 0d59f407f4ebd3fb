import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { AccountSecurity } from '#schema/account'
import { callAccount } from '../session/call-account'

/** Lets the browser make a passkey and hands its public half to the server. @throws ApiError, Unreachable, or the browser's own error */
export async function makePasskey(name: string, password: string): Promise<AccountSecurity> {
  const { options } = await callAccount('startPasskey', { body: { password } })
  const { startRegistration } = await import(/* piece: online */ '@simplewebauthn/browser')
  const made = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  const { id, rawId, response } = made
  return callAccount('addPasskey', {
    body: { name, answer: { id, rawId, type: 'public-key', response: { ...response } } },
  })
}
