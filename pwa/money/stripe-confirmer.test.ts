import { beforeAll, describe, expect, test } from 'bun:test'
import type { PaymentIntentResult } from '@stripe/stripe-js'
import { stripeConfirmer } from './stripe-confirmer'

/** Stripe's own script comes from Stripe alone: it is played here, down to its answers. */
let answer: unknown
const script = {
  confirmPayment: async () => answer as PaymentIntentResult,
  handleNextAction: async () => answer as PaymentIntentResult,
}

beforeAll(() => {
  Object.assign(globalThis, { window: { Stripe: () => script }, document: {} })
})

const intent = (status: string) => ({ id: 'pi_1', status, client_secret: 'pi_1_secret_1' })
const refused = (error: object) => ({ error })
const declined = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
const lost = { type: 'api_connection_error', message: 'Could not connect to Stripe.' }
const confirmedBefore = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }

const confirmer = stripeConfirmer('pk_test_1')
const steps = [
  ['a confirmation', () => confirmer.confirm({ clientSecret: 's', paymentMethodId: 'pm_1', returnUrl: '/' })],
  ["the bank's step", () => confirmer.finishAction({ intentId: 'pi_1', clientSecret: 's' }, async () => 'complete')],
] as const

describe.each(steps)('%s at Stripe', (_, run) => {
  test.each([
    ['is held', { paymentIntent: intent('requires_capture') }, 'held'],
    ['is paid', { paymentIntent: intent('succeeded') }, 'paid'],
    ['is declined', refused(declined), 'failed'],
    ['has an answer that got lost', refused(lost), 'unavailable'],
    ['meets a fault at Stripe', refused({ type: 'api_error' }), 'unavailable'],
    ['was paid before', refused({ ...confirmedBefore, payment_intent: intent('succeeded') }), 'paid'],
    ['was held before', refused({ ...confirmedBefore, payment_intent: intent('requires_capture') }), 'held'],
    ['is under way', refused({ ...confirmedBefore, payment_intent: intent('processing') }), 'processing'],
    ['was called off', refused({ ...confirmedBefore, payment_intent: intent('canceled') }), 'failed'],
    ['was turned down at the bank', refused({ ...declined, payment_intent: intent('requires_action') }), 'failed'],
  ])('that %s', async (_, told, kind) => {
    answer = told
    expect((await run()).kind).toBe(kind as never)
  })
})
