import type { SignedInUser } from '#schema/user'
import { askPasskey } from '../session/ask-passkey'
import { callAccount } from '../session/call-account'
import { afterSignOut, deviceZone } from './sign-in'

/** Signs in with a passkey of this device; `reopen` takes a closed account back. @throws ApiError, Unreachable, or the browser's own error */
export async function signInByPasskey(reopen = false): Promise<SignedInUser> {
  const answer = await askPasskey()
  return afterSignOut(() => callAccount('signInByPasskey', { body: { answer, timeZone: deviceZone(), reopen } }))
}
