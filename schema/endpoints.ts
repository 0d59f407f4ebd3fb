import * as z from 'zod/mini'
import {
  AccountNames,
  AccountSecurity,
  ClosedAccount,
  ClosingState,
  CodesBegin,
  CodesOn,
  CodesStarted,
  EmailChange,
  EmailLink,
  EmailLinkUsed,
  NewPasskey,
  PasskeyNaming,
  PasskeyOptions,
  PasskeyRemoval,
  PasskeySignIn,
  PasswordProof,
  SessionsEnd,
} from '#schema/account'
import { type AccountRouteName, accountRoutes } from '#schema/account-routes'
import { AddressChange } from '#schema/address'
import { AppConfig } from '#schema/app-config'
import { BlockedDates, NewBlockedDates } from '#schema/blocked-date'
import {
  Booking,
  BookingAnswer,
  CancelPreview,
  CancelWish,
  CreatedBooking,
  NewBooking,
  PublicBooking,
} from '#schema/booking'
import { TermsAgreement } from '#schema/consent'
import {
  DamageEstimate,
  DamagePayment,
  DamageReport,
  DamageReports,
  DamageResponse,
  NewDamageReport,
} from '#schema/damage-report'
import { isDay } from '#schema/date-range'
import { DraftChange, DraftRow } from '#schema/draft'
import { Earnings, Transaction } from '#schema/earnings'
import { Handover, HandoverChange, HandoverMoment } from '#schema/handover'
import {
  Board,
  BoardChange,
  MarkAnswer,
  NewPost,
  PiecesNeeded,
  PostChange,
  PostLink,
  PostView,
} from '#schema/inspiration'
import {
  CatalogueListing,
  Listing,
  ListingChange,
  ListingShown,
  MAX_QUANTITY,
  NewListing,
  OwnListing,
} from '#schema/listing'
import { Item, ItemArchive, ItemChange, ItemPause, NewItem, OwnItem } from '#schema/made-to-order'
import { Message, NewMessage, NewQuestion, NewQuestionMessage, QuestionMessage, ThreadSeen } from '#schema/message'
import {
  ActLink,
  AppealDecision,
  ListedAct,
  type ModerationRouteName,
  moderationRoutes,
  NewAppeal,
  OpenAppeal,
  OwnAct,
  ReportDecision,
  ReportedSubject,
} from '#schema/moderation'
import { MAX_PRICE_CENTS } from '#schema/money'
import { type OnlineRouteName, onlineRoutes } from '#schema/online-routes'
import {
  ClaimDecision,
  Found,
  HideChange,
  OperatorAct,
  OperatorClaim,
  OperatorNote,
  OperatorPerson,
  OperatorQuery,
  OperatorRefund,
  PasswordReset,
  PayoutsChange,
  ReadThread,
  SuspendChange,
  ThreadRequest,
} from '#schema/operator'
import { PasswordByLink, PasswordChange, PasswordOwner, PasswordRequest } from '#schema/password'
import { CalendarFeed, ConnectStatus, PaymentConfig, PaymentMethods, Redirect, ReturnAddresses } from '#schema/payment'
import { Arrival, CancelAsk, CreatedPurchase, NewPurchase, Purchase, PurchaseStatusChange } from '#schema/purchase'
import { NewPushSubscription, PushSettings, WayChange } from '#schema/push'
import { Registration } from '#schema/registration'
import { NewReport } from '#schema/report'
import { PublicReview, REVIEW_PAGE, Review, ReviewAnswer, ReviewChange } from '#schema/review'
import { type Route, type RouteName, route, routes } from '#schema/routes'
import {
  AreasAnswer,
  AreasQuery,
  CheckAnswer,
  CheckRequest,
  PullAnswer,
  PullRequest,
  PushAnswer,
  PushRequest,
  SnapshotName,
} from '#schema/sync'
import { Uploaded } from '#schema/upload'
import { Credentials, CurrentUser, ProfileChange, PublicUser, SealKeys, SignedInUser } from '#schema/user'

