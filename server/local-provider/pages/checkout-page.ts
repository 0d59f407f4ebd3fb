import { answerSetupChallenge, saveCard } from '../card-setup'
import { completeSession } from '../checkout-sessions'
import type { Core } from '../core'
import { NOBODY } from '../core'
import { newPaymentMethod } from '../objects/card-object'
import type { SetupIntent } from '../objects/intent-object'
import type { CheckoutSession } from '../objects/session-object'
import type { FormMembers } from '../parameters'
import { TEST_CARDS } from '../test-cards'
import type { Work } from '../work'
import type { CardField, CheckedCard } from './card-form'
import { checkCard, EMPTY_CARD } from './card-form'
import { challengeForm } from './challenge-page'
import type { Html } from './html'
import { html } from './html'
import { deadEnd, notFound, PAGES_PATH, page, seeOther } from './page-shell'

interface Visit {
  session: CheckoutSession
  intent: SetupIntent
}

/** The interface's own words for it are for developers. */
const NOT_CONFIRMED = 'Your bank did not confirm this card. Please try again, or use another card.'

/** Shows the page of a session; a finished one leads on, a dead one says so. */
export function showCheckout(core: Core, id: string): Promise<Response> {
  return core.read(NOBODY, (work) =>
    visit(work, id, async ({ session, intent }) => {
      if (intent.status === 'requires_action') return seeOther(challengeUrl(session))
      const { code, message } = intent.last_setup_error ?? {}
      const words = code === 'setup_intent_authentication_failure' ? NOT_CONFIRMED : message
      const errors = typeof words === 'string' ? { number: words } : {}
      return cardPage(core, session, { ...EMPTY_CARD, errors }, 200)
    }),
  )
}

/** The card was typed in: saved, refused, or waiting for its holder. */
export function submitCard(core: Core, id: string, form: FormMembers): Promise<Response> {
  return core.write(NOBODY, (work) =>
    visit(work, id, async ({ session, intent }) => {
      const checked = checkCard(form, work.now)
      if (!checked.entry) return cardPage(core, session, checked, 422)
      const method = work.add(newPaymentMethod(checked.entry, work.now))
      const refusal = saveCard(work, core.site, intent, method)
      if (refusal) {
        const field = refusal.details.param === 'cvc' ? 'cvc' : 'number'
        return cardPage(core, session, { ...checked, errors: { [field]: refusal.message } }, 402)
      }
      if (intent.status === 'requires_action') return seeOther(challengeUrl(session))
      await completeSession(work, session)
      return seeOther(successUrl(session))
    }),
  )
}

export function showCheckoutChallenge(core: Core, id: string): Promise<Response> {
  return core.read(NOBODY, (work) =>
    visit(work, id, async ({ session, intent }) =>
      intent.status === 'requires_action'
        ? challengeForm(challengeUrl(session), [session.success_url, session.cancel_url])
        : seeOther(checkoutUrl(session)),
    ),
  )
}

export function answerCheckoutChallenge(core: Core, id: string, form: FormMembers): Promise<Response> {
  return core.write(NOBODY, (work) =>
    visit(work, id, async ({ session, intent }) => {
      if (intent.status !== 'requires_action') return seeOther(checkoutUrl(session))
      const outcome = form.get('outcome') === 'complete' ? 'complete' : 'fail'
      if (!(await answerSetupChallenge(work, intent, outcome))) return seeOther(checkoutUrl(session))
      await completeSession(work, session)
      return seeOther(successUrl(session))
    }),
  )
}

async function visit(work: Work, id: string, run: (visit: Visit) => Promise<Response>): Promise<Response> {
  const session = await work.find('checkout.session', id)
  const intent = session && (await work.find('setup_intent', session.setup_intent))
  if (!session || !intent) return notFound()
  if (session.status === 'complete') return seeOther(successUrl(session))
  if (session.status === 'expired') {
    const text = 'You took a little too long, and the page was closed. Nothing was saved.'
    return deadEnd('This page has expired', text, session.cancel_url, 410)
  }
  return run({ session, intent })
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function checkoutUrl(session: CheckoutSession): string {
  return `${PAGES_PATH}/checkout/${session.id}`
}

function challengeUrl(session: CheckoutSession): string {
  return `${checkoutUrl(session)}/challenge`
}

function cardPage(core: Core, session: CheckoutSession, checked: CheckedCard, status: number): Response {
  const name = core.site.productName
  const back = session.cancel_url && html`<p><a href="${session.cancel_url}">Back to ${name} without saving</a></p>`
  return page({
    // A reader of screens hears the title first.
    title: `${Object.keys(checked.errors).length > 0 ? 'Error: ' : ''}Save a card · ${name}`,
    status,
    leadsTo: [session.success_url, session.cancel_url],
    body: html`<h1>Save a card</h1>
<p>${name} will use it for your bookings and purchases.</p>
${cardForm(checkoutUrl(session), checked)}
${back}
${cardHints()}`,
  })
}

function cardForm(action: string, { values, errors }: CheckedCard): Html {
  const focus = (['number', 'expiry', 'cvc', 'name'] as const).find((name) => errors[name]) ?? 'number'
  const field = (name: CardField, label: string, rest: Html) => {
    const error = errors[name]
    const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : null
    return html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}"${rest}${described}${focus === name && html` autofocus`}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`
  }
  return html`<form method="post" action="${action}" novalidate>
${field('number', 'Card number', html` inputmode="numeric" autocomplete="cc-number" required placeholder="1234 1234 1234 1234" value="${values.number}"`)}
<div class="row">
${field('expiry', 'Expiry date', html` inputmode="numeric" autocomplete="cc-exp" required placeholder="MM / YY" value="${values.expiry}"`)}
${field('cvc', 'Security code', html` inputmode="numeric" autocomplete="cc-csc" required placeholder="CVC" maxlength="4"`)}
</div>
${field('name', 'Name on card', html` autocomplete="cc-name" value="${values.name}"`)}
<button type="submit">Save card</button>
</form>`
}

/** The numbers worth trying, each with what it does. */
function cardHints(): Html {
  const listed = TEST_CARDS.flatMap(({ number, hint }) => (hint ? [{ number, hint }] : []))
  return html`<details open>
<summary>Test cards</summary>
<p class="muted">Any date in the future and any security code will do.</p>
<ul>
${listed.map(({ number, hint }) => html`<li><span class="number">${grouped(number)}</span> <span class="muted">${hint}</span></li>\n`)}
</ul>
</details>`
}

function grouped(number: string): string {
  if (number.length === 15) return `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}
