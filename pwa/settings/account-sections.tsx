import type { CurrentUser } from '#schema/user'
import { CloseAccount } from './close-account'
import { ExportAccount } from './export-account'

/** What a person may do with their account as a whole. */
export function AccountSections({ user }: { user: CurrentUser }) {
  return (
    <div className="stack stack--loose settings__narrow">
      <ExportAccount />
      <CloseAccount user={user} />
    </div>
  )
}
