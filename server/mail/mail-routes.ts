import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import { isEssential } from '#schema/mail'
import { PRODUCT_NAME } from '#schema/product'
import type { PushKind } from '#schema/push-notice'
import { build, step, toStatement } from '../db/steps'
import { mailMuted } from '../db/tables'
import type { Deps } from '../deps'
import { isForItsMachine, isLoopbackHost } from '../env'
import { readOffToken } from './mail-key'
import { page } from './mail-page'
import { findKeptMail, findRecipient, listKeptMails } from './mail-queries'
import { escapeMarkup } from './mail-template'

const SHOWN = 100

const KIND_WORDS: Record<PushKind, string> = {
  offers: 'new offers',
  answers: 'answers to your offers',
  money: 'your payments',
  messages: 'messages',
  claims: 'damage reports',
  orders: 'orders',
  reviews: 'reviews',
}

/** Are mails kept instead of sent, on a machine whose people may read them? */
export function canReadKeptMails({ mail, env }: Deps): boolean {
  return mail.mode === 'kept' && isForItsMachine(env)
}

/** The pages of mails that were kept instead of sent, and the page that switches a kind of mail off. */
export function mailRoutes(app: Elysia, deps: Deps): void {
  // Their readers see everybody's mail, links for new passwords too.
  if (canReadKeptMails(deps)) keptPages(app, deps)

  app.get('/mail/off/:token', async ({ request, params }) => {
    await deps.limits.countAddress('everythingElse', request)
    const { kind } = await assertOff(deps, params.token)
    const words = KIND_WORDS[kind]
    const stays = isEssential(kind)
      ? '\n<p>They still come by mail when none of your browsers is notified of them.</p>'
      : ''
    return page({
      title: `Stop mails about ${words}`,
      body: `<h1>Stop mails about ${words}?</h1>${stays}
<form method="post"><button type="submit">Stop these mails</button></form>`,
    })
  })

  // One click: mail programs post here from wherever they are, without a cookie; the address itself is the proof.
  app.post(
    '/mail/off/:token',
    async ({ request, params }) => {
      await deps.limits.countAddress('everythingElse', request)
      const { userId, kind } = await assertOff(deps, params.token)
      await deps.db.batch([toStatement(step(build.insert(mailMuted).values({ userId, kind }).onConflictDoNothing()))])
      return page({
        title: 'Done',
        body: `<h1>Done</h1>
<p>You get no more mails about ${KIND_WORDS[kind]}.</p>
<p><a href="/settings?tab=notifications">Choose what you are notified of</a></p>`,
      })
    },
    { parse: 'none' },
  )
}

function keptPages(app: Elysia, deps: Deps): void {
  app.get('/mail', async ({ request }) => {
    assertAskedHere(request)
    const mails = await listKeptMails(deps.db, SHOWN)
    const lines = mails.map(
      ({ id, at, address, subject }) =>
        `<li><a href="/mail/${id}">${escapeMarkup(subject)}</a><br><span class="muted">${escapeMarkup(address)}, <time>${escapeMarkup(at)}</time></span></li>`,
    )
    return page({
      title: 'Mail',
      body: `<h1>Mail</h1>
<p class="muted">This server sends no mail. Here is what it would have sent, newest first.</p>
${mails.length > 0 ? `<ul>${lines.join('\n')}</ul>` : '<p>Nothing yet.</p>'}`,
    })
  })

  app.get('/mail/:id', async ({ params, request }) => {
    assertAskedHere(request)
    const mail = /^[1-9]\d{0,14}$/.test(params.id) ? await findKeptMail(deps.db, Number(params.id)) : null
    if (!mail) throw new Refusal('not_found')
    return page({ html: mail.html })
  })
}

/** A page from elsewhere can let a name of its own lead to this machine; its requests bear that name. @throws Refusal `not_found` */
function assertAskedHere(request: Request): void {
  if (!isLoopbackHost(new URL(request.url).hostname)) throw new Refusal('not_found')
}

/** @throws Refusal `not_found` for a token that is not ours, and for a person whose account has ended */
async function assertOff(deps: Deps, token: string): Promise<{ userId: number; kind: PushKind }> {
  const found = readOffToken(deps.env.dataDir, token)
  if (!found || !(await findRecipient(deps.db, found.userId)))
    throw new Refusal('not_found', `This address is none of ${PRODUCT_NAME}’s.`)
  return found
}
