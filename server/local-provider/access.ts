import { timingSafeEqual } from 'node:crypto'
import type { FormMembers } from './parameters'
import { ProviderError, refused } from './provider-error'
import type { Matched } from './route'
import type { JsonObject } from './wire'
import type { Work } from './work'

const PUBLISHABLE_KEY = /^pk_test_\w+$/
const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."

export type Access = 'secret' | 'browser'

function bearer(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** Whether the request carries the one secret key of this provider. */
export function hasSecretKey(request: Request, secretKey: string): boolean {
  return sameText(bearer(request) ?? '', secretKey)
}

/** Finds out the caller: the platform's server, or a browser with the publishable key. Takes `key` out of the form. */
export function checkKey(request: Request, form: FormMembers, matched: Matched, secretKey: string): Access {
  if (hasSecretKey(request, secretKey)) return 'secret'
  const inForm = form.get('key')
  form.delete('key')
  const key = bearer(request) ?? (typeof inForm === 'string' ? inForm : undefined)
  if (key === undefined) throw unauthorized(NO_KEY)
  if (!PUBLISHABLE_KEY.test(key)) throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}***`)
  if (matched.route.browser) return 'browser'
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
  throw new ProviderError(403, 'invalid_request_error', message, { code: 'secret_key_required' }, { kept: false })
}

function unauthorized(message: string): ProviderError {
  return new ProviderError(401, 'invalid_request_error', message, {}, { kept: false })
}

/** The client secret opens exactly the intent that the path names. */
export async function checkClientSecret(work: Work, id: string, given: unknown): Promise<void> {
  const intent = await work.findAny(id)
  if (intent?.object === 'payment_intent' && typeof given === 'string' && sameText(given, intent.client_secret)) return
  const message = 'The client_secret provided does not match any associated intent for this account.'
  throw refused(message, { code: 'resource_missing', param: 'client_secret' })
}

/** Compares in a time that tells nothing about where two texts differ. */
function sameText(left: string, right: string): boolean {
  const digest = (value: string) => new Bun.CryptoHasher('sha256').update(value).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Members of an intent that a browser may see. */
const BROWSER_MEMBERS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

/** An intent as a publishable key sees it. */
export function browserView(intent: JsonObject): JsonObject {
  return Object.fromEntries(BROWSER_MEMBERS.filter((name) => name in intent).map((name) => [name, intent[name]]))
}
