import * as z from 'zod/mini'
import { Address } from '#schema/address'
import { AppConfig } from '#schema/app-config'
import { BlockedDates, NewBlockedDates } from '#schema/blocked-date'
import { Booking, BookingAnswer, CancelPreview, CreatedBooking, NewBooking, PublicBooking } from '#schema/booking'
import { Board, BoardChange, MarkAnswer, NewPost, PostChange, PostView } from '#schema/inspiration'
import { Listing, NewListing } from '#schema/listing'
import { Item } from '#schema/made-to-order'
import { Message, NewMessage } from '#schema/message'
import { ConnectStatus, PaymentConfig, PaymentMethods, Redirect, ReturnAddresses } from '#schema/payment'
import { PullAnswer, PullRequest } from '#schema/sync'
import { Uploaded } from '#schema/upload'
import { Credentials, CurrentUser, ProfileChange, PublicUser, Registration } from '#schema/user'

/** May a call wait in the outbox? `read` calls change nothing; `online-only` ones are refused when they come from a queue. */
export type OfflinePolicy = 'read' | 'queueable' | 'online-only'

/**
 * One call of the contract between `pwa` and `server`. `path` marks parameters with a colon. `body` and `query` are parsed
 * before anything else happens; `output` is what a success carries, unlisted fields never leave the server.
 * `raw` calls (images, files, streams, signed webhooks) carry something else than JSON.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Who may call at all; finer rules are the service's first line. */
  access: 'public' | 'signed-in'
  offline: OfflinePolicy
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  output?: z.ZodMiniType
  status?: 200 | 201 | 204
  raw?: true
}

function define<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

