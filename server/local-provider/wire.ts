/** Values that travel as JSON; `undefined` members are left out by `JSON.stringify`. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = { [key: string]: Json | undefined }

/** Every stored object: Stripe's public members plus, under `provider_state`, what never leaves the provider. */
export interface Stored extends JsonObject {
  id: string
  object: string
  created: number
}

export interface ListPage extends JsonObject {
  object: 'list'
  url: string
  has_more: boolean
  data: JsonObject[]
}

/** The public form of a stored object: a copy without `provider_state`. */
export function wire(body: JsonObject): JsonObject {
  const { provider_state: _hidden, ...visible } = body
  return structuredClone(visible)
}

/** A complete list, as Stripe embeds it in another object. */
export function embeddedList(url: string, data: JsonObject[]): ListPage {
  return { object: 'list', data, has_more: false, url }
}

/** Whether an answer is a stored object (and not a list or a loose fragment). */
export function isStored(value: Json | undefined): value is Stored {
  return isObject(value) && typeof value.id === 'string' && typeof value.object === 'string'
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
