import type { Confirmation, PaymentConfirmer } from './payment-confirmer'

interface ProviderIntent {
  id: string
  client_secret: string
  status: string
  last_payment_error?: { code?: string; message?: string } | null
}

/** Confirms at the built-in provider with the very call that Stripe's own script makes. */
export function localConfirmer(publishableKey: string): PaymentConfirmer {
  const post = async (
    intentId: string,
    step: 'confirm' | 'authenticate',
    form: Record<string, string>,
  ): Promise<Confirmation> => {
    try {
      const response = await fetch(`/_pay/v1/payment_intents/${intentId}/${step}`, {
        method: 'POST',
        body: new URLSearchParams({ key: publishableKey, ...form }),
      })
      return readAnswer(await response.json())
    } catch {
      return { kind: 'unavailable' }
    }
  }
  return {
    confirm: ({ clientSecret, paymentMethodId, returnUrl }) =>
      post(intentOf(clientSecret), 'confirm', {
        client_secret: clientSecret,
        payment_method: paymentMethodId,
        return_url: returnUrl,
      }),
    finishAction: async ({ intentId, clientSecret }, askBank) =>
      post(intentId, 'authenticate', { client_secret: clientSecret, outcome: await askBank() }),
  }
}

function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

function readAnswer(
  answer: ProviderIntent & { error?: { code?: string; message?: string; payment_intent?: ProviderIntent } },
): Confirmation {
  if (answer.error) {
    // Confirmed before, by an answer that got lost on the way: what the intent says now counts.
    const current = answer.error.payment_intent
    if (answer.error.code === 'payment_intent_unexpected_state' && current) return outcomeOf(current)
    return {
      kind: 'failed',
      code: answer.error.code ?? 'payment_failed',
      message: wordsOf(answer.error),
    }
  }
  return outcomeOf(answer)
}

function outcomeOf(intent: ProviderIntent): Confirmation {
  switch (intent.status) {
    case 'requires_capture':
      return { kind: 'held' }
    case 'succeeded':
      return { kind: 'paid' }
    case 'requires_action':
      return { kind: 'action', intentId: intent.id, clientSecret: intent.client_secret }
    case 'processing':
      return { kind: 'processing' }
    default:
      return {
        kind: 'failed',
        code: intent.last_payment_error?.code ?? intent.status,
        message: wordsOf(intent.last_payment_error ?? {}),
      }
  }
}

/** Stripe's own script has a sentence for people where the interface speaks to developers. */
function wordsOf({ code, message }: { code?: string; message?: string }): string {
  if (code === 'payment_intent_authentication_failure') return NOT_CONFIRMED
  return message ?? 'Your card was declined.'
}

const NOT_CONFIRMED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
