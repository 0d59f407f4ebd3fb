import type { CurrentUser } from '#schema/user'
import { LegalLinks } from '../session/legal-links'
import { CloseAccount } from './close-account'
import { ExportAccount } from './export-account'

/** The presses that concern an account as a whole. */
export function AccountSections({ user }: { user: CurrentUser }) {
  return (
    <div className="stack stack--loose settings__narrow">
      <section className="stack" aria-labelledby="agreed-terms">
        <h2 id="agreed-terms">What you agreed to</h2>
        <p>
          The <LegalLinks />
          {user.termsVersion && ` of ${user.termsVersion}`}.
        </p>
      </section>
      <ExportAccount />
      <CloseAccount user={user} />
    </div>
  )
}
