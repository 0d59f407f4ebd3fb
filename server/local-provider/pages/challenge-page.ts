import { answerSetupChallenge } from '../card-setup'
import type { Core } from '../core'
import { NOBODY } from '../core'
import type { PaymentIntent, SetupIntent } from '../objects/intent-object'
import type { FormMembers } from '../parameters'
import { answerChallenge } from '../payment-attempt'
import type { Work } from '../work'
import { html } from './html'
import { deadEnd, notFound, PAGES_PATH, page, seeOther } from './page-shell'

type Intent = PaymentIntent | SetupIntent

/** Stands for the bank's own page: the card's holder agrees, or does not. */
export function challengeForm(action: string, leadsTo: readonly (string | null)[]): Response {
  return page({
    title: 'Confirm with your bank',
    leadsTo,
    body: html`<h1>Confirm with your bank</h1>
<p>Your bank would ask for a code here. Choose how it ends.</p>
<form method="post" action="${action}">
<button type="submit" name="outcome" value="complete" autofocus>Complete</button>
<button type="submit" name="outcome" value="fail" class="quiet">Fail</button>
</form>`,
  })
}

/** The page a `redirect_to_url` leads to. */
export function showChallenge(core: Core, id: string, secret: string): Promise<Response> {
  return core.read(NOBODY, async (work) => {
    const intent = await findIntent(work, id, secret)
    if (!intent) return notFound()
    if (intent.status !== 'requires_action') return leave(intent)
    return challengeForm(pageUrl(intent), [intent.provider_state.return_url])
  })
}

export function submitChallenge(core: Core, id: string, secret: string, form: FormMembers): Promise<Response> {
  return core.write(NOBODY, async (work) => {
    const intent = await findIntent(work, id, secret)
    if (!intent) return notFound()
    if (intent.status !== 'requires_action') return leave(intent)
    const outcome = form.get('outcome') === 'complete' ? 'complete' : 'fail'
    if (intent.object === 'payment_intent') await answerChallenge(work, intent, outcome)
    else await answerSetupChallenge(work, intent, outcome)
    return leave(intent)
  })
}

async function findIntent(work: Work, id: string, secret: string): Promise<Intent | undefined> {
  const found = await work.findAny(id)
  const known = found?.object === 'payment_intent' || found?.object === 'setup_intent' ? found : undefined
  return known?.client_secret === secret ? known : undefined
}

function pageUrl(intent: Intent): string {
  return `${PAGES_PATH}/challenge/${intent.id}?secret=${intent.client_secret}`
}

/** Back to the shop, which is told what to look up and how it seems to have gone. */
function leave(intent: Intent): Response {
  const back = intent.provider_state.return_url
  const done = intent.status === 'succeeded' || intent.status === 'requires_capture'
  if (back === null) {
    const text = done ? 'You can close this page.' : 'The payment was not confirmed. You can close this page.'
    return deadEnd('Thank you', text, null, 200)
  }
  const url = new URL(back)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  url.searchParams.set('redirect_status', done ? 'succeeded' : 'failed')
  return seeOther(url.href)
}
