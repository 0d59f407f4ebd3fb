import { newId, randomText } from './ids'
import { listPage, paging } from './lists'
import type { Metadata } from './metadata'
import { changeMetadata, metadata } from './metadata'
import type { WebhookEndpoint } from './objects/webhook-endpoint-object'
import { address, clearable, flag, listOf, text } from './parameters'
import { malformed } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'

const MAX_ENDPOINTS = 16

interface EndpointInput {
  apiVersion: string
  connect: boolean
  description: string | null
  enabledEvents: string[]
  metadata: Metadata
  url: string
}

function newEndpoint(input: EndpointInput, created: number): WebhookEndpoint {
  return {
    id: newId('we_'),
    object: 'webhook_endpoint',
    api_version: input.apiVersion,
    application: null,
    created,
    description: input.description,
    enabled_events: input.enabledEvents,
    livemode: false,
    metadata: input.metadata,
    status: 'enabled',
    url: input.url,
    provider_state: { secret: `whsec_${randomText(32)}`, connect: input.connect },
  }
}

/** Whether an endpoint wants an event; those of connected accounts go to `connect` endpoints only. */
export function wants(endpoint: WebhookEndpoint, event: { type: string; account: string }): boolean {
  if (endpoint.status !== 'enabled' || endpoint.provider_state.connect !== (event.account !== '')) return false
  return endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(event.type)
}

export const webhookEndpointRoutes: Route[] = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    {
      api_version: text(),
      connect: flag,
      description: clearable(),
      enabled_events: listOf(text()),
      metadata,
      url: address,
    },
    async ({ work, site, params }) => {
      const { api_version: apiVersion = site.apiVersion, connect = false, description = null, url } = params
      if (apiVersion !== site.apiVersion) {
        throw malformed(`Invalid Stripe API version: ${apiVersion}`, { param: 'api_version' })
      }
      const existing = await work.list('webhook_endpoint', { where: {}, limit: MAX_ENDPOINTS })
      if (existing.length >= MAX_ENDPOINTS) {
        throw malformed(`You have reached the maximum of ${MAX_ENDPOINTS} webhook endpoints.`)
      }
      const values = { apiVersion, connect, description, url, enabledEvents: params.enabled_events }
      const endpoint = newEndpoint({ ...values, metadata: changeMetadata({}, params.metadata) }, work.now)
      work.add(endpoint)
      return { ...wire(endpoint), secret: endpoint.provider_state.secret }
    },
    { required: ['enabled_events', 'url'] },
  ),
  route('GET', '/v1/webhook_endpoints', paging, ({ work, params }) =>
    listPage(work, 'webhook_endpoint', '/v1/webhook_endpoints', params),
  ),
  route('POST', '/v1/webhook_endpoints/:id', { disabled: flag }, async ({ work, id, params }) => {
    const endpoint = await work.require('webhook_endpoint', id)
    if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled'
    return wire(endpoint)
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', {}, async ({ work, id }) => {
    await work.require('webhook_endpoint', id)
    await work.remove(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]
