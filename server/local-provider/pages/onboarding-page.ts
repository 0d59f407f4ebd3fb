import { moveAccount } from '../accounts'
import type { Core } from '../core'
import { NOBODY } from '../core'
import { findLink, isFresh, openLink } from '../hosted-links'
import type { Account } from '../objects/account-object'
import type { HostedLink } from '../objects/hosted-link-object'
import type { FormMembers } from '../parameters'
import type { Work } from '../work'
import { html } from './html'
import { deadEnd, notFound, PAGES_PATH, page, seeOther } from './page-shell'

/** The first visit shows the form and uses the link up; any later one is sent to make a new link. */
export function showOnboarding(core: Core, token: string): Promise<Response> {
  return core.write(NOBODY, (work) =>
    visit(work, token, async (link, account) => {
      if (!isFresh(work, link)) return seeOther(link.refresh_url ?? '/')
      openLink(work, link)
      return form(core, token, link, account)
    }),
  )
}

/** One of the three ways to leave the form. Leaving is not finishing: the account says what is true. */
export function submitOnboarding(core: Core, token: string, fields: FormMembers): Promise<Response> {
  return core.write(NOBODY, (work) =>
    visit(work, token, async (link, account) => {
      if (!link.opened || link.expires_at <= work.now) return seeOther(link.refresh_url ?? '/')
      const action = fields.get('action')
      if (action === 'finish') moveAccount(work, account, 'active')
      if (action === 'incomplete') moveAccount(work, account, 'incomplete')
      link.expires_at = work.now
      return seeOther(link.return_url ?? '/')
    }),
  )
}

async function visit(
  work: Work,
  token: string,
  run: (link: HostedLink, account: Account) => Promise<Response>,
): Promise<Response> {
  const link = await findLink(work, token, 'onboarding')
  if (!link) return notFound()
  const account = await work.find('account', link.connected, '')
  if (!account) return deadEnd('This account is gone', 'Start again where you came from.', link.refresh_url, 410)
  return run(link, account)
}

function form(core: Core, token: string, link: HostedLink, account: Account): Response {
  const name = core.site.productName
  return page({
    title: `Set up payouts · ${name}`,
    leadsTo: [link.return_url, link.refresh_url],
    body: html`<h1>Set up payouts</h1>
<p>${name} sends what you earn to your bank account. A real provider would ask for your name, date of birth and bank details here; this test page fills them in for you.</p>
${account.email && html`<p class="muted">Account: ${account.email}</p>`}
<form method="post" action="${PAGES_PATH}/onboarding/${token}">
<button type="submit" name="action" value="finish" autofocus>Finish</button>
<button type="submit" name="action" value="leave" class="quiet">Leave without finishing</button>
<button type="submit" name="action" value="incomplete" class="quiet">Submit with missing details</button>
</form>`,
  })
}