/**
 * One call of the contract between `pwa` and `server`: its route and its shapes. `body` and `query` are parsed before
 * anything else happens; `output` is what a success carries, unlisted fields never leave the server.
 * `raw` calls (images, files, streams, signed webhooks) carry something else than JSON.
 */
export interface Endpoint extends Route {
  summary: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  output?: z.ZodMiniType
  status?: 200 | 201 | 204
  raw?: true
}

const routeId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const Id = z.object({ id: routeId })
const Page = z.object({
  cursor: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
const ReviewPage = z
  .object({
    listing: z.optional(routeId),
    item: z.optional(routeId),
    person: z.optional(routeId),
    cursor: Page.shape.cursor,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), REVIEW_PAGE),
  })
  .check(
    z.refine(({ listing, item, person }) => [listing, item, person].filter((id) => id !== undefined).length === 1, {
      error: 'Please name one listing, item or person',
    }),
  )
/** `listing/12` */
const ThingKey = z
  .string()
  .check(z.regex(/^(listing|item)\/[1-9]\d{0,14}$/, 'Please give a listing or item as listing/12'))
/** `12,15` */
const SomeIds = z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, 'Please give at most 100 numbers'))
const SEARCH_MAX = 100
const MOST_MILES = 100
const DAY_MESSAGE = 'Please give a day as 2026-06-30'
const SearchDay = z.string().check(z.maxLength(10, DAY_MESSAGE), z.refine(isDay, DAY_MESSAGE))
/** Several names, or a cursor. */
const SearchWords = z.string().check(z.maxLength(1_000))
/** Orders in which a search can be asked for. */
const SearchOrder = z.enum(['newest', 'low', 'high'])
const optionalDollars = z.optional(z.coerce.number().check(z.minimum(0), z.maximum(MAX_PRICE_CENTS / 100)))

const ListingSearchFields = z.object({
  text: z._default(z.string().check(z.maxLength(SEARCH_MAX, 'Please search for at most 100 characters')), ''),
  categories: z.optional(SearchWords),
  place: z.optional(SearchWords),
  /** Areas whose listings are not wanted, because the device has them: `862a1072fffffff,elsewhere`. */
  outside: z.optional(SearchWords),
  /** These listings alone. */
  ids: z.optional(SomeIds),
  miles: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(MOST_MILES))),
  from: z.optional(SearchDay),
  to: z.optional(SearchDay),
  pieces: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_QUANTITY)), 1),
  least: optionalDollars,
  most: optionalDollars,
  sort: z.optional(SearchOrder),
  cursor: z.optional(SearchWords),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 24),
})
/**
 * A search among all listings. `categories` are apart by commas; `place` is a borough or a neighborhood; `miles` is around it, where it is a neighborhood; `from` and `to` are days, and count
 * together; `least` and `most` are dollars a day. Without `sort` the best match comes first, and the newest without a text. `cursor` comes from the page before.
 */
export const ListingSearch = ListingSearchFields.check(
  z.refine(({ from, to }) => (from === undefined) === (to === undefined) && (from ?? '') <= (to ?? ''), {
    error: 'Please give both days, the first one first',
    path: ['to'],
  }),
)
export type ListingSearch = z.infer<typeof ListingSearch>

/**
 * The cursor of the next page of finds, null at the end; and the number of the last change that the search knows of, which servers of
 * earlier builds do not name.
 */
const FoundPage = z.object({ cursor: z.nullable(z.string()), seq: z.optional(z.int()) })
const FoundListings = z.extend(FoundPage, { listings: z.array(CatalogueListing) })

/**
 * A search among all made-to-order items. `by` is the day by which an item that is ordered as early as possible must be there; `open` leaves
 * those that take orders today; `before` leaves those with a smaller number; `least` and `most` are dollars. The rest is as in `ListingSearch`.
 */
export const ItemSearch = z.object({
  ...z.pick(ListingSearchFields, {
    ...{ text: true, categories: true, ids: true, least: true, most: true, sort: true, cursor: true, limit: true },
  }).shape,
  by: z.optional(SearchDay),
  open: z.optional(z.literal('1')),
  before: z.optional(routeId),
})
export type ItemSearch = z.infer<typeof ItemSearch>
const FoundItems = z.extend(FoundPage, { items: z.array(Item) })

