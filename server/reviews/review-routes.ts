import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { listReviews } from './review-queries'
import { answerReview, putReview } from './review-service'

/** The reviews that the two sides of a rental or an order write of each other. */
export function reviewRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.listReviews, async ({ query }) => ({ body: await listReviews(deps.db, query) }))

  mount(app, deps, endpoints.putReview, ({ user, params, body, receipt }) =>
    putReview(deps, user, { bookingId: params.id }, body, receipt),
  )

  mount(app, deps, endpoints.putPurchaseReview, ({ user, params, body, receipt }) =>
    putReview(deps, user, { purchaseId: params.id }, body, receipt),
  )

  mount(app, deps, endpoints.answerReview, ({ user, params, body, receipt }) =>
    answerReview(deps, user, params.id, body, receipt),
  )
}