const routeId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const Id = z.object({ id: routeId })
const Page = z.object({
  cursor: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
const BoardKey = z.object({ key: z.uuid() })
const BoardPost = z.object({ key: z.uuid(), id: routeId })
const Nothing = z.object({})
const Health = z.object({ status: z.string() })
const Updated = z.object({ updated: z.int() })
const SomeBlockedDates = z.array(z.extend(z.partial(BlockedDates), { startDate: z.string(), endDate: z.string() }))

export const endpoints = {
  // Auth
  currentUser: define({
    method: 'GET',
    path: '/api/user',
    access: 'signed-in',
    offline: 'read',
    summary: 'The signed-in user',
    output: CurrentUser,
  }),
  login: define({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    offline: 'online-only',
    summary: 'Sign in',
    body: Credentials,
    output: CurrentUser,
  }),
  register: define({
    method: 'POST',
    path: '/api/register',
    access: 'public',
    offline: 'online-only',
    summary: 'Create an account and sign in',
    body: Registration,
    output: CurrentUser,
    status: 201,
  }),
  logout: define({
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    offline: 'online-only',
    summary: 'Sign out',
    output: Nothing,
  }),

  // Listings and bookings
  listListings: define({
    method: 'GET',
    path: '/api/listings',
    access: 'public',
    offline: 'read',
    summary: 'All listings, newest first',
    query: Page,
    output: z.array(Listing),
  }),
  getListing: define({
    method: 'GET',
    path: '/api/listings/:id',
    access: 'public',
    offline: 'read',
    summary: 'One listing',
    params: Id,
    output: Listing,
  }),
  createListing: define({
    method: 'POST',
    path: '/api/listings',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Post a rental listing',
    body: NewListing,
    output: Listing,
    status: 201,
  }),
  listingBookings: define({
    method: 'GET',
    path: '/api/listings/:id/bookings',
    access: 'public',
    offline: 'read',
    summary: 'Blocking bookings of a listing',
    params: Id,
    output: z.array(PublicBooking),
  }),
  createBooking: define({
    method: 'POST',
    path: '/api/bookings',
    access: 'signed-in',
    offline: 'online-only',
    summary: 'Make an offer; its hold is confirmed by the browser',
    body: NewBooking,
    output: CreatedBooking,
    status: 201,
  }),
  bookingPayment: define({
    method: 'POST',
    path: '/api/bookings/:id/payment',
    access: 'signed-in',
    offline: 'online-only',
    summary: 'The secret to finish an open payment with',
    params: Id,
    output: CreatedBooking,
  }),
  answerBooking: define({
    method: 'POST',
    path: '/api/bookings/:id/status',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Approve (online only) or decline an offer',
    params: Id,
    body: BookingAnswer,
    output: Booking,
  }),
  cancelPreview: define({
    method: 'GET',
    path: '/api/bookings/:id/cancel-preview',
    access: 'signed-in',
    offline: 'read',
    summary: 'What cancelling now returns',
    params: Id,
    output: CancelPreview,
  }),
  cancelBooking: define({
    method: 'POST',
    path: '/api/bookings/:id/cancel',
    access: 'signed-in',
    offline: 'online-only',
    summary: 'Cancel a booking',
    params: Id,
    output: Booking,
  }),
  updateStatuses: define({
    method: 'POST',
    path: '/api/bookings/update-statuses',
    access: 'signed-in',
    offline: 'online-only',
    summary: "Bring the caller's bookings up to date",
    output: Updated,
  }),
  bookingMessages: define({
    method: 'GET',
    path: '/api/bookings/:id/messages',
    access: 'signed-in',
    offline: 'read',
    summary: 'The thread of a booking, oldest first',
    params: Id,
    output: z.array(Message),
  }),
  sendMessage: define({
    method: 'POST',
    path: '/api/bookings/:id/messages',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Write to the other side',
    params: Id,
    body: NewMessage,
    output: Message,
    status: 201,
  }),
  userBookings: define({
    method: 'GET',
    path: '/api/users/:id/bookings',
    access: 'signed-in',
    offline: 'read',
    summary: 'Offers you made',
    params: Id,
    output: z.array(Booking),
  }),
  incomingBookings: define({
    method: 'GET',
    path: '/api/users/:id/listings/bookings',
    access: 'signed-in',
    offline: 'read',
    summary: 'Offers for your items',
    params: Id,
    output: z.array(Booking),
  }),

  // Users
  getUser: define({
    method: 'GET',
    path: '/api/users/:id',
    access: 'public',
    offline: 'read',
    summary: 'A public profile',
    params: Id,
    output: PublicUser,
  }),
  userListings: define({
    method: 'GET',
    path: '/api/users/:id/listings',
    access: 'public',
    offline: 'read',
    summary: "A person's listings",
    params: Id,
    output: z.array(Listing),
  }),
  userAvatar: define({
    method: 'GET',
    path: '/api/users/:id/avatar',
    access: 'public',
    offline: 'read',
    summary: 'A picture, always',
    params: Id,
    raw: true,
  }),
  userItems: define({
    method: 'GET',
    path: '/api/users/:id/made-to-order',
    access: 'public',
    offline: 'read',
    summary: "A maker's items",
    params: Id,
    output: z.array(Item),
  }),
  userPosts: define({
    method: 'GET',
    path: '/api/users/:id/inspiration',
    access: 'public',
    offline: 'read',
    summary: "A person's posts",
    params: Id,
    output: z.array(PostView),
  }),
  updateProfile: define({
    method: 'POST',
    path: '/api/user/profile',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Change photo and description',
    body: ProfileChange,
    output: CurrentUser,
  }),
  updateAddress: define({
    method: 'POST',
    path: '/api/user/address',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Save the address',
    body: Address,
    output: CurrentUser,
  }),
  blockedDates: define({
    method: 'GET',
    path: '/api/users/:id/blocked-dates',
    access: 'public',
    offline: 'read',
    summary: 'Blocked ranges; reasons for the owner alone',
    params: Id,
    output: SomeBlockedDates,
  }),
  addBlockedDates: define({
    method: 'POST',
    path: '/api/users/:id/blocked-dates',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Block a range',
    params: Id,
    body: NewBlockedDates,
    output: BlockedDates,
    status: 201,
  }),
  removeBlockedDates: define({
    method: 'DELETE',
    path: '/api/users/:id/blocked-dates/:blockId',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Free a blocked range',
    params: z.object({ id: routeId, blockId: routeId }),
    output: Nothing,
  }),
  upload: define({
    method: 'POST',
    path: '/api/upload',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'One photo as multipart `file`',
    output: Uploaded,
    status: 201,
    raw: true,
  }),

  // Payments
  paymentConfig: define({
    method: 'GET',
    path: '/api/payments/config',
    access: 'public',
    offline: 'read',
    summary: 'How the browser confirms payments',
    output: PaymentConfig,
  }),
  setupCustomer: define({
    method: 'POST',
    path: '/api/stripe/setup-customer',
    access: 'signed-in',
    offline: 'online-only',
    summary: "The provider's page to add a card",
    query: z.object({ listingId: z.optional(routeId) }),
    body: ReturnAddresses,
    output: Redirect,
  }),
  paymentMethods: define({
    method: 'GET',
    path: '/api/stripe/payment-methods',
    access: 'signed-in',
    offline: 'read',
    summary: 'Saved cards',
    output: PaymentMethods,
  }),
  setupSeller: define({
    method: 'POST',
    path: '/api/stripe/setup-seller',
    access: 'signed-in',
    offline: 'online-only',
    summary: 'Start payout onboarding',
    body: ReturnAddresses,
    output: Redirect,
  }),
  connectStatus: define({
    method: 'GET',
    path: '/api/stripe/connect-status',
    access: 'signed-in',
    offline: 'read',
    summary: 'Is the payout account ready?',
    output: ConnectStatus,
  }),
  connectAccount: define({
    method: 'POST',
    path: '/api/stripe/connect-account',
    access: 'signed-in',
    offline: 'online-only',
    summary: "Continue onboarding, or open the account's page",
    output: Redirect,
  }),
  stripeWebhook: define({
    method: 'POST',
    path: '/api/stripe/webhook',
    access: 'public',
    offline: 'online-only',
    summary: 'Signed events of the provider',
    raw: true,
  }),

  // Made-to-order
  listItems: define({
    method: 'GET',
    path: '/api/made-to-order',
    access: 'public',
    offline: 'read',
    summary: 'All items, newest first',
    query: Page,
    output: z.array(Item),
  }),
  getItem: define({
    method: 'GET',
    path: '/api/made-to-order/:id',
    access: 'public',
    offline: 'read',
    summary: 'One item',
    params: Id,
    output: Item,
  }),

  // Inspiration
  listPosts: define({
    method: 'GET',
    path: '/api/inspiration',
    access: 'public',
    offline: 'read',
    summary: 'The feed, newest first',
    query: z.extend(Page, { search: z.optional(z.string().check(z.maxLength(200))) }),
    output: z.array(PostView),
  }),
  getPost: define({
    method: 'GET',
    path: '/api/inspiration/:id',
    access: 'public',
    offline: 'read',
    summary: 'One post',
    params: Id,
    output: PostView,
  }),
  likedPosts: define({
    method: 'GET',
    path: '/api/user/inspiration/liked',
    access: 'signed-in',
    offline: 'read',
    summary: 'Posts you liked',
    output: z.array(PostView),
  }),
  savedPosts: define({
    method: 'GET',
    path: '/api/user/inspiration/saved',
    access: 'signed-in',
    offline: 'read',
    summary: 'Posts you saved',
    output: z.array(PostView),
  }),
  createPost: define({
    method: 'POST',
    path: '/api/inspiration',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Share a post',
    body: NewPost,
    output: PostView,
    status: 201,
  }),
  changePost: define({
    method: 'POST',
    path: '/api/inspiration/:id',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Edit one of your posts',
    params: Id,
    body: PostChange,
    output: PostView,
  }),
  deletePost: define({
    method: 'DELETE',
    path: '/api/inspiration/:id',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Delete one of your posts',
    params: Id,
    output: Nothing,
  }),
  boards: define({
    method: 'GET',
    path: '/api/user/boards',
    access: 'signed-in',
    offline: 'read',
    summary: 'Your boards',
    output: z.array(Board),
  }),
  putBoard: define({
    method: 'POST',
    path: '/api/user/boards/:key',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Make or change a board',
    params: BoardKey,
    body: BoardChange,
    output: Board,
  }),
  deleteBoard: define({
    method: 'DELETE',
    path: '/api/user/boards/:key',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Delete a board',
    params: BoardKey,
    output: Nothing,
  }),
  pinPost: define({
    method: 'POST',
    path: '/api/user/boards/:key/posts/:id',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Put a post on a board',
    params: BoardPost,
    output: Board,
  }),
  unpinPost: define({
    method: 'DELETE',
    path: '/api/user/boards/:key/posts/:id',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Take a post off a board',
    params: BoardPost,
    output: Board,
  }),
  likePost: define({
    method: 'POST',
    path: '/api/inspiration/:id/like',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Like a post',
    params: Id,
    output: MarkAnswer,
  }),
  unlikePost: define({
    method: 'DELETE',
    path: '/api/inspiration/:id/like',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Take a like back',
    params: Id,
    output: MarkAnswer,
  }),
  savePost: define({
    method: 'POST',
    path: '/api/inspiration/:id/save',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Save a post',
    params: Id,
    output: MarkAnswer,
  }),
  unsavePost: define({
    method: 'DELETE',
    path: '/api/inspiration/:id/save',
    access: 'signed-in',
    offline: 'queueable',
    summary: 'Remove a saved post',
    params: Id,
    output: MarkAnswer,
  }),

  // Sync and operation
  appConfig: define({
    method: 'GET',
    path: '/api/config',
    access: 'public',
    offline: 'read',
    summary: 'What the app shows before sign-in',
    output: AppConfig,
  }),
  pull: define({
    method: 'POST',
    path: '/api/sync/pull',
    access: 'public',
    offline: 'online-only',
    summary: 'Changes since the given numbers, cut at one common number',
    body: PullRequest,
    output: PullAnswer,
  }),
  snapshot: define({
    method: 'GET',
    path: '/api/sync/snapshot/:scope',
    access: 'public',
    offline: 'read',
    summary: 'A public scope in one piece',
    params: z.object({ scope: z.string().check(z.maxLength(40)) }),
    raw: true,
  }),
  live: define({
    method: 'GET',
    path: '/api/sync/live',
    access: 'public',
    offline: 'read',
    summary: 'Event stream that says which scopes moved',
    raw: true,
  }),
  health: define({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    offline: 'read',
    summary: 'The process lives',
    output: Health,
  }),
  ready: define({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    offline: 'read',
    summary: 'The database can be written',
    output: Health,
  }),
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type Output<E extends Endpoint> = E extends { output: infer O extends z.ZodMiniType } ? z.infer<O> : undefined
export type Body<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType } ? z.infer<B> : undefined
export type BodyInput<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType } ? z.input<B> : undefined
export type Params<E extends Endpoint> = E extends { params: infer P extends z.ZodMiniType } ? z.infer<P> : undefined
export type Query<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType } ? z.infer<Q> : undefined
