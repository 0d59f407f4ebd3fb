import Stripe from 'stripe'
import { ACCOUNT_EVENTS, CONNECT_EVENTS } from './webhook-events'

const WEBHOOK_PATH = '/api/stripe/webhook'

/** The address to which the provider sends its events. */
export function webhookUrl(origin: string): string {
  return `${origin}${WEBHOOK_PATH}`
}

/** The endpoints that exist for this address already, by id. */
export async function findWebhooks(stripe: Stripe, origin: string): Promise<string[]> {
  const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  return all.filter(({ url }) => url === webhookUrl(origin)).map(({ id }) => id)
}

/**
 * Makes one endpoint for events of our own account and one for those of connected accounts, both in the API version that
 * the SDK speaks. @returns their secrets, which are told this once
 */
export async function createWebhooks(stripe: Stripe, origin: string): Promise<{ account: string; connect: string }> {
  const create = async (connect: boolean, events: readonly string[]) => {
    const { secret } = await stripe.webhookEndpoints.create({
      url: webhookUrl(origin),
      enabled_events: [...events] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      api_version: Stripe.API_VERSION as Stripe.WebhookEndpointCreateParams.ApiVersion,
      connect,
    })
    if (!secret) throw new Error('The provider told no secret for the new endpoint')
    return secret
  }
  return { account: await create(false, ACCOUNT_EVENTS), connect: await create(true, CONNECT_EVENTS) }
}
