import type { Funds } from '../balance'
import { readFunds } from '../balance'
import type { Core } from '../core'
import { NOBODY } from '../core'
import { findLink, isFresh, openLink } from '../hosted-links'
import type { Account } from '../objects/account-object'
import type { Transfer } from '../objects/transfer-object'
import { dollars } from '../provider-error'
import { html } from './html'
import { deadEnd, notFound, page } from './page-shell'

const SHOWN_TRANSFERS = 20

/** The owner's small dashboard: what is there, what came in. A link opens it once. */
export function showAccount(core: Core, token: string): Promise<Response> {
  return core.write(NOBODY, async (work) => {
    const link = await findLink(work, token, 'dashboard')
    const account = link && (await work.find('account', link.connected, ''))
    if (!link || !account) return notFound()
    if (!isFresh(work, link)) {
      const text = 'It opens once, and within five minutes. Ask for a new one where you came from.'
      return deadEnd('This link was used up', text, null, 410)
    }
    openLink(work, link)
    const funds = await readFunds(work, account.id)
    const transfers = await work.list('transfer', { where: { destination: account.id }, limit: SHOWN_TRANSFERS })
    return dashboard(core, account, funds, transfers)
  })
}

function dashboard(core: Core, account: Account, funds: Funds, transfers: Transfer[]): Response {
  const { productName } = core.site
  return page({
    title: `Your payouts · ${productName}`,
    body: html`<h1>Your payouts</h1>
<p class="muted">${account.email}</p>
<dl>
<div><dt>Available</dt><dd>${dollars(funds.available)}</dd></div>
<div><dt>On its way</dt><dd>${dollars(funds.pending)}</dd></div>
<div><dt>Payouts</dt><dd>${account.payouts_enabled ? 'On' : 'Waiting for missing details'}</dd></div>
</dl>
<h2>Received from ${productName}</h2>
${transfers.length === 0 ? html`<p>Nothing yet.</p>` : html`<ul>${transfers.map(line)}</ul>`}`,
  })
}

function line(transfer: Transfer) {
  const day = new Date(transfer.created * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return html`<li><span>${day}</span> <span class="number">${dollars(transfer.amount - transfer.amount_reversed)}</span></li>\n`
}
