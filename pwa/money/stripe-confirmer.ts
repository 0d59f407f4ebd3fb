import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Confirmation, PaymentConfirmer } from './payment-confirmer'

/** Confirms with Stripe's own script, which must come from Stripe and is loaded only here. */
export function stripeConfirmer(publishableKey: string): PaymentConfirmer {
  let loading: Promise<Stripe | null> | null = null
  const load = async (): Promise<Stripe | null> => {
    loading ??= loadStripe(publishableKey)
    try {
      return await loading
    } catch {
      // The script could not be fetched; the next press tries again.
      loading = null
      return null
    }
  }
  return {
    async confirm({ clientSecret, paymentMethodId, returnUrl }) {
      const stripe = await load()
      if (!stripe) return { kind: 'unavailable' }
      const { error, paymentIntent } = await stripe.confirmPayment({
        clientSecret,
        confirmParams: { payment_method: paymentMethodId, return_url: returnUrl },
        redirect: 'if_required',
      })
      return error ? endOf(error) : outcomeOf(paymentIntent)
    },
    async finishAction({ clientSecret }) {
      const stripe = await load()
      if (!stripe) return { kind: 'unavailable' }
      const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret })
      if (error) return endOf(error)
      return paymentIntent ? outcomeOf(paymentIntent) : { kind: 'processing' }
    },
  }
}

/** Errors that say nothing of the payment: Stripe may have taken it. */
const UNKNOWN_ENDS: readonly string[] = ['api_connection_error', 'api_error', 'rate_limit_error']

/** A payment that was confirmed before, by an answer that got lost on the way, is refused now: its state counts. */
function endOf({ type, code, message, payment_intent: intent }: StripeError): Confirmation {
  const known = intent && outcomeOf(intent)
  if (known?.kind === 'held' || known?.kind === 'paid' || known?.kind === 'processing') return known
  if (UNKNOWN_ENDS.includes(type)) return { kind: 'unavailable' }
  return { kind: 'failed', code: code ?? type, message: message ?? 'Your card was declined.' }
}

function outcomeOf({ id, status, client_secret }: PaymentIntent): Confirmation {
  if (status === 'requires_capture') return { kind: 'held' }
  if (status === 'succeeded') return { kind: 'paid' }
  if (status === 'requires_action') return { kind: 'action', intentId: id, clientSecret: client_secret ?? '' }
  if (status === 'processing') return { kind: 'processing' }
  return { kind: 'failed', code: status, message: 'Your card was declined.' }
}
