/** May a call wait in the outbox? `read` calls change nothing; `online-only` ones are refused when they come from a queue. */
export type OfflinePolicy = 'read' | 'queueable' | 'online-only'

/** Where a call goes and how it may travel; `path` marks parameters with a colon. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Who may call at all; finer rules are the service's first line. */
  access: 'public' | 'signed-in'
  offline: OfflinePolicy
}

/** Every call of the contract without its shapes: what a first page load needs of it. `endpoints.ts` adds the shapes. */
export const routes = {
  // Auth
  currentUser: { method: 'GET', path: '/api/user', access: 'signed-in', offline: 'read' },
  login: { method: 'POST', path: '/api/login', access: 'public', offline: 'online-only' },
  register: { method: 'POST', path: '/api/register', access: 'public', offline: 'online-only' },
  logout: { method: 'POST', path: '/api/logout', access: 'public', offline: 'online-only' },
  // Listings and bookings
  listListings: { method: 'GET', path: '/api/listings', access: 'public', offline: 'read' },
  getListing: { method: 'GET', path: '/api/listings/:id', access: 'public', offline: 'read' },
  createListing: { method: 'POST', path: '/api/listings', access: 'signed-in', offline: 'queueable' },
  changeListing: { method: 'POST', path: '/api/listings/:id', access: 'signed-in', offline: 'queueable' },
  showListing: { method: 'POST', path: '/api/listings/:id/availability', access: 'signed-in', offline: 'queueable' },
  deleteListing: { method: 'DELETE', path: '/api/listings/:id', access: 'signed-in', offline: 'queueable' },
  listingBookings: { method: 'GET', path: '/api/listings/:id/bookings', access: 'public', offline: 'read' },
  createBooking: { method: 'POST', path: '/api/bookings', access: 'signed-in', offline: 'online-only' },
  bookingPayment: { method: 'POST', path: '/api/bookings/:id/payment', access: 'signed-in', offline: 'online-only' },
  answerBooking: { method: 'POST', path: '/api/bookings/:id/status', access: 'signed-in', offline: 'queueable' },
  cancelPreview: { method: 'GET', path: '/api/bookings/:id/cancel-preview', access: 'signed-in', offline: 'read' },
  cancelBooking: { method: 'POST', path: '/api/bookings/:id/cancel', access: 'signed-in', offline: 'online-only' },
  updateStatuses: {
    method: 'POST',
    path: '/api/bookings/update-statuses',
    access: 'signed-in',
    offline: 'online-only',
  },
  bookingMessages: { method: 'GET', path: '/api/bookings/:id/messages', access: 'signed-in', offline: 'read' },
  sendMessage: { method: 'POST', path: '/api/bookings/:id/messages', access: 'signed-in', offline: 'queueable' },
  handovers: { method: 'GET', path: '/api/bookings/:id/handovers', access: 'signed-in', offline: 'read' },
  putHandover: {
    method: 'POST',
    path: '/api/bookings/:id/handovers/:moment',
    access: 'signed-in',
    offline: 'queueable',
  },
  reportDamage: {
    method: 'POST',
    path: '/api/bookings/:id/damage-report',
    access: 'signed-in',
    offline: 'online-only',
  },
  damageReports: { method: 'GET', path: '/api/damage-reports', access: 'signed-in', offline: 'read' },
  respondToDamage: {
    method: 'POST',
    path: '/api/damage-reports/:id/respond',
    access: 'signed-in',
    offline: 'online-only',
  },
  addEstimate: {
    method: 'POST',
    path: '/api/damage-reports/:id/estimate',
    access: 'signed-in',
    offline: 'online-only',
  },
  payDamage: { method: 'POST', path: '/api/damage-reports/:id/payment', access: 'signed-in', offline: 'online-only' },
  userBookings: { method: 'GET', path: '/api/users/:id/bookings', access: 'signed-in', offline: 'read' },
  incomingBookings: { method: 'GET', path: '/api/users/:id/listings/bookings', access: 'signed-in', offline: 'read' },
  // Users
  getUser: { method: 'GET', path: '/api/users/:id', access: 'public', offline: 'read' },
  userListings: { method: 'GET', path: '/api/users/:id/listings', access: 'public', offline: 'read' },
  userAvatar: { method: 'GET', path: '/api/users/:id/avatar', access: 'public', offline: 'read' },
  userItems: { method: 'GET', path: '/api/users/:id/made-to-order', access: 'public', offline: 'read' },
  userPosts: { method: 'GET', path: '/api/users/:id/inspiration', access: 'public', offline: 'read' },
  updateProfile: { method: 'POST', path: '/api/user/profile', access: 'signed-in', offline: 'queueable' },
  updateAddress: { method: 'POST', path: '/api/user/address', access: 'signed-in', offline: 'queueable' },
  blockedDates: { method: 'GET', path: '/api/users/:id/blocked-dates', access: 'public', offline: 'read' },
  addBlockedDates: { method: 'POST', path: '/api/users/:id/blocked-dates', access: 'signed-in', offline: 'queueable' },
  removeBlockedDates: {
    method: 'DELETE',
    path: '/api/users/:id/blocked-dates/:blockId',
    access: 'signed-in',
    offline: 'queueable',
  },
  drafts: { method: 'GET', path: '/api/user/drafts', access: 'signed-in', offline: 'read' },
  putDraft: { method: 'POST', path: '/api/user/drafts/:key', access: 'signed-in', offline: 'queueable' },
  deleteDraft: { method: 'DELETE', path: '/api/user/drafts/:key', access: 'signed-in', offline: 'queueable' },
  calendarFeed: { method: 'GET', path: '/api/user/calendar', access: 'signed-in', offline: 'read' },
  makeCalendarFeed: { method: 'POST', path: '/api/user/calendar', access: 'signed-in', offline: 'online-only' },
  dropCalendarFeed: { method: 'DELETE', path: '/api/user/calendar', access: 'signed-in', offline: 'online-only' },
  calendarFile: { method: 'GET', path: '/api/calendar/:file', access: 'public', offline: 'read' },
  upload: { method: 'POST', path: '/api/upload', access: 'signed-in', offline: 'queueable' },
  // Payments
  paymentConfig: { method: 'GET', path: '/api/payments/config', access: 'public', offline: 'read' },
  setupCustomer: { method: 'POST', path: '/api/stripe/setup-customer', access: 'signed-in', offline: 'online-only' },
  paymentMethods: { method: 'GET', path: '/api/stripe/payment-methods', access: 'signed-in', offline: 'read' },
  removePaymentMethod: {
    method: 'DELETE',
    path: '/api/stripe/payment-methods/:cardId',
    access: 'signed-in',
    offline: 'online-only',
  },
  preferPaymentMethod: {
    method: 'POST',
    path: '/api/stripe/payment-methods/:cardId/default',
    access: 'signed-in',
    offline: 'online-only',
  },
  earnings: { method: 'GET', path: '/api/user/earnings', access: 'signed-in', offline: 'read' },
  transactions: { method: 'GET', path: '/api/user/transactions', access: 'signed-in', offline: 'read' },
  setupSeller: { method: 'POST', path: '/api/stripe/setup-seller', access: 'signed-in', offline: 'online-only' },
  connectStatus: { method: 'GET', path: '/api/stripe/connect-status', access: 'signed-in', offline: 'read' },
  connectAccount: { method: 'POST', path: '/api/stripe/connect-account', access: 'signed-in', offline: 'online-only' },
  stripeWebhook: { method: 'POST', path: '/api/stripe/webhook', access: 'public', offline: 'online-only' },
  // Made-to-order
  listItems: { method: 'GET', path: '/api/made-to-order', access: 'public', offline: 'read' },
  getItem: { method: 'GET', path: '/api/made-to-order/:id', access: 'public', offline: 'read' },
  createItem: { method: 'POST', path: '/api/made-to-order', access: 'signed-in', offline: 'queueable' },
  changeItem: { method: 'POST', path: '/api/made-to-order/:id', access: 'signed-in', offline: 'queueable' },
  pauseItem: { method: 'POST', path: '/api/made-to-order/:id/pause', access: 'signed-in', offline: 'queueable' },
  archiveItem: { method: 'POST', path: '/api/made-to-order/:id/archive', access: 'signed-in', offline: 'queueable' },
  purchaseItem: {
    method: 'POST',
    path: '/api/made-to-order/:id/purchase',
    access: 'signed-in',
    offline: 'online-only',
  },
  itemPurchases: { method: 'GET', path: '/api/made-to-order/:id/purchases', access: 'signed-in', offline: 'read' },
  userPurchases: { method: 'GET', path: '/api/users/:id/purchases', access: 'signed-in', offline: 'read' },
  purchasePayment: { method: 'POST', path: '/api/purchases/:id/payment', access: 'signed-in', offline: 'online-only' },
  changePurchaseStatus: {
    method: 'POST',
    path: '/api/purchases/:id/status',
    access: 'signed-in',
    offline: 'queueable',
  },
  askToCancel: { method: 'POST', path: '/api/purchases/:id/ask-cancel', access: 'signed-in', offline: 'queueable' },
  purchaseMessages: { method: 'GET', path: '/api/purchases/:id/messages', access: 'signed-in', offline: 'read' },
  sendPurchaseMessage: {
    method: 'POST',
    path: '/api/purchases/:id/messages',
    access: 'signed-in',
    offline: 'queueable',
  },
  // Inspiration
  listPosts: { method: 'GET', path: '/api/inspiration', access: 'public', offline: 'read' },
  getPost: { method: 'GET', path: '/api/inspiration/:id', access: 'public', offline: 'read' },
  likedPosts: { method: 'GET', path: '/api/user/inspiration/liked', access: 'signed-in', offline: 'read' },
  savedPosts: { method: 'GET', path: '/api/user/inspiration/saved', access: 'signed-in', offline: 'read' },
  createPost: { method: 'POST', path: '/api/inspiration', access: 'signed-in', offline: 'queueable' },
  changePost: { method: 'POST', path: '/api/inspiration/:id', access: 'signed-in', offline: 'queueable' },
  deletePost: { method: 'DELETE', path: '/api/inspiration/:id', access: 'signed-in', offline: 'queueable' },
  boards: { method: 'GET', path: '/api/user/boards', access: 'signed-in', offline: 'read' },
  putBoard: { method: 'POST', path: '/api/user/boards/:key', access: 'signed-in', offline: 'queueable' },
  deleteBoard: { method: 'DELETE', path: '/api/user/boards/:key', access: 'signed-in', offline: 'queueable' },
  pinPost: { method: 'POST', path: '/api/user/boards/:key/posts/:id', access: 'signed-in', offline: 'queueable' },
  unpinPost: { method: 'DELETE', path: '/api/user/boards/:key/posts/:id', access: 'signed-in', offline: 'queueable' },
  likePost: { method: 'POST', path: '/api/inspiration/:id/like', access: 'signed-in', offline: 'queueable' },
  unlikePost: { method: 'DELETE', path: '/api/inspiration/:id/like', access: 'signed-in', offline: 'queueable' },
  savePost: { method: 'POST', path: '/api/inspiration/:id/save', access: 'signed-in', offline: 'queueable' },
  unsavePost: { method: 'DELETE', path: '/api/inspiration/:id/save', access: 'signed-in', offline: 'queueable' },
  // Operators
  operatorClaims: { method: 'GET', path: '/api/operator/claims', access: 'signed-in', offline: 'read' },
  decideClaim: { method: 'POST', path: '/api/operator/claims/:id', access: 'signed-in', offline: 'online-only' },
  operatorBooking: { method: 'GET', path: '/api/operator/bookings/:id', access: 'signed-in', offline: 'read' },
  operatorRefund: {
    method: 'POST',
    path: '/api/operator/bookings/:id/refund',
    access: 'signed-in',
    offline: 'online-only',
  },
  operatorHide: { method: 'POST', path: '/api/operator/hidden', access: 'signed-in', offline: 'online-only' },
  operatorSuspend: { method: 'POST', path: '/api/operator/suspended', access: 'signed-in', offline: 'online-only' },
  operatorPassword: { method: 'POST', path: '/api/operator/password', access: 'signed-in', offline: 'online-only' },
  operatorLog: { method: 'GET', path: '/api/operator/log', access: 'signed-in', offline: 'read' },
  // Sync and operation
  appConfig: { method: 'GET', path: '/api/config', access: 'public', offline: 'read' },
  pull: { method: 'POST', path: '/api/sync/pull', access: 'public', offline: 'online-only' },
  snapshot: { method: 'GET', path: '/api/sync/snapshot/:scope', access: 'public', offline: 'read' },
  live: { method: 'GET', path: '/api/sync/live', access: 'public', offline: 'read' },
  health: { method: 'GET', path: '/api/health', access: 'public', offline: 'read' },
  ready: { method: 'GET', path: '/api/ready', access: 'public', offline: 'read' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** '/api/bookings/:id' with { id: 7 } -> '/api/bookings/7'. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
