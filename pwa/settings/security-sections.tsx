import type { CurrentUser } from '#schema/user'
import { ChangeEmail } from './change-email'
import { ChangePassword } from './change-password'
import { CodesSection } from './codes-section'
import { PasskeyList } from './passkey-list'
import { SessionList } from './session-list'
import { SignInLog } from './sign-in-log'
import { useSecurity } from './use-security'

/** How this account is kept from strangers. */
export function SecuritySections({ user }: { user: CurrentUser }) {
  const security = useSecurity()
  return (
    <div className="stack stack--loose settings__narrow">
      <SessionList security={security} />
      <ChangePassword security={security} />
      <PasskeyList security={security} />
      <CodesSection security={security} />
      <ChangeEmail user={user} security={security.known} />
      <SignInLog security={security} />
    </div>
  )
}