const BoardKey = z.object({ key: z.uuid() })
const BoardPost = z.object({ key: z.uuid(), id: routeId })
const BoardThingAt = z.object({ key: z.uuid(), kind: PostLink.shape.kind, id: routeId })
const CardId = z.object({ cardId: z.string().check(z.minLength(1), z.maxLength(255)) })
const Nothing = z.object({})
const Health = z.object({ status: z.string() })
const Updated = z.object({ updated: z.int() })
const SomeBlockedDates = z.array(z.extend(z.partial(BlockedDates), { startDate: z.string(), endDate: z.string() }))

/** Calls that the app makes without its list of calls, or never, because its devices hold these rows. No page load carries them. */
const restRoutes = {
  currentUser: route('GET', '/api/user', 'signed-in', 'read'),
  listListings: route('GET', '/api/listings', 'public', 'read'),
  listingBookings: route('GET', '/api/listings/:id/bookings', 'public', 'read'),
  bookingMessages: route('GET', '/api/bookings/:id/messages', 'signed-in', 'read'),
  incomingBookings: route('GET', '/api/users/:id/listings/bookings', 'signed-in', 'read'),
  userAvatar: route('GET', '/api/users/:id/avatar', 'public', 'read'),
  blockedDates: route('GET', '/api/users/:id/blocked-dates', 'public', 'read'),
  calendarFile: route('GET', '/api/calendar/:file', 'public', 'read'),
  stripeWebhook: route('POST', '/api/stripe/webhook', 'public', 'online-only'),
  listItems: route('GET', '/api/made-to-order', 'public', 'read'),
  itemPurchases: route('GET', '/api/made-to-order/:id/purchases', 'signed-in', 'read'),
  purchaseMessages: route('GET', '/api/purchases/:id/messages', 'signed-in', 'read'),
  likedPosts: route('GET', '/api/user/inspiration/liked', 'signed-in', 'read'),
  savedPosts: route('GET', '/api/user/inspiration/saved', 'signed-in', 'read'),
  handovers: route('GET', '/api/bookings/:id/handovers', 'signed-in', 'read'),
  damageReports: route('GET', '/api/damage-reports', 'signed-in', 'read'),
  drafts: route('GET', '/api/user/drafts', 'signed-in', 'read'),
  boards: route('GET', '/api/user/boards', 'signed-in', 'read'),
  health: route('GET', '/api/health', 'public', 'read'),
  questionMessages: route('GET', '/api/questions/:id/messages', 'signed-in', 'read'),
} as const

