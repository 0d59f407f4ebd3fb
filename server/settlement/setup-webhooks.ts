import Stripe from 'stripe'
import { isOrigin } from '../env'
import { createWebhooks, findWebhooks, webhookUrl } from '../money/stripe/create-webhooks'

/**
 * `bun server/settlement/setup-webhooks.ts [--replace]`: makes both webhook endpoints of ORIGIN at Stripe, with
 * STRIPE_SECRET_KEY, and prints their secrets for the environment. With `--replace` those from before are deleted.
 */
const { STRIPE_SECRET_KEY: secretKey = '', ORIGIN: origin = '' } = process.env
const faults = [
  ...(secretKey ? [] : ['STRIPE_SECRET_KEY must be set']),
  ...(isOrigin(origin) && origin.startsWith('https:') ? [] : ['ORIGIN must be the public https address']),
]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

const stripe = new Stripe(secretKey, { maxNetworkRetries: 2, telemetry: false })
const address = origin.replace(/\/$/, '')
const existing = await findWebhooks(stripe, address)
if (existing.length > 0 && !process.argv.includes('--replace')) {
  console.error(
    `${webhookUrl(address)} has endpoints already: ${existing.join(', ')}. Run with --replace to renew them.`,
  )
  process.exit(1)
}
const { account, connect } = await createWebhooks(stripe, address)
// The new ones listen before the old ones go: no event falls between.
for (const id of existing) await stripe.webhookEndpoints.del(id)
console.log(`STRIPE_WEBHOOK_SECRET=${account}\nSTRIPE_CONNECT_WEBHOOK_SECRET=${connect}`)
