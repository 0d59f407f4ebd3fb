import type { PaymentMethod } from './objects/card-object'
import type { IntentStatus, PaymentIntent } from './objects/intent-object'
import { attemptPayment } from './payment-attempt'
import { wrongState } from './payment-capture'
import { requireCard } from './payment-methods'
import { checkOwner } from './payment-start'
import { refused } from './provider-error'
import type { Call } from './route'
import type { Site } from './site'

const CONFIRMABLE: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']
const NO_RETURN_URL =
  'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.'
const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

export interface ConfirmParams {
  payment_method?: string
  off_session?: boolean
  receipt_email?: string | null
  return_url?: string
  setup_future_usage?: 'off_session' | 'on_session'
  use_stripe_sdk?: boolean
}

/** Tries the payment; throws the 402 of a refused card, with the failed attempt kept. */
export async function confirmIntent(
  call: Call<ConfirmParams>,
  intent: PaymentIntent,
  given?: PaymentMethod,
): Promise<void> {
  const { work, site, params } = call
  if (!CONFIRMABLE.includes(intent.status)) {
    throw wrongState(
      intent,
      `This PaymentIntent could not be confirmed because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`,
    )
  }
  const wanted = params.payment_method ?? intent.payment_method
  const method = given ?? (wanted ? await requireCard(work, wanted) : undefined)
  if (!method) throw wrongState(intent, intent.customer ? noCustomerMethod(intent.customer) : NO_METHOD)
  checkOwner(intent, method)
  const returnUrl = call.fromBrowser ? ownAddress(call.site, params.return_url) : params.return_url
  intent.provider_state.return_url = returnUrl ?? intent.provider_state.return_url
  intent.setup_future_usage = params.setup_future_usage ?? intent.setup_future_usage
  intent.receipt_email = params.receipt_email ?? intent.receipt_email
  const inPage = params.use_stripe_sdk ?? (call.fromBrowser && !returnUrl)
  const offSession = params.off_session ?? false
  if (mayRedirect(intent) && !intent.provider_state.return_url && !offSession && !call.fromBrowser) {
    throw refused(NO_RETURN_URL, { payment_intent: intent })
  }
  const refusal = await attemptPayment(work, site, intent, method, { offSession, inPage })
  if (refusal) throw refusal
}

/** Our pages lie at the shop's address: one that led wherever a payer wants would lend its name to everybody. */
function ownAddress(site: Site, address: string | undefined): string | undefined {
  return address && new URL(address).origin === new URL(site.pages).origin ? address : undefined
}

function noCustomerMethod(customer: string): string {
  return `You cannot confirm this PaymentIntent because it's missing a payment method. To confirm the PaymentIntent with ${customer}, specify a payment method attached to this customer along with the customer ID.`
}

/** Whether methods that leave the page are possible: always, unless the caller narrowed them. */
function mayRedirect(intent: PaymentIntent): boolean {
  const automatic = intent.automatic_payment_methods as { allow_redirects?: string } | null
  return automatic !== null && automatic.allow_redirects !== 'never'
}
