import type { PaymentIntent, Stripe } from '@stripe/stripe-js'
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
      if (error)
        return { kind: 'failed', code: error.code ?? error.type, message: error.message ?? 'Your card was declined.' }
      return outcomeOf(paymentIntent)
    },
    async finishAction({ clientSecret }) {
      const stripe = await load()
      if (!stripe) return { kind: 'unavailable' }
      const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret })
      if (error)
        return { kind: 'failed', code: error.code ?? error.type, message: error.message ?? 'Your card was declined.' }
      return paymentIntent ? outcomeOf(paymentIntent) : { kind: 'processing' }
    },
  }
}

function outcomeOf({ id, status, client_secret }: PaymentIntent): Confirmation {
  if (status === 'requires_capture') return { kind: 'held' }
  if (status === 'succeeded') return { kind: 'paid' }
  if (status === 'requires_action') return { kind: 'action', intentId: id, clientSecret: client_secret ?? '' }
  if (status === 'processing') return { kind: 'processing' }
  return { kind: 'failed', code: status, message: 'Your card was declined.' }
}
