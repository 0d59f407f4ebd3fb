import type { PaymentIntent, SetupIntent } from './objects/intent-object'
import type { Site } from './site'
import type { JsonObject } from './wire'

/**
 * The client's next step when the bank wants its holder: stay on the page (`use_stripe_sdk`), or be sent to a
 * hosted page and come back to `return_url`.
 */
export function nextAction(site: Site, intent: PaymentIntent | SetupIntent, inPage: boolean): JsonObject {
  const url = `${site.pages}/challenge/${intent.id}?secret=${intent.client_secret}`
  const returnUrl = intent.provider_state.return_url
  if (inPage || returnUrl === null) {
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
    }
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

export type ChallengeOutcome = 'complete' | 'fail'
