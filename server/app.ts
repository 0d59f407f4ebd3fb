import { Elysia } from 'elysia'
import { closingRoutes } from './accounts/closing-routes'
import { accountRoutes } from './auth/account-routes'
import { authRoutes } from './auth/auth-routes'
import { passwordRoutes } from './auth/password-routes'
import type { Deps } from './deps'
import { draftRoutes } from './drafts/draft-routes'
import { noteCallers } from './http/caller'
import { answerErrors } from './http/error-responses'
import { logRequests } from './http/request-log'
import { refuseUnreadableAddress } from './http/request-path'
import { secureHeaders } from './http/security-headers'
import { boardRoutes } from './inspiration/board-routes'
import { inspirationRoutes } from './inspiration/inspiration-routes'
import { itemRoutes } from './made-to-order/items/item-routes'
import { purchaseRoutes } from './made-to-order/purchases/purchase-routes'
import { mailRoutes } from './mail/mail-routes'
import { messageRoutes } from './messages/message-routes'
import { reportRoutes } from './moderation/report-routes'
import { operatorRoutes } from './operator/operator-routes'
import { pushRoutes } from './push/push-routes'
import { questionRoutes } from './questions/question-routes'
import { blockedDateRoutes } from './rentals/blocked-dates/blocked-date-routes'
import { bookingRoutes } from './rentals/bookings/booking-routes'
import { calendarRoutes } from './rentals/calendar/calendar-routes'
import { damageRoutes } from './rentals/damage-reports/damage-routes'
import { handoverRoutes } from './rentals/handovers/handover-routes'
import { listingRoutes } from './rentals/listings/listing-routes'
import { searchRoutes } from './rentals/search/search-routes'
import { reviewRoutes } from './reviews/review-routes'
import { paymentRoutes } from './settlement/payment-routes'
import { crawlerFiles } from './site/crawler-files'
import { metricsRoute } from './site/metrics-route'
import { operationRoutes } from './site/operation-routes'
import { shareTarget } from './site/share-target'
import { syncRoutes } from './sync/sync-routes'
import { uploadRoutes } from './uploads/upload-routes'
import { userRoutes } from './users/user-routes'

/** The whole HTTP side, one noun after the other. It never listens: tests hand it a Request. */
export function createApp(deps: Deps): Elysia {
  const app = new Elysia()
  noteCallers(app, deps)
  answerErrors(app, deps)
  logRequests(app, deps)
  refuseUnreadableAddress(app)
  secureHeaders(app, deps)
  for (const routes of [
    authRoutes,
    passwordRoutes,
    accountRoutes,
    closingRoutes,
    userRoutes,
    listingRoutes,
    searchRoutes,
    blockedDateRoutes,
    bookingRoutes,
    calendarRoutes,
    messageRoutes,
    questionRoutes,
    reviewRoutes,
    damageRoutes,
    handoverRoutes,
    draftRoutes,
    paymentRoutes,
    itemRoutes,
    purchaseRoutes,
    inspirationRoutes,
    boardRoutes,
    uploadRoutes,
    reportRoutes,
    operatorRoutes,
    pushRoutes,
    mailRoutes,
    syncRoutes,
    operationRoutes,
    metricsRoute,
    crawlerFiles,
    shareTarget,
  ]) {
    routes(app, deps)
  }
  return app
}
