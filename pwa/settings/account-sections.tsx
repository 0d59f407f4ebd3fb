import type { CurrentUser } from '#schema/user'
import { BlockedPeople } from '../moderation/blocked-people'
import { LegalLinks } from '../session/legal-links'
import { termsDate } from '../session/terms-date'
import { CloseAccount } from './close-account'
import { ExportAccount } from './export-account'
import { OwnActs } from './own-acts'

/** The presses that concern an account as a whole. */
export function AccountSections({ user }: { user: CurrentUser }) {
  return (
    <div className="stack stack--loose settings__narrow">
      <section className="stack" aria-labelledby="agreed-terms">
        <h2 id="agreed-terms">What you agreed to</h2>
        <p>
          The <LegalLinks />
          {user.termsVersion && ` of ${termsDate(user.termsVersion)}`}.
        </p>
      </section>
      <OwnActs />
      <BlockedPeople />
      <ExportAccount />
      <CloseAccount user={user} />
    </div>
  )
}
