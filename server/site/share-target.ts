import type { Elysia } from 'elysia'
import type { Deps } from '../deps'

/**
 * A phone shared something before the app's worker was there to take it in. The photo cannot be handed on to a page, so
 * the form is opened and says that it has to be chosen again. Nothing is read or written: it may come from any site.
 */
export function shareTarget(app: Elysia, _deps: Deps): void {
  app.post(
    '/share',
    () => new Response(null, { status: 303, headers: { location: '/inspiration?share=1&shared=lost' } }),
    { parse: 'none' },
  )
}
