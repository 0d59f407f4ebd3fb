/** May a call wait in the outbox? `read` calls change nothing; `online-only` ones are refused when they come from a queue. */
export type OfflinePolicy = 'read' | 'queueable' | 'online-only'

/** The address of a call and the way it may travel; `path` marks parameters with a colon. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The people who may call at all; finer rules are the service's first line. */
  access: 'public' | 'signed-in'
  offline: OfflinePolicy
}

/** One route. Named by place and not by property: the list is part of every first page load. */
export const route = <
  const Method extends Route['method'],
  const Path extends string,
  const Access extends Route['access'],
  const Offline extends OfflinePolicy,
>(
  method: Method,
  path: Path,
  access: Access,
  offline: Offline,
) => ({ method, path, access, offline })

/** The calls of the app without their shapes: what a first page load needs of the contract. `endpoints.ts` adds the shapes. */
export const routes = {
  // Auth
  login: route('POST', '/api/login', 'public', 'online-only'),
  register: route('POST', '/api/register', 'public', 'online-only'),
  logout: route('POST', '/api/logout', 'public', 'online-only'),
  sealKeys: route('GET', '/api/seal-keys', 'signed-in', 'read'),
  // Listings and bookings
  searchListings: route('GET', '/api/search', 'public', 'read'),
  searchItems: route('GET', '/api/search/items', 'public', 'read'),
  getListing: route('GET', '/api/listings/:id', 'public', 'read'),
  userListings: route('GET', '/api/users/:id/listings', 'public', 'read'),
  userItems: route('GET', '/api/users/:id/made-to-order', 'public', 'read'),
  createListing: route('POST', '/api/listings', 'signed-in', 'queueable'),
  changeListing: route('POST', '/api/listings/:id', 'signed-in', 'queueable'),
  showListing: route('POST', '/api/listings/:id/availability', 'signed-in', 'queueable'),
  deleteListing: route('DELETE', '/api/listings/:id', 'signed-in', 'queueable'),
  createBooking: route('POST', '/api/bookings', 'signed-in', 'online-only'),
  bookingPayment: route('POST', '/api/bookings/:id/payment', 'signed-in', 'online-only'),
  answerBooking: route('POST', '/api/bookings/:id/status', 'signed-in', 'queueable'),
  cancelBooking: route('POST', '/api/bookings/:id/cancel', 'signed-in', 'online-only'),
  updateStatuses: route('POST', '/api/bookings/update-statuses', 'signed-in', 'online-only'),
  sendMessage: route('POST', '/api/bookings/:id/messages', 'signed-in', 'queueable'),
  putHandover: route('POST', '/api/bookings/:id/handovers/:moment', 'signed-in', 'queueable'),
  putReview: route('POST', '/api/bookings/:id/review', 'signed-in', 'queueable'),
  reportDamage: route('POST', '/api/bookings/:id/damage-report', 'signed-in', 'online-only'),
  respondToDamage: route('POST', '/api/damage-reports/:id/respond', 'signed-in', 'online-only'),
  payDamage: route('POST', '/api/damage-reports/:id/payment', 'signed-in', 'online-only'),
  userBookings: route('GET', '/api/users/:id/bookings', 'signed-in', 'read'),
  // Users
  getUser: route('GET', '/api/users/:id', 'public', 'read'),
  findUsers: route('GET', '/api/users', 'public', 'read'),
  blockPerson: route('POST', '/api/users/:id/block', 'signed-in', 'queueable'),
  unblockPerson: route('DELETE', '/api/users/:id/block', 'signed-in', 'queueable'),
  putReport: route('POST', '/api/reports', 'signed-in', 'queueable'),
  updateProfile: route('POST', '/api/user/profile', 'signed-in', 'queueable'),
  updateAddress: route('POST', '/api/user/address', 'signed-in', 'queueable'),
  addBlockedDates: route('POST', '/api/users/:id/blocked-dates', 'signed-in', 'queueable'),
  removeBlockedDates: route('DELETE', '/api/users/:id/blocked-dates/:blockId', 'signed-in', 'queueable'),
  putDraft: route('POST', '/api/user/drafts/:key', 'signed-in', 'queueable'),
  deleteDraft: route('DELETE', '/api/user/drafts/:key', 'signed-in', 'queueable'),
  pushSettings: route('GET', '/api/user/push', 'signed-in', 'read'),
  subscribePush: route('POST', '/api/user/push', 'signed-in', 'online-only'),
  unsubscribePush: route('DELETE', '/api/user/push', 'signed-in', 'online-only'),
  upload: route('POST', '/api/upload', 'signed-in', 'queueable'),
  // Payments
  paymentConfig: route('GET', '/api/payments/config', 'public', 'read'),
  setupCustomer: route('POST', '/api/stripe/setup-customer', 'signed-in', 'online-only'),
  paymentMethods: route('GET', '/api/stripe/payment-methods', 'signed-in', 'read'),
  removePaymentMethod: route('DELETE', '/api/stripe/payment-methods/:cardId', 'signed-in', 'online-only'),
  preferPaymentMethod: route('POST', '/api/stripe/payment-methods/:cardId/default', 'signed-in', 'online-only'),
  earnings: route('GET', '/api/user/earnings', 'signed-in', 'read'),
  transactions: route('GET', '/api/user/transactions', 'signed-in', 'read'),
  setupSeller: route('POST', '/api/stripe/setup-seller', 'signed-in', 'online-only'),
  connectStatus: route('GET', '/api/stripe/connect-status', 'signed-in', 'read'),
  connectAccount: route('POST', '/api/stripe/connect-account', 'signed-in', 'online-only'),
  // Made-to-order
  getItem: route('GET', '/api/made-to-order/:id', 'public', 'read'),
  createItem: route('POST', '/api/made-to-order', 'signed-in', 'queueable'),
  changeItem: route('POST', '/api/made-to-order/:id', 'signed-in', 'queueable'),
  pauseItem: route('POST', '/api/made-to-order/:id/pause', 'signed-in', 'queueable'),
  archiveItem: route('POST', '/api/made-to-order/:id/archive', 'signed-in', 'queueable'),
  purchaseItem: route('POST', '/api/made-to-order/:id/purchase', 'signed-in', 'online-only'),
  userPurchases: route('GET', '/api/users/:id/purchases', 'signed-in', 'read'),
  purchasePayment: route('POST', '/api/purchases/:id/payment', 'signed-in', 'online-only'),
  changePurchaseStatus: route('POST', '/api/purchases/:id/status', 'signed-in', 'queueable'),
  askToCancel: route('POST', '/api/purchases/:id/ask-cancel', 'signed-in', 'queueable'),
  sayArrival: route('POST', '/api/purchases/:id/arrival', 'signed-in', 'online-only'),
  putPurchaseReview: route('POST', '/api/purchases/:id/review', 'signed-in', 'queueable'),
  sendPurchaseMessage: route('POST', '/api/purchases/:id/messages', 'signed-in', 'queueable'),
  // Questions
  ask: route('POST', '/api/questions', 'signed-in', 'queueable'),
  sendQuestionMessage: route('POST', '/api/questions/:id/messages', 'signed-in', 'queueable'),
  // Reviews
  listReviews: route('GET', '/api/reviews', 'public', 'read'),
  answerReview: route('POST', '/api/reviews/:id/answer', 'signed-in', 'queueable'),
  // Inspiration
  listPosts: route('GET', '/api/inspiration', 'public', 'read'),
  getPost: route('GET', '/api/inspiration/:id', 'public', 'read'),
  createPost: route('POST', '/api/inspiration', 'signed-in', 'queueable'),
  changePost: route('POST', '/api/inspiration/:id', 'signed-in', 'queueable'),
  deletePost: route('DELETE', '/api/inspiration/:id', 'signed-in', 'queueable'),
  putBoard: route('POST', '/api/user/boards/:key', 'signed-in', 'queueable'),
  deleteBoard: route('DELETE', '/api/user/boards/:key', 'signed-in', 'queueable'),
  pinPost: route('POST', '/api/user/boards/:key/posts/:id', 'signed-in', 'queueable'),
  unpinPost: route('DELETE', '/api/user/boards/:key/posts/:id', 'signed-in', 'queueable'),
  putBoardThing: route('POST', '/api/user/boards/:key/things/:kind/:id', 'signed-in', 'queueable'),
  removeBoardThing: route('DELETE', '/api/user/boards/:key/things/:kind/:id', 'signed-in', 'queueable'),
  likePost: route('POST', '/api/inspiration/:id/like', 'signed-in', 'queueable'),
  unlikePost: route('DELETE', '/api/inspiration/:id/like', 'signed-in', 'queueable'),
  savePost: route('POST', '/api/inspiration/:id/save', 'signed-in', 'queueable'),
  unsavePost: route('DELETE', '/api/inspiration/:id/save', 'signed-in', 'queueable'),
  // Operators
  // Sync and operation
  appConfig: route('GET', '/api/config', 'public', 'read'),
  pull: route('POST', '/api/sync/pull', 'public', 'online-only'),
  push: route('POST', '/api/sync/push', 'signed-in', 'queueable'),
  syncCheck: route('POST', '/api/sync/check', 'signed-in', 'online-only'),
  areas: route('GET', '/api/sync/areas', 'public', 'read'),
  snapshot: route('GET', '/api/sync/snapshot/:scope', 'public', 'read'),
  snapshotName: route('GET', '/api/sync/snapshots/:scope', 'public', 'read'),
  snapshotFile: route('GET', '/api/sync/snapshots/:scope/:name', 'public', 'read'),
  live: route('GET', '/api/sync/live', 'signed-in', 'read'),
  ready: route('GET', '/api/ready', 'public', 'read'),
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

/** '/api/bookings/:id' with { id: 7 } -> '/api/bookings/7'. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
