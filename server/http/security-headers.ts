import type { Elysia } from 'elysia'
import type { Deps } from '../deps'
import type { Env } from '../env'
import { isLoopback } from '../env'

/** Puts the security headers on every answer; pages that bring a stricter policy of their own keep it. */
export function secureHeaders(app: Elysia, deps: Deps): void {
  const headers = securityHeaders(deps.env)
  app.onAfterHandle({ as: 'global' }, ({ responseValue, set }) => {
    if (responseValue instanceof Response) {
      for (const [name, value] of Object.entries(headers))
        if (!responseValue.headers.has(name)) responseValue.headers.set(name, value)
      const id = set.headers['x-request-id']
      if (id) responseValue.headers.set('x-request-id', String(id))
    }
  })
}

/** Everything comes from our own origin; Stripe's hosts are let in only when keys are set, and the map's tiles only when there is a map. */
export function securityHeaders(env: Env): Record<string, string> {
  const stripe = env.stripe !== null
  const policy = [
    `default-src 'self'`,
    `script-src 'self'${stripe ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    `frame-src ${stripe ? 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : "'none'"}`,
    `connect-src 'self'${stripe ? ' https://api.stripe.com' : ''}`,
    `img-src 'self' blob: data:${env.map ? ` ${new URL(env.map.tiles).origin}` : ''}`,
    `style-src 'self'`,
    `font-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(isLoopback(env.origin) ? {} : { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
