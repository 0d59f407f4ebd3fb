import { ChangePassword } from './change-password'

/** How this account is kept from strangers. */
export function SecurityTab() {
  return (
    <div className="stack stack--loose settings__narrow">
      <ChangePassword />
    </div>
  )
}
