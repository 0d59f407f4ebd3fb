import { Elysia } from 'elysia'
import { authRoutes } from './auth/auth-routes'
import { blockedDateRoutes } from './blocked-dates/blocked-date-routes'
import { bookingRoutes } from './bookings/booking-routes'
import { calendarRoutes } from './calendar/calendar-routes'
import { damageRoutes } from './damage-reports/damage-routes'
import type { Deps } from './deps'
import { draftRoutes } from './drafts/draft-routes'
import { handoverRoutes } from './handovers/handover-routes'
import { answerErrors } from './http/error-responses'
import { operationRoutes } from './http/operation-routes'
import { logRequests } from './http/request-log'
import { secureHeaders } from './http/security-headers'
import { shareTarget } from './http/share-target'
import { boardRoutes } from './inspiration/board-routes'
import { inspirationRoutes } from './inspiration/inspiration-routes'
import { listingRoutes } from './listings/listing-routes'
import { itemRoutes } from './made-to-order/item-routes'
import { messageRoutes } from './messages/message-routes'
import { operatorRoutes } from './operator/operator-routes'
import { paymentRoutes } from './payments/payment-routes'
import { purchaseRoutes } from './purchases/purchase-routes'
import { pushRoutes } from './push/push-routes'
import { syncRoutes } from './sync/sync-routes'
import { uploadRoutes } from './uploads/upload-routes'
import { userRoutes } from './users/user-routes'

/** The whole HTTP side, one noun after the other. It never listens: tests hand it a Request. */
export function createApp(deps: Deps): Elysia {
  const app = new Elysia()
  answerErrors(app, deps)
  logRequests(app, deps)
  secureHeaders(app, deps)
  for (const routes of [
    authRoutes,
    userRoutes,
    listingRoutes,
    blockedDateRoutes,
    bookingRoutes,
    calendarRoutes,
    messageRoutes,
    damageRoutes,
    handoverRoutes,
    draftRoutes,
    paymentRoutes,
    itemRoutes,
    purchaseRoutes,
    inspirationRoutes,
    boardRoutes,
    uploadRoutes,
    operatorRoutes,
    pushRoutes,
    syncRoutes,
    operationRoutes,
    shareTarget,
  ]) {
    routes(app, deps)
  }
  return app
}
