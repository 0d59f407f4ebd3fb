import { type Endpoint, endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { callerOf, LOCAL, networkOf } from './caller'
import { type LimitStore, localLimitStore } from './limit-store'

/** So many at once, and then so many a minute. */
export interface Rate {
  atOnce: number
  perMinute: number
}

interface RequestLimit {
  what: string
  address: Rate
  /** Counted beside the address's, for callers who are signed in. */
  person?: Rate
  /** Is an IPv6 /48 counted too? */
  ofNetwork?: true
}

/**
 * How often one address, and one person, may ask. All but the first two are far above what a device does by itself;
 * a house or an office shares an address.
 */
export const requestLimits = {
  signIn: { what: 'Sign-in', address: { atOnce: 30, perMinute: 10 }, ofNetwork: true },
  registration: { what: 'Registration', address: { atOnce: 10, perMinute: 1 }, ofNetwork: true },
  passwordLink: { what: 'Links for a new password', address: { atOnce: 10, perMinute: 2 }, ofNetwork: true },
  upload: {
    what: 'Photo upload',
    address: { atOnce: 600, perMinute: 300 },
    person: { atOnce: 300, perMinute: 120 },
  },
  pull: { what: 'Pull', address: { atOnce: 1_500, perMinute: 900 }, person: { atOnce: 600, perMinute: 300 } },
  push: {
    what: 'Likes and saves, many in one request',
    address: { atOnce: 300, perMinute: 120 },
    person: { atOnce: 100, perMinute: 30 },
  },
  /** Beside the request itself, so that shorter ones count for nothing. */
  longBody: {
    what: 'Whole 16 kB of JSON that is sent',
    address: { atOnce: 1_000, perMinute: 500 },
    person: { atOnce: 400, perMinute: 200 },
  },
  snapshot: { what: 'Snapshot', address: { atOnce: 600, perMinute: 300 } },
  search: { what: 'Search and lists', address: { atOnce: 600, perMinute: 300 } },
  /** The provider counts the calls of all people as ours, and answers nobody beyond its own limit. */
  provider: {
    what: 'What is asked of the payment provider',
    address: { atOnce: 1_200, perMinute: 600 },
    person: { atOnce: 120, perMinute: 60 },
  },
  live: {
    what: 'Opening a live stream',
    address: { atOnce: 240, perMinute: 120 },
    person: { atOnce: 120, perMinute: 60 },
  },
  webhook: { what: 'Webhook', address: { atOnce: 3_000, perMinute: 1_800 } },
  /** The first visit of a device takes some three hundred of them. */
  file: { what: 'Pages, their files, and photos', address: { atOnce: 20_000, perMinute: 10_000 } },
  everythingElse: {
    what: 'Everything else',
    address: { atOnce: 3_000, perMinute: 1_800 },
    person: { atOnce: 1_500, perMinute: 900 },
  },
} as const satisfies Record<string, RequestLimit>

/** How wrong passwords slow an account down, and how many passwords are looked at at once. */
export const signInLimits = {
  /** Wrong tries at an account before the first delay. */
  freeTries: 5,
  /** Each further wrong try doubles the delay before the next one, from the first to the longest. */
  firstDelayS: 1,
  longestDelayS: 300,
  /** So long after the last try they are forgotten. */
  forgottenAfterHours: 24,
  /** Wrong tries from a device that has signed in to the account before; beyond them it counts as any other. */
  knownDevice: { atOnce: 10, perMinute: 1 },
  atOncePerAddress: 2,
  waitingPerAddress: 28,
  waitingInAll: 300,
} as const

/** The order of heavy work: those who had less of it lately come first. */
export const queueLimits = {
  /** After so long, half of what somebody has had counts no more. */
  halfLifeMinutes: 10,
  /** So many addresses of one IPv6 /48 network together count as much as one of them. */
  neighbours: 8,
} as const

/** The queue of reads that may answer very many rows. Each whole piece of an answer counts for its caller. */
export const heavyReads = {
  atOnce: 2,
  searchesAtOnce: 4,
  waitingOfOne: 1_500,
  waitingInAll: 5_000,
  pieceBytes: 16_000,
} as const

/** Writes of one person that are under way at once, and those that may wait. */
export const ownWrites = { atOnce: 4, waiting: 1_500 } as const

/**
 * One customer may hold a whole IPv6 /48, which is 65,536 addresses as they are counted. Together they may sign in,
 * register and ask for links so many times as often as one.
 */
export const NETWORK_TIMES = 16

/** How many links for a new password one account is mailed. */
export const passwordLinkLimits = { account: { atOnce: 3, perMinute: 0.1 } } as const

/** One mail address is sent so many links to prove that it is an account's, whatever accounts name it. */
export const addressLinkLimits = { address: { atOnce: 5, perMinute: 0.1 } } as const

/** How often a day one account's things are handed out as a whole. */
const EXPORTS_A_DAY = 3
export const exportLimits = { account: { atOnce: EXPORTS_A_DAY, perMinute: EXPORTS_A_DAY / (24 * 60) } } as const

/** How many codes of a second factor one account may try, whoever tries. */
export const codeLimits = { account: { atOnce: 5, perMinute: 0.2 } } as const

/** An account keeps so many of its person's browsers; the one that was used longest ago makes room. */
export const accountLimits = { sessions: 50, knownDevices: 20, passkeys: 20 } as const

/** The queue of photos. A decoded photo takes up to 100 MB for a moment. */
export const photoQueue = { decodedAtOnce: 2, waitingToBeDecoded: 60, waitingOfPerson: 50, waitingInAll: 500 } as const

/** How many live streams may be open; visitors have none. */
export const streamLimits = { perAddress: 6, perPerson: 3, inAll: 10_000, retryAfterS: 60 } as const

/**
 * The answers to a person's writes are kept for repeats, for a month: so many kilobytes of them at once, then so many a
 * minute. Each write counts for one more than its answer has.
 */
export const keptAnswers = { atOnce: 30_000, perMinute: 200 } as const

/** How much one request may bring. */
export const bodyLimits = {
  json: 1_000_000,
  /** Nobody without a session has more to say. */
  visitorsJson: 16_000,
  jsonDepth: 32,
  /** Members of objects and lists. */
  jsonParts: 20_000,
  webhook: 256_000,
  upload: 6_000_000,
  /** The server reads no more of anything. */
  any: 7_000_000,
  /** Bytes of bodies that are on their way. Beyond them, the body that began first is ended. */
  arrivingOfAddress: 32_000_000,
  arrivingInAll: 256_000_000,
} as const

/** An account that is younger than this may make fewer things. */
export const YOUNG_ACCOUNT_DAYS = 7

interface QuotaLimit {
  what: string
  /** One of them, in a sentence. */
  one: string
  several: string
  /** Within any 24 hours. */
  aDay: { young: number; older: number }
  /** That a person has at one time. */
  inAll: { young: number; older: number }
}

/**
 * How often a person may cancel what was paid for: each time the provider keeps its fee, and somebody has relied on it.
 * A month is 30 days.
 */
export const cancelLimits = { aDay: { young: 5, older: 20 }, aMonth: { young: 15, older: 60 } } as const

/** So many lines one side adds to the history of an order in a day: the other side is told of each, and holds them all. */
export const orderLimits = { linesADay: 30 } as const

/** How many things a person may make. */
export const quotaLimits = {
  listing: {
    what: 'Listings',
    one: 'listing',
    several: 'listings',
    aDay: { young: 60, older: 200 },
    inAll: { young: 150, older: 1_000 },
  },
  item: {
    what: 'Items, archived ones too',
    one: 'item',
    several: 'items',
    aDay: { young: 60, older: 200 },
    inAll: { young: 150, older: 1_000 },
  },
  post: {
    what: 'Posts',
    one: 'post',
    several: 'posts',
    aDay: { young: 100, older: 300 },
    inAll: { young: 300, older: 5_000 },
  },
  message: {
    what: 'Messages',
    one: 'message',
    several: 'messages',
    aDay: { young: 500, older: 3_000 },
    inAll: { young: 3_000, older: 200_000 },
  },
  question: {
    what: 'Questions before an offer, and the answers to them',
    one: 'question',
    several: 'questions',
    aDay: { young: 100, older: 500 },
    inAll: { young: 600, older: 50_000 },
  },
  offer: {
    what: 'Offers; in all: those that wait for an answer',
    one: 'offer',
    several: 'offers',
    aDay: { young: 60, older: 200 },
    inAll: { young: 60, older: 200 },
  },
  order: {
    what: 'Orders; in all: those that wait for their payment',
    one: 'order',
    several: 'orders',
    aDay: { young: 60, older: 200 },
    inAll: { young: 60, older: 200 },
  },
  board: {
    what: 'Boards',
    one: 'board',
    several: 'boards',
    aDay: { young: 60, older: 200 },
    inAll: { young: 100, older: 500 },
  },
  /** Each listing of a person carries all of their blocked ranges to every device. */
  blockedRange: {
    what: 'Blocked ranges of days, ended ones too',
    one: 'blocked range',
    several: 'blocked ranges',
    aDay: { young: 60, older: 200 },
    inAll: { young: 150, older: 500 },
  },
  draft: {
    what: 'Drafts',
    one: 'draft',
    several: 'drafts',
    aDay: { young: 200, older: 1_000 },
    inAll: { young: 100, older: 500 },
  },
  upload: {
    what: 'Photos',
    one: 'photo',
    several: 'photos',
    aDay: { young: 400, older: 2_000 },
    inAll: { young: 1_500, older: 20_000 },
  },
  uploadMegabytes: {
    what: 'Photos, in megabytes as they are kept',
    one: 'photo',
    several: 'megabytes of photos',
    aDay: { young: 150, older: 600 },
    inAll: { young: 500, older: 5_000 },
  },
  report: {
    what: 'Reports; in all: those that wait for an operator',
    one: 'report',
    several: 'reports',
    aDay: { young: 20, older: 50 },
    inAll: { young: 40, older: 100 },
  },
  /** Each block is told to the devices of both people. */
  personBlock: {
    what: 'People who are blocked; a day: again and again, too',
    one: 'block',
    several: 'blocks',
    aDay: { young: 50, older: 200 },
    inAll: { young: 500, older: 5_000 },
  },
  subscription: {
    what: 'Browsers that are notified; in all: the oldest makes room',
    one: 'browser',
    several: 'browsers',
    aDay: { young: 50, older: 50 },
    inAll: { young: 10, older: 10 },
  },
} as const satisfies Record<string, QuotaLimit>

/** The photos that an account may bring within any 24 hours until its address is confirmed. */
export const unprovenPhotos = { aDay: 40, megabytesADay: 15 } as const

export type QuotaName = keyof typeof quotaLimits

export type RequestLimitName = keyof typeof requestLimits

const {
  upload,
  pull,
  push,
  snapshot,
  snapshotFile,
  live,
  stripeWebhook,
  listListings,
  searchItems,
  searchListings,
  listItems,
  listPosts,
} = endpoints
const { setupCustomer, paymentMethods, removePaymentMethod, preferPaymentMethod } = endpoints
const { setupSeller, connectStatus, connectAccount, updateStatuses } = endpoints
const { createBooking, bookingPayment, purchaseItem, purchasePayment, payDamage } = endpoints
const ASKS_PROVIDER: Endpoint[] = [
  ...[setupCustomer, paymentMethods, removePaymentMethod, preferPaymentMethod],
  ...[setupSeller, connectStatus, connectAccount, updateStatuses],
  ...[createBooking, bookingPayment, purchaseItem, purchasePayment, payDamage],
]
/** Sign-in and registration count where a password is about to be hashed, beside everything else here. */
const LIMIT_OF = new Map<Endpoint, RequestLimitName>([
  [upload, 'upload'],
  [pull, 'pull'],
  [push, 'push'],
  [snapshot, 'snapshot'],
  [snapshotFile, 'snapshot'],
  [live, 'live'],
  [stripeWebhook, 'webhook'],
  [listListings, 'search'],
  [searchListings, 'search'],
  [searchItems, 'search'],
  [listItems, 'search'],
  [listPosts, 'search'],
  ...ASKS_PROVIDER.map((endpoint) => [endpoint, 'provider'] as const),
])

/** Under which limit the calls of an endpoint count. */
export function limitOf(endpoint: Endpoint): RequestLimitName {
  return LIMIT_OF.get(endpoint) ?? 'everythingElse'
}

/** Counts requests. Requests that came over no network are never refused. */
export interface Limits {
  /** Counts a request for its address. @throws Refusal `too_many_requests` */
  countAddress(name: RequestLimitName, request: Request): Promise<void>
  /** Counts a request for its person. @throws Refusal `too_many_requests` */
  countPerson(name: RequestLimitName, request: Request, userId: number): Promise<void>
  /** Counts writes whose answers are going to be kept. @throws Refusal `too_many_requests` */
  countWrites(request: Request, userId: number, writes: number): Promise<void>
  /** Counts an answer that is kept; nobody knew before how long it was going to be. */
  countKept(request: Request, userId: number, bytes: number): Promise<void>
  /** Counts a long body for its address, and for its person where there is one. @throws Refusal `too_many_requests` */
  countBody(request: Request, userId: number | undefined, bytes: number): Promise<void>
  /** Counts one under any key; for limits of other modules. @returns 0, or the milliseconds to wait */
  count(key: string, rate: Rate): Promise<number>
  /** Counts pieces of heavy work under a key, one of them where nothing is said. @returns how many there were before lately, as a whole number */
  countWork(key: string, pieces?: number): Promise<number>
  readonly store: LimitStore
}

const MINUTE_MS = 60_000
const BODY_PIECE_BYTES = 16_000

/** The limits over a clock and a store; without one they remember in memory. */
export function openLimits(now: () => Date, store: LimitStore = localLimitStore()): Limits {
  const count = (key: string, rate: Rate, cost = 1) => take(store, key, rate, now().getTime(), cost)
  const assert = async (key: string, rate: Rate, cost = 1) => {
    const waitMs = await count(key, rate, cost)
    if (waitMs > 0)
      throw new Refusal('too_many_requests', undefined, undefined, { retryAfterS: Math.ceil(waitMs / 1000) })
  }
  return {
    store,
    count,
    countWork: (key, pieces = 1) => countWork(store, `work/${key}`, now().getTime(), pieces),
    async countAddress(name, request) {
      const address = callerOf(request)
      if (address === LOCAL) return
      const { address: rate, ofNetwork }: RequestLimit = requestLimits[name]
      await assert(`${name}/address/${address}`, rate)
      const network = ofNetwork && networkOf(address)
      if (network) await assert(`${name}/network/${network}`, timesNetwork(rate))
    },
    async countWrites(request, userId, writes) {
      if (callerOf(request) !== LOCAL) await assert(`kept/person/${userId}`, keptAnswers, writes)
    },
    async countKept(request, userId, bytes) {
      if (callerOf(request) !== LOCAL)
        await take(store, `kept/person/${userId}`, keptAnswers, now().getTime(), bytes / 1_000, true)
    },
    async countBody(request, userId, bytes) {
      const pieces = Math.floor(bytes / BODY_PIECE_BYTES)
      const caller = callerOf(request)
      if (pieces === 0 || caller === LOCAL) return
      const { address, person } = requestLimits.longBody
      await assert(`longBody/address/${caller}`, address, pieces)
      if (userId !== undefined) await assert(`longBody/person/${userId}`, person, pieces)
    },
    async countPerson(name, request, userId) {
      const { person }: RequestLimit = requestLimits[name]
      if (person && callerOf(request) !== LOCAL) await assert(`${name}/person/${userId}`, person)
    },
  }
}

const timesNetwork = ({ atOnce, perMinute }: Rate): Rate => ({
  atOnce: atOnce * NETWORK_TIMES,
  perMinute: perMinute * NETWORK_TIMES,
})

/** A count that loses half of itself in each half-life. */
function countWork(store: LimitStore, key: string, now: number, pieces: number): Promise<number> {
  const halfLifeMs = queueLimits.halfLifeMinutes * MINUTE_MS
  return store.change(key, now, (record) => {
    const halvings = Math.max(0, now - (record?.at ?? now)) / halfLifeMs
    const lately = (record?.count ?? 0) / 2 ** halvings
    const count = lately + pieces
    // By then less than half of one is left, which counts as nothing.
    const until = now + halfLifeMs * Math.log2(2 * count + 1)
    return { record: { count, at: now, until }, value: Math.round(lately) }
  })
}

/**
 * A token bucket as one instant: `at` is when the bucket is full again. Each request moves it on by the time in which its
 * tokens come back, as long as no more than `atOnce` of them are missing then.
 * With `isDone`, what cannot be refused any more takes all that is left. @returns 0, or the milliseconds until the tokens are there
 */
function take(
  store: LimitStore,
  key: string,
  { atOnce, perMinute }: Rate,
  now: number,
  cost: number,
  isDone = false,
): Promise<number> {
  const tokenMs = MINUTE_MS / perMinute
  const mostMs = atOnce * tokenMs
  return store.change(key, now, (record) => {
    // A clock that was set back must not make anybody wait for longer than an empty bucket does.
    const fullAt = Math.min(Math.max(record?.at ?? now, now), now + mostMs)
    const next = isDone ? Math.min(fullAt + cost * tokenMs, now + mostMs) : fullAt + cost * tokenMs
    const waitMs = next - (now + mostMs)
    const at = waitMs > 0 ? fullAt : next
    return { record: { count: 0, at, until: at }, value: Math.max(0, waitMs) }
  })
}
