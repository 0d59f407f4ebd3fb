import type { Payments } from '../money/payments'

/** The built-in provider as the demo uses it: what people would do on its pages and in their browsers. */
export interface DemoProvider {
  /** Saves a ready-made test card (`pm_card_visa`) and answers its id; the same key answers the same card. */
  saveCard(customerId: string, testCard: string, key: string): Promise<string>
  /** The renter's browser confirms: the amount is held from now on. */
  confirmHold(intentId: string, key: string): Promise<void>
  /** The owner fills in the hosted form behind a fresh link and presses Finish. */
  finishOnboarding(link: string): Promise<void>
  /** Runs `work` while nobody is told of it: our rows are already where the events would bring them. */
  unheard<Value>(work: () => Promise<Value>): Promise<Value>
}

const ADDRESS = 'http://local.invalid'

export function openDemoProvider({ fetch, secretKey }: NonNullable<Payments['local']>): DemoProvider {
  async function call<Answer>(method: 'GET' | 'POST', path: string, form: Record<string, string> = {}, key?: string) {
    const response = await fetch(
      new Request(`${ADDRESS}${path}`, {
        method,
        headers: { authorization: `Bearer ${secretKey}`, ...(key ? { 'idempotency-key': key } : {}) },
        ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
      }),
    )
    if (!response.ok) throw new Error(`The payment provider refused ${path}: ${await response.text()}`)
    return (await response.json()) as Answer
  }

  async function endpointIds(): Promise<string[]> {
    const { data } = await call<{ data: { id: string; status: string }[] }>('GET', '/v1/webhook_endpoints?limit=100')
    return data.filter(({ status }) => status === 'enabled').map(({ id }) => id)
  }

  const turn = (ids: string[], disabled: boolean) =>
    Promise.all(ids.map((id) => call('POST', `/v1/webhook_endpoints/${id}`, { disabled: String(disabled) })))

  return {
    saveCard: async (customer, testCard, key) =>
      (await call<{ id: string }>('POST', `/v1/payment_methods/${testCard}/attach`, { customer }, key)).id,
    confirmHold: async (intentId, key) => {
      const { status } = await call<{ status: string }>('POST', `/v1/payment_intents/${intentId}/confirm`, {}, key)
      if (status !== 'requires_capture') throw new Error(`The demo's hold ${intentId} came out as ${status}`)
    },
    finishOnboarding: async (link) => {
      await fetch(new Request(link))
      const done = await fetch(new Request(link, { method: 'POST', body: new URLSearchParams({ action: 'finish' }) }))
      if (done.status >= 400) throw new Error(`The payout account's form answered ${done.status}`)
    },
    unheard: async (work) => {
      const ids = await endpointIds()
      await turn(ids, true)
      try {
        return await work()
      } finally {
        await turn(ids, false)
      }
    },
  }
}
