import { workBehindAnswersEnds } from '../http/behind-answer'
import type { TestApp } from './test-app'

/** The built-in provider as its own test tools see it: its API with a test key, and its switches under `/_local`. */
export async function askProvider(
  t: TestApp,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  form: Record<string, string> = {},
  account = '',
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
): Promise<any> {
  const answer = await t.deps.payments.local?.fetch(
    new Request(`http://local.invalid${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_local', ...(account ? { 'stripe-account': account } : {}) },
      ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
    }),
  )
  if (!answer?.ok) throw new Error(`${method} ${path}: ${await answer?.text()}`)
  return answer.json()
}

/** From now on the provider tells nobody anything: what happened is only to be asked for. */
export async function switchOffWebhooks(t: TestApp): Promise<void> {
  const { data } = await askProvider(t, 'GET', '/v1/webhook_endpoints')
  for (const { id } of data) await askProvider(t, 'DELETE', `/v1/webhook_endpoints/${id}`)
}

/** Everything that is due at the provider has happened, and its events have been acted upon. */
export async function settleProvider(t: TestApp): Promise<void> {
  await t.deps.payments.local?.tick()
  await workBehindAnswersEnds(t.deps)
}

/** The payer's bank asks for a payment back. @returns the dispute's id */
export async function disputePayment(t: TestApp, chargeId: string): Promise<string> {
  await askProvider(t, 'POST', '/_local/disputes', { charge: chargeId })
  const { data } = await askProvider(t, 'GET', `/v1/disputes?charge=${chargeId}`)
  return data[0].id
}

/** The bank decides. */
export function decideDispute(t: TestApp, disputeId: string, outcome: 'won' | 'lost'): Promise<void> {
  return answerDispute(t, disputeId, outcome === 'won' ? 'winning_evidence' : 'losing_evidence')
}

/** The platform answers the bank; the provider's test words say what comes of the answer. */
export async function answerDispute(t: TestApp, disputeId: string, words: string): Promise<void> {
  await askProvider(t, 'POST', `/v1/disputes/${disputeId}`, { 'evidence[uncategorized_text]': words, submit: 'true' })
}

/** The balance of a payout account, in cents. */
export async function fundsOf(t: TestApp, accountId: string): Promise<number> {
  const { available, pending } = await askProvider(t, 'GET', '/v1/balance', {}, accountId)
  return available[0].amount + pending[0].amount
}

/** Sends all that is on a payout account to its owner's bank. */
export async function drainAccount(t: TestApp, accountId: string): Promise<void> {
  const { available } = await askProvider(t, 'GET', '/v1/balance', {}, accountId)
  const amount = String(available[0].amount)
  await askProvider(t, 'POST', '/v1/payouts', { amount, currency: 'usd' }, accountId)
}

/** Sends a payout account's money to its owner's bank, which sends it back. */
export async function failPayout(t: TestApp, account: string): Promise<void> {
  await drainAccount(t, account)
  const { data } = await askProvider(t, 'GET', '/v1/payouts?limit=1', {}, account)
  await askProvider(t, 'POST', '/_local/payouts', { payout: data[0].id, account })
}
