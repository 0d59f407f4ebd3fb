import type { SignedInUser } from '#schema/user'
import { askPasskey } from '../session/ask-passkey'
import { callAccount } from '../session/call-account'
import { deviceZone } from './sign-in'

/** Signs in with a passkey of this device; `reopen` takes a closed account back. @throws ApiError, Unreachable, or the browser's own error */
export async function signInByPasskey(reopen = false): Promise<SignedInUser> {
  return callAccount('signInByPasskey', { body: { answer: await askPasskey(), timeZone: deviceZone(), reopen } })
}