/** The shapes of each call, in the order of the published contract. */
const shapes = {
  // Auth
  currentUser: { summary: 'The signed-in user', output: SignedInUser },
  login: { summary: 'Sign in', body: Credentials, output: SignedInUser },
  register: { summary: 'Create an account and sign in', body: Registration, output: SignedInUser, status: 201 },
  logout: { summary: 'Sign out', output: Nothing },
  sealKeys: { summary: 'The keys that open what a device has sealed of the signed-in user', output: SealKeys },
  sealKeysByPassword: { summary: 'The same for a password, without a sign-in', body: Credentials, output: SealKeys },
  askForPassword: {
    summary: 'Ask for a mail with a link for a new password; the answer is the same for everybody',
    body: PasswordRequest,
    output: Nothing,
  },
  setPassword: {
    summary: 'Set the password that a link allows, once; every session ends',
    body: PasswordByLink,
    output: PasswordOwner,
  },
  changePassword: { summary: 'Change the password; every other session ends', body: PasswordChange, output: Nothing },
  accountSecurity: {
    summary: 'Where the account is signed in, and who tried to sign in within the last 30 days',
    output: AccountSecurity,
  },
  endSessions: { summary: 'End one session, or every one but this', body: SessionsEnd, output: AccountSecurity },
  sendVerification: {
    summary: 'Send the link that confirms the account’s address once more; the one before ends',
    output: Nothing,
  },
  changeEmail: {
    summary: 'Send a link to a new address; the address counts once the link is used',
    body: EmailChange,
    output: Nothing,
  },
  followEmailLink: {
    summary: 'Do what the link of a mail is for, once: confirm an address, change to it, or undo a change',
    body: EmailLink,
    output: EmailLinkUsed,
  },
  seeThread: {
    summary: 'Say how far a thread was read; no mail is sent about what was',
    body: ThreadSeen,
    output: Nothing,
  },
  startPasskey: {
    summary: 'What a browser needs to make a passkey; asks for the password',
    body: PasswordProof,
    output: PasskeyOptions,
  },
  addPasskey: { summary: 'Add the passkey that a browser has made', body: NewPasskey, output: AccountSecurity },
  renamePasskey: { summary: 'Name a passkey', body: PasskeyNaming, output: AccountSecurity },
  removePasskey: { summary: 'Remove a passkey; asks for the password', body: PasskeyRemoval, output: AccountSecurity },
  startCodes: {
    summary: 'A secret for an app that shows codes; asks for the password, and counts once a code was typed',
    body: PasswordProof,
    output: CodesStarted,
  },
  turnOnCodes: {
    summary: 'Turn codes on with the first code; the recovery codes are shown this once',
    body: CodesBegin,
    output: CodesOn,
  },
  turnOffCodes: { summary: 'Turn codes off; asks for the password', body: PasswordProof, output: AccountSecurity },
  startPasskeySignIn: { summary: 'What a browser needs to sign in with a passkey', output: PasskeyOptions },
  signInByPasskey: { summary: 'Sign in with a passkey, without a username', body: PasskeySignIn, output: SignedInUser },
  closing: { summary: 'What must end before the account can be closed', output: ClosingState },
  closeAccount: {
    summary: 'Close the account; asks for the password. Every session ends; a sign-in within 14 days can take it back',
    body: PasswordProof,
    output: ClosedAccount,
  },
  agreeToTerms: {
    summary: 'Agree to the terms, privacy notes and rules of a version',
    body: TermsAgreement,
    output: Nothing,
  },
  exportAccount: {
    summary: 'Everything that the person has written and been told, as a zip of JSON and photos; JSON `password`',
    raw: true,
  },
  closedAccounts: {
    summary: 'Those of the named accounts that are closed for good: devices delete what they have of them',
    body: AccountNames,
    output: AccountNames,
  },

  // Listings and bookings
  listListings: { summary: 'All listings, newest first', query: Page, output: z.array(Listing) },
  searchListings: {
    summary: 'Listings by text, category, place, days and price',
    query: ListingSearch,
    output: FoundListings,
  },
  getListing: { summary: 'One listing', params: Id, output: Listing },
  createListing: { summary: 'Post a rental listing', body: NewListing, output: Listing, status: 201 },
  changeListing: {
    summary: 'Edit one of your listings; offers keep what they were made on',
    params: Id,
    body: ListingChange,
    output: OwnListing,
  },
  showListing: { summary: 'Pause or reopen one of your listings', params: Id, body: ListingShown, output: OwnListing },
  deleteListing: {
    summary: 'Delete one of your listings, unless approved or paid bookings exist',
    params: Id,
    output: Nothing,
  },
  listingBookings: { summary: 'Blocking bookings of a listing', params: Id, output: z.array(PublicBooking) },
  createBooking: {
    summary: 'Make an offer; its hold is confirmed by the browser',
    body: NewBooking,
    output: CreatedBooking,
    status: 201,
  },
  bookingPayment: { summary: 'The secret to finish an open payment with', params: Id, output: CreatedBooking },
  answerBooking: {
    summary: 'Approve (online only) or decline an offer',
    params: Id,
    body: BookingAnswer,
    output: Booking,
  },
  cancelPreview: { summary: 'What cancelling now returns', params: Id, output: CancelPreview },
  cancelBooking: { summary: 'Cancel a booking, or end it early', params: Id, body: CancelWish, output: Booking },
  updateStatuses: { summary: "Bring the caller's bookings up to date", output: Updated },
  bookingMessages: { summary: 'The thread of a booking, oldest first', params: Id, output: z.array(Message) },
  sendMessage: { summary: 'Write to the other side', params: Id, body: NewMessage, output: Message, status: 201 },
  handovers: { summary: 'What both sides wrote down at pickup and return', params: Id, output: z.array(Handover) },
  putHandover: {
    summary: "Write or change one's own page of a pickup or return",
    params: z.object({ id: routeId, moment: HandoverMoment }),
    body: HandoverChange,
    output: Handover,
  },
  putReview: {
    summary: 'Review the other side of a completed rental, within 14 days',
    params: Id,
    body: ReviewChange,
    output: Review,
  },
  reportDamage: {
    summary: 'Report damage within 24 hours of the end',
    params: Id,
    body: NewDamageReport,
    output: DamageReport,
    status: 201,
  },
  damageReports: { summary: 'Your claims and those against you, by booking id', output: DamageReports },
  respondToDamage: { summary: "The renter's answer, once", params: Id, body: DamageResponse, output: DamageReport },
  addEstimate: {
    summary: 'Add the repair estimate that is missing',
    params: Id,
    body: DamageEstimate,
    output: DamageReport,
  },
  payDamage: { summary: 'The secret to pay an approved claim with, while present', params: Id, output: DamagePayment },
  userBookings: { summary: 'Offers you made', params: Id, output: z.array(Booking) },
  incomingBookings: { summary: 'Offers for your items', params: Id, output: z.array(Booking) },

  // Users
  getUser: { summary: 'A public profile', params: Id, output: PublicUser },
  findUsers: {
    summary: 'Public profiles by their numbers; nobody who is off show',
    query: z.object({ ids: SomeIds }),
    output: z.array(PublicUser),
  },
  userListings: { summary: "A person's listings", params: Id, query: Page, output: z.array(Listing) },
  userAvatar: { summary: 'A picture, always', params: Id, raw: true },
  userItems: { summary: "A maker's items", params: Id, query: Page, output: z.array(Item) },
  userPosts: { summary: "A person's posts", params: Id, query: Page, output: z.array(PostView) },
  blockPerson: {
    summary: 'Block a person: neither makes offers, orders or messages to the other, or sees the posts of the other',
    params: Id,
    output: Nothing,
  },
  unblockPerson: { summary: 'Take a block back', params: Id, output: Nothing },
  putReport: {
    summary:
      'Report a listing, item, post, person, message, message of a question or review, or a photo of it, to the operators',
    body: NewReport,
    output: Nothing,
  },
  updateProfile: { summary: 'Change photo and description', body: ProfileChange, output: CurrentUser },
  updateAddress: { summary: 'Save the address', body: AddressChange, output: CurrentUser },
  blockedDates: { summary: 'Blocked ranges; reasons for the owner alone', params: Id, output: SomeBlockedDates },
  addBlockedDates: { summary: 'Block a range', params: Id, body: NewBlockedDates, output: BlockedDates, status: 201 },
  removeBlockedDates: {
    summary: 'Free a blocked range',
    params: z.object({ id: routeId, blockId: routeId }),
    output: Nothing,
  },
  drafts: { summary: 'Your drafts', output: z.array(DraftRow) },
  putDraft: { summary: 'Keep edits of a draft, field by field', params: BoardKey, body: DraftChange, output: DraftRow },
  deleteDraft: { summary: 'Throw a draft away', params: BoardKey, output: Nothing },
  calendarFeed: { summary: 'The address of your calendar', output: CalendarFeed },
  makeCalendarFeed: { summary: 'A new address for your calendar; the old one stops', output: CalendarFeed },
  dropCalendarFeed: { summary: 'Stop the calendar address', output: CalendarFeed },
  calendarFile: {
    summary: 'A calendar of bookings (iCalendar)',
    params: z.object({ file: z.string().check(z.maxLength(100)) }),
    raw: true,
  },
  pushSettings: { summary: 'What you are notified of, and whether on this browser', output: PushSettings },
  subscribePush: {
    summary: 'Notify this browser until its session ends',
    body: NewPushSubscription,
    output: PushSettings,
  },
  unsubscribePush: { summary: 'Notify this browser no longer', output: PushSettings },
  chooseWay: {
    summary: 'How you are notified of a kind of news: by notifications, mail, both or neither',
    body: WayChange,
    output: PushSettings,
  },
  upload: { summary: 'One photo as multipart `file`', output: Uploaded, status: 201, raw: true },

  // Payments
  paymentConfig: { summary: 'How the browser confirms payments', output: PaymentConfig },
  setupCustomer: {
    summary: "The provider's page to add a card",
    query: z.object({ listingId: z.optional(routeId) }),
    body: ReturnAddresses,
    output: Redirect,
  },
  paymentMethods: { summary: 'Saved cards', output: PaymentMethods },
  removePaymentMethod: { summary: 'Remove a card that nothing is held on', params: CardId, output: PaymentMethods },
  preferPaymentMethod: { summary: 'Make a card the default', params: CardId, output: PaymentMethods },
  earnings: { summary: 'What is yours and what will be, in cents', output: Earnings },
  transactions: { summary: 'Your earnings line by line, newest first', output: z.array(Transaction) },
  setupSeller: { summary: 'Start payout onboarding', body: ReturnAddresses, output: Redirect },
  connectStatus: { summary: 'Is the payout account ready?', output: ConnectStatus },
  connectAccount: { summary: "Continue onboarding, or open the account's page", output: Redirect },
  stripeWebhook: { summary: 'Signed events of the provider', raw: true },

  // Made-to-order
  listItems: { summary: 'All items, newest first', query: Page, output: z.array(Item) },
  searchItems: {
    summary: 'Made-to-order items by text, category, day and price',
    query: ItemSearch,
    output: FoundItems,
  },
  getItem: { summary: 'One item', params: Id, output: Item },

  createItem: { summary: 'Post a made-to-order item', body: NewItem, output: OwnItem, status: 201 },
  changeItem: {
    summary: 'Edit one of your items; orders keep what they were placed on',
    params: Id,
    body: ItemChange,
    output: OwnItem,
  },
  pauseItem: {
    summary: 'Take no orders until a day, or take them again',
    params: Id,
    body: ItemPause,
    output: OwnItem,
  },
  archiveItem: {
    summary: 'Archive one of your items, or bring it back',
    params: Id,
    body: ItemArchive,
    output: OwnItem,
  },
  purchaseItem: { summary: 'Order and pay', params: Id, body: NewPurchase, output: CreatedPurchase, status: 201 },
  itemPurchases: { summary: 'Orders of one of your items', params: Id, output: z.array(Purchase) },
  userPurchases: { summary: 'Orders you placed', params: Id, output: z.array(Purchase) },
  purchasePayment: { summary: 'The secret to finish an unpaid order with', params: Id, output: CreatedPurchase },
  changePurchaseStatus: {
    summary: 'The seller moves an order',
    params: Id,
    body: PurchaseStatusChange,
    output: Purchase,
  },
  askToCancel: {
    summary: 'The buyer asks the seller to cancel; an order that nobody has paid ends',
    params: Id,
    body: CancelAsk,
    output: Purchase,
  },
  sayArrival: {
    summary: 'The buyer says that an order did not arrive, or that it did after all',
    params: Id,
    body: Arrival,
    output: Purchase,
  },
  putPurchaseReview: {
    summary: 'Review the other side of a delivered order, within 14 days',
    params: Id,
    body: ReviewChange,
    output: Review,
  },
  purchaseMessages: { summary: 'The thread of an order, oldest first', params: Id, output: z.array(Message) },
  sendPurchaseMessage: {
    summary: 'Write to the other side of an order',
    params: Id,
    body: NewMessage,
    output: Message,
    status: 201,
  },

  // Questions
  ask: {
    summary: 'Ask the owner of a listing or an item; the first message opens the thread',
    body: NewQuestion,
    output: QuestionMessage,
    status: 201,
  },
  questionMessages: { summary: 'The thread of a question, oldest first', params: Id, output: z.array(QuestionMessage) },
  sendQuestionMessage: {
    summary: 'Write to the other side of a question, until there is an offer or an order to write about',
    params: Id,
    body: NewQuestionMessage,
    output: QuestionMessage,
    status: 201,
  },

  // Reviews
  listReviews: {
    summary: 'Revealed reviews of one listing, item or person, newest first',
    query: ReviewPage,
    output: z.array(PublicReview),
  },
  answerReview: { summary: 'Answer a review of yourself, once', params: Id, body: ReviewAnswer, output: Review },

  // Inspiration
  listPosts: {
    summary: 'The feed, newest first',
    query: z.extend(Page, {
      search: z.optional(z.string().check(z.maxLength(200))),
      ids: z.optional(SomeIds),
      /** Posts in which this listing or item can be seen. */
      thing: z.optional(ThingKey),
    }),
    output: z.array(PostView),
  },
  getPost: { summary: 'One post', params: Id, output: PostView },
  likedPosts: { summary: 'Posts you liked', query: Page, output: z.array(PostView) },
  savedPosts: { summary: 'Posts you saved', query: Page, output: z.array(PostView) },
  createPost: { summary: 'Share a post', body: NewPost, output: PostView, status: 201 },
  changePost: { summary: 'Edit one of your posts', params: Id, body: PostChange, output: PostView },
  deletePost: { summary: 'Delete one of your posts', params: Id, output: Nothing },
  boards: { summary: 'Your boards', output: z.array(Board) },
  putBoard: { summary: 'Make or change a board', params: BoardKey, body: BoardChange, output: Board },
  deleteBoard: { summary: 'Delete a board', params: BoardKey, output: Nothing },
  pinPost: { summary: 'Put a post on a board', params: BoardPost, output: Board },
  unpinPost: { summary: 'Take a post off a board', params: BoardPost, output: Board },
  putBoardThing: {
    summary: 'Put a listing or an item on a board, or say how many pieces the event needs',
    params: BoardThingAt,
    body: PiecesNeeded,
    output: Board,
  },
  removeBoardThing: { summary: 'Take a listing or an item off a board', params: BoardThingAt, output: Board },
  likePost: { summary: 'Like a post', params: Id, output: MarkAnswer },
  unlikePost: { summary: 'Take a like back', params: Id, output: MarkAnswer },
  savePost: { summary: 'Save a post', params: Id, output: MarkAnswer },
  unsavePost: { summary: 'Remove a saved post', params: Id, output: MarkAnswer },

  // Operators
  operatorClaims: {
    summary: 'Claims with both sides and their photos, undecided first',
    output: z.array(OperatorClaim),
  },
  decideClaim: {
    summary: 'Decide a contested or expired claim',
    params: Id,
    body: ClaimDecision,
    output: DamageReport,
  },
  operatorBooking: { summary: 'A booking as both sides see it', params: Id, output: Booking },
  operatorRefund: { summary: 'Return captured money to the renter', params: Id, body: OperatorRefund, output: Booking },
  operatorPurchase: { summary: 'An order as both sides see it', params: Id, output: Purchase },
  operatorRefundPurchase: {
    summary: 'Return money of an order to its buyer',
    params: Id,
    body: OperatorRefund,
    output: Purchase,
  },
  operatorMoney: { summary: 'What of money waits for an operator, a line each', output: z.array(z.string()) },
  operatorHide: { summary: 'Take something off the public pages, or put it back', body: HideChange, output: Nothing },
  operatorReports: {
    summary: 'Things with open reports, those reported first before the others, with earlier decisions',
    output: z.array(ReportedSubject),
  },
  decideReports: {
    summary: 'Dismiss the reports of a thing, hide it, or warn or suspend its person; the reason is told',
    body: ReportDecision,
    output: Nothing,
  },
  ownActs: { summary: 'What operators decided about you and your things, newest first', output: z.array(ListedAct) },
  readAct: {
    summary: 'An act of an operator and its reason, by the link that was mailed to its person',
    body: ActLink,
    output: OwnAct,
  },
  appeal: { summary: 'Appeal against an act, once, by the same link', body: NewAppeal, output: OwnAct },
  operatorAppeals: { summary: 'Appeals that wait for a decision, oldest first', output: z.array(OpenAppeal) },
  decideAppeal: {
    summary: 'Uphold an act or take it back; `id` is the number of the act, and the reason is told',
    params: Id,
    body: AppealDecision,
    output: Nothing,
  },
  operatorSuspend: { summary: 'Suspend a person, or let them in again', body: SuspendChange, output: Nothing },
  operatorPassword: {
    summary: 'Send a person a link for a new password; the one they have ends',
    body: PasswordReset,
    output: Nothing,
  },
  operatorFind: {
    summary: 'People, bookings, orders, listings and items by number, name, mail address or provider id',
    query: OperatorQuery,
    output: z.array(Found),
  },
  operatorPerson: {
    summary: 'A person with what they have bought, sold and shown, and what operators did about it',
    params: Id,
    output: OperatorPerson,
  },
  operatorNote: { summary: 'Leave a note about something for other operators', body: OperatorNote, output: Nothing },
  operatorPayouts: { summary: 'Hold the payouts of a person, or let them go on', body: PayoutsChange, output: Nothing },
  readThread: {
    summary: 'The messages of a booking or an order; the reason of the reading is logged',
    body: ThreadRequest,
    output: ReadThread,
  },
  operatorLog: { summary: 'What operators have done, newest first', query: Page, output: z.array(OperatorAct) },

  // Sync and operation
  appConfig: { summary: 'What the app shows before sign-in', output: AppConfig },
  pull: { summary: 'Changes since the given numbers, cut at one common number', body: PullRequest, output: PullAnswer },
  push: {
    summary: 'Up to 100 small writes that waited, each with the answer of its own call',
    body: PushRequest,
    output: PushAnswer,
  },
  syncCheck: {
    summary: 'Which of these writes the server does not know of, asked after it was restored from a copy',
    body: CheckRequest,
    output: CheckAnswer,
  },
  areas: { summary: 'The areas whose listings a device is to hold', query: AreasQuery, output: AreasAnswer },
  snapshot: {
    summary: 'A public scope in one piece, as it is now',
    params: z.object({ scope: z.string().check(z.maxLength(40)) }),
    raw: true,
  },
  snapshotName: {
    summary: 'Which file holds a public scope in one piece, as it is now',
    params: z.object({ scope: z.string().check(z.maxLength(40)) }),
    output: SnapshotName,
  },
  snapshotFile: {
    summary: 'A public scope in one piece, as it was when the file was named; caches may keep it',
    params: z.object({ scope: z.string().check(z.maxLength(40)), name: z.string().check(z.maxLength(120)) }),
    raw: true,
  },
  live: { summary: 'Event stream that says which scopes moved', raw: true },
  health: { summary: 'The process lives', output: Health },
  ready: { summary: 'The database can be written', output: Health },
} as const satisfies Record<
  RouteName | AccountRouteName | ModerationRouteName | OnlineRouteName | keyof typeof restRoutes,
  Omit<Endpoint, keyof Route>
>

const every = { ...restRoutes, ...routes, ...accountRoutes, ...moderationRoutes, ...onlineRoutes }

export const endpoints = Object.fromEntries(
  Object.entries<object>(shapes).map(([name, shape]) => [name, { ...every[name as keyof typeof every], ...shape }]),
) as unknown as { readonly [N in keyof typeof shapes]: (typeof every)[N] & (typeof shapes)[N] }

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type Output<E extends Endpoint> = E extends { output: infer O extends z.ZodMiniType } ? z.infer<O> : undefined
export type Body<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType } ? z.infer<B> : undefined
export type BodyInput<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType } ? z.input<B> : undefined
export type Params<E extends Endpoint> = E extends { params: infer P extends z.ZodMiniType } ? z.infer<P> : undefined
export type Query<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType } ? z.infer<Q> : undefined
