import { createECDH } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DEFAULT_TAGLINE } from '#schema/product'
import { DEVICE_ROWS } from '#schema/sync-scopes'
import { isZone } from '#schema/zone'
import { databaseToken } from './database-token'
import { type Network, parseNetwork } from './network'

const text = (fallback: string) => z._default(z.string(), fallback)
const onOff = (fallback: '0' | '1') =>
  z.pipe(
    z._default(z.enum(['0', '1'], 'must be 0 or 1'), fallback),
    z.transform((value: '0' | '1') => value === '1'),
  )
const optional = z._default(z.string(), '')
/** A text that must be right where it is given: `parseEnv` passes no empty value, and the fallback is not looked at. */
const checked = (isRight: (value: string) => boolean, error: string, fallback = '') =>
  z._default(z.string().check(z.refine(isRight, { error })), fallback)
const contact = checked(
  (value) => /^(mailto:.+@.+|https:\/\/.+)$/.test(value),
  'must be an address such as mailto:help@trestle.example',
)
const whole = (least: number, most: number, fallback: number) =>
  z._default(
    z.coerce
      .number('must be a number')
      .check(
        z.int('must be a whole number'),
        z.minimum(least, `must be ${least} or more`),
        z.maximum(most, `must be ${most} or less`),
      ),
    fallback,
  )
const namespace = checked((value) => /^[a-z0-9-]*$/.test(value), 'must be small letters, digits and hyphens')
const databaseUrl = checked(
  (value) => isOrigin(value.replace(/^libsql:/, 'https:')),
  'must be an address such as https://database.example',
)
const listed = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

const Env = z.object({
  PORT: whole(1, 65535, 3000),
  HOST: text('127.0.0.1'),
  /** Public address of the product, without a path; empty means http://localhost:PORT. */
  ORIGIN: checked(isOrigin, 'must be an address such as https://trestle.example'),
  /** Proxies whose X-Forwarded-For is believed: addresses and networks, separated by commas. */
  TRUSTED_PROXIES: checked(
    (value) => listed(value).every((entry) => parseNetwork(entry)),
    'must be addresses or networks such as 10.0.0.1, 10.0.0.0/8, separated by commas',
  ),
  DATA_DIR: text('./data'),
  /** The folder of the built app; empty: `dist`, beside the server. */
  APP_DIR: optional,
  DEMO: onOff('1'),
  TAGLINE: text(DEFAULT_TAGLINE),
  /** The tiles of the map of listings: https://tiles.example/{z}/{x}/{y}.png; empty: no map. */
  TILES_URL: checked(
    isTiles,
    'must be an address with {z}, {x} and {y} behind one host, such as https://tiles.example/{z}/{x}/{y}.png',
  ),
  /** The makers of the tiles, as the map names them. */
  TILES_CREDIT: optional,
  MARKET_TIMEZONE: checked(isZone, 'must be a time zone such as America/New_York', 'America/New_York'),
  /** The platform's share of rentals in hundredths of a percent. */
  PLATFORM_FEE_BPS: whole(0, 5000, 0),
  /** The first payouts of a new seller wait for so many days. */
  NEW_SELLER_HOLD_DAYS: whole(0, 90, 7),
  NODE_ENV: text('development'),
  /** `local` allows the built-in payment provider in production too. */
  PAYMENTS_MODE: z._default(z.enum(['', 'local', 'live'], 'must be local, live or empty'), ''),
  /** Opens the API of the built-in provider to tests and tools; empty: a random one at each start. */
  LOCAL_PROVIDER_KEY: checked((value) => /^sk_test_\w+$/.test(value), 'must begin with sk_test_'),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  /** The sender of push messages, for the push services: a mailto: or https: address. */
  VAPID_SUBJECT: contact,
  VAPID_PUBLIC_KEY: optional,
  VAPID_PRIVATE_KEY: optional,
  /** The contact for faults in the site's security. */
  SECURITY_CONTACT: contact,
  /** The address that people who need help write to. */
  SUPPORT_CONTACT: contact,
  /** Push services beside the known ones, separated by commas: push.example, *.push.example. */
  PUSH_HOSTS: checked(
    (value) => pushHosts(value).every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)),
    'must be names such as push.example or *.push.example, separated by commas',
  ),
  /** Lets push messages go to this machine; for tests. */
  PUSH_LOOPBACK: onOff('0'),
  /** The mail server: smtps://user:password@host, or smtp:// with STARTTLS. */
  SMTP_URL: checked(
    (value) => parseSmtp(value) !== null,
    'must be an address such as smtps://user:password@mail.example:465',
  ),
  /** The sender of mails: mail@trestle.example, or A name <mail@trestle.example>. */
  MAIL_FROM: checked((value) => MAIL_SENDER.test(value), 'must be an address such as mail@trestle.example'),
  /** Opens `/metrics` to whoever brings it; empty: `/metrics` answers on this machine alone. */
  METRICS_TOKEN: optional,
  /** The name of this server in its log; empty: the name of the machine. */
  SERVER_NAME: optional,
  /** `off` runs without mail in production too. */
  MAIL: z._default(z.enum(['', 'off'], 'must be off or empty'), ''),
  /** The bucket of the uploaded photos; empty: DATA_DIR. */
  S3_BUCKET: optional,
  /** The account for that bucket, and for backups to `s3://bucket/folder`. */
  S3_ENDPOINT: optional,
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** The folder in that bucket; empty: the bucket's root. */
  S3_PREFIX: checked(
    (value) => /^([a-z0-9-]+\/)*$/.test(value),
    'must be a folder such as trestle/, in small letters, digits and hyphens',
  ),
  /** The database server that several servers share; empty: a file in DATA_DIR, for one server. */
  DATABASE_URL: databaseUrl,
  /** A replica of it, for what everybody may read; empty: none. */
  DATABASE_REPLICA_URL: databaseUrl,
  DATABASE_TOKEN: optional,
  /** The file that holds that token, instead of the variable. */
  DATABASE_TOKEN_FILE: optional,
  /** The database on that server; empty: its only one. */
  DATABASE_NAMESPACE: namespace,
  /** Connections to it that this server keeps at most. */
  DATABASE_STREAMS: whole(2, 128, 24),
  DATABASE_TIMEOUT_MS: whole(1000, 60_000, 8000),
  WRITES_AT_ONCE: whole(1, 64, 8),
  /** The directory of the markets that one process serves: a file, or a database server; empty: one market. */
  MARKETS_DATABASE: checked(
    (value) => !/^\w+:/.test(value) || isOrigin(value.replace(/^libsql:/, 'https:')),
    'must be a file, or an address such as https://database.example',
  ),
  /** The database of the directory on that server. */
  MARKETS_NAMESPACE: namespace,
  /** How often changes of other servers are looked for. */
  POKE_EVERY_MS: whole(20, 10_000, 200),
  /** The public rows that a device holds, all together; a larger market is held by its areas. */
  DEVICE_ROWS: whole(10, 100_000, DEVICE_ROWS),
  /** The secret behind the keys of links and codes, the same on all servers; empty: keys are made at the first start. */
  SECRET_KEY: optional,
  /** A server that is told to stop says so for this long, and goes on serving, before it ends. */
  DRAIN_WAIT_MS: whole(0, 60_000, 0),
})

const MAIL_SENDER = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

/** Long enough, and of signs that a header can carry. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,}$/

/** Longer than anybody guesses, in `openssl rand -hex 32` or the like. */
const SECRET_KEY = /^[\x21-\x7e]{43,}$/

const VAPID_SECRET_BYTES = 32

/** A name with its port, without the signs that end a host in a content policy. */
const TILES_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/

/** Nobody guesses a key of this length. */
const PROVIDER_KEY_LENGTH = 40

const STRIPE_NAMES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
]

/** Every variable that is read. */
export const ENV_NAMES = Object.keys(Env.shape)

export interface Env {
  port: number
  host: string
  origin: string
  trustedProxies: Network[]
  dataDir: string
  /** The folder of the built app. */
  appDir: string
  demo: boolean
  tagline: string
  /** The map of listings; null: none. */
  map: MapEnv | null
  /** For security.txt; empty when nobody is named. */
  securityContact: string
  supportContact: string
  timezone: string
  newSellerHoldDays: number
  /** Opens `/metrics`; empty: nobody but this machine. */
  metricsToken: string
  serverName: string
  feeBps: number
  /** Opens the API of the built-in provider; empty: a random one at each start. */
  localProviderKey: string
  /** `NODE_ENV=production`, or live keys. */
  isProduction: boolean
  stripe: { secretKey: string; publishableKey: string; webhookSecrets: string[] } | null
  /** `keys` null: they are made at the first start and kept in `dataDir`. */
  push: {
    subject: string
    keys: { publicKey: string; privateKey: string } | null
    /** Push services beside the known ones. */
    hosts: string[]
    allowsLoopback: boolean
  }
  mail: MailEnv
  /** `bucket` empty: photos are in `dataDir`. Other empty members are left to the defaults of S3. */
  s3: {
    bucket: string
    /** In front of every name of a photo or note: empty, or a folder with `/` at its end. */
    prefix: string
    endpoint: string
    region: string
    accessKeyId: string
    secretAccessKey: string
  }
  /** Null: a file in `dataDir`. */
  database: DatabaseServer | null
  /** The directory of the markets that this process serves: a file, or a database server. Null: one market, which is this environment's. */
  markets: string | DatabaseServer | null
  /** Empty: keys are made at the first start and kept in `dataDir`. */
  secretKey: string
  drainWaitMs: number
  deviceRows: number
}

/** `tiles` is an address with {z}, {x} and {y}; `credit` names who made them. */
export interface MapEnv {
  tiles: string
  credit: string
}

/** A database server, and how this server talks to it. */
export interface DatabaseServer {
  /** `http(s)://` of the primary. */
  url: string
  /** The same of a replica, for what everybody may read; empty: none. */
  replicaUrl: string
  token: string
  /** The market's database there; empty: the server's only one. */
  namespace: string
  /** Connections that are kept at most. */
  streams: number
  /** For one request. */
  timeoutMs: number
  /** Plans that are under way at most. */
  writesAtOnce: number
  /** How often changes of other servers are looked for. */
  pokeEveryMs: number
  /** The owner of this server's leases: no other server has the name. */
  owner: string
}

/** `kept`: no mail leaves; what would have been sent is read on `/mail`, on the machine itself. */
export type MailEnv = { mode: 'smtp'; server: SmtpServer; from: string } | { mode: 'kept' } | { mode: 'off' }

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte on. */
  secure: boolean
  /** Nothing is said before STARTTLS. */
  requireTLS: boolean
  auth: { user: string; pass: string } | null
}

/** Their values hold passwords or keys. They are not repeated: what is wrong with them ends in a log. */
const SECRET_NAMES = new Set([
  'SMTP_URL',
  'LOCAL_PROVIDER_KEY',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'MARKETS_DATABASE',
])

/** Reads the environment once. @throws EnvError naming every fault together. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(Env.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : [])),
  )
  const parsed = Env.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  const token = databaseToken(given)
  const faults = [
    ...issues.map(({ path, message }) => {
      const name = String(path[0])
      return SECRET_NAMES.has(name) ? `${name} ${message}` : `${name} ${message} (it is "${given[name]}")`
    }),
    ...crossFaults(given),
    ...token.faults,
  ]
  if (!parsed.success || faults.length > 0) throw new EnvError(faults)
  const env = { ...parsed.data, DATABASE_TOKEN: token.value }
  const origin = (env.ORIGIN || `http://localhost:${env.PORT}`).replace(/\/$/, '')
  return {
    port: env.PORT,
    host: env.HOST,
    origin,
    trustedProxies: listed(env.TRUSTED_PROXIES)
      .map(parseNetwork)
      .filter((network) => network !== null),
    dataDir: env.DATA_DIR,
    appDir: env.APP_DIR || join(import.meta.dirname, '../dist'),
    demo: env.DEMO,
    tagline: env.TAGLINE,
    map: env.TILES_URL ? { tiles: env.TILES_URL, credit: env.TILES_CREDIT } : null,
    securityContact: env.SECURITY_CONTACT,
    supportContact: env.SUPPORT_CONTACT,
    timezone: env.MARKET_TIMEZONE,
    feeBps: env.PLATFORM_FEE_BPS,
    newSellerHoldDays: env.NEW_SELLER_HOLD_DAYS,
    metricsToken: env.METRICS_TOKEN,
    serverName: env.SERVER_NAME || hostname(),
    localProviderKey: env.LOCAL_PROVIDER_KEY,
    isProduction: meansProduction(given),
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          publishableKey: env.STRIPE_PUBLISHABLE_KEY,
          webhookSecrets: [env.STRIPE_WEBHOOK_SECRET, env.STRIPE_CONNECT_WEBHOOK_SECRET].filter(Boolean),
        }
      : null,
    push: {
      subject: env.VAPID_SUBJECT || (origin.startsWith('https:') ? origin : 'mailto:push@trestle.invalid'),
      keys: env.VAPID_PRIVATE_KEY ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY } : null,
      hosts: pushHosts(env.PUSH_HOSTS),
      allowsLoopback: env.PUSH_LOOPBACK,
    },
    mail: mailOf(env),
    s3: {
      bucket: env.S3_BUCKET,
      prefix: env.S3_PREFIX,
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    },
    database: databaseServerOf(env, env.DATABASE_URL, env.DATABASE_NAMESPACE, env.DATABASE_REPLICA_URL),
    markets: marketsOf(env),
    secretKey: env.SECRET_KEY,
    drainWaitMs: env.DRAIN_WAIT_MS,
    deviceRows: env.DEVICE_ROWS,
  }
}

function marketsOf(env: z.infer<typeof Env>): Env['markets'] {
  const { MARKETS_DATABASE: place, MARKETS_NAMESPACE } = env
  if (place === '') return null
  return URL.canParse(place) ? databaseServerOf(env, place, MARKETS_NAMESPACE) : place
}

function databaseServerOf(
  env: z.infer<typeof Env>,
  url: string,
  namespace: string,
  replicaUrl = '',
): DatabaseServer | null {
  if (url === '') return null
  return {
    url: httpAddressOf(url),
    replicaUrl: httpAddressOf(replicaUrl),
    token: env.DATABASE_TOKEN,
    namespace,
    streams: env.DATABASE_STREAMS,
    timeoutMs: env.DATABASE_TIMEOUT_MS,
    writesAtOnce: env.WRITES_AT_ONCE,
    pokeEveryMs: env.POKE_EVERY_MS,
    owner: `${env.SERVER_NAME || hostname()}/${process.pid}/${crypto.randomUUID().slice(0, 8)}`,
  }
}

const httpAddressOf = (url: string) => url.replace(/^libsql:/, 'https:').replace(/\/$/, '')

function mailOf(env: z.infer<typeof Env>): MailEnv {
  const server = parseSmtp(env.SMTP_URL)
  return server ? { mode: 'smtp', server, from: env.MAIL_FROM } : { mode: env.MAIL === 'off' ? 'off' : 'kept' }
}

function parseSmtp(value: string): SmtpServer | null {
  const url = URL.parse(value)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || /%(?![\da-f]{2})/i.test(value)) return null
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Passwords and links must not cross a network in the clear.
    requireTLS: !secure && !isLoopbackHost(url.hostname),
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
  }
}

/** Variables that an earlier version read, each with the words that say what to do instead. */
export function obsoleteVariables(source: Record<string, string | undefined>): string[] {
  return source.OPERATOR_USERNAMES
    ? [
        'OPERATOR_USERNAMES has no effect any more: a name proves nobody. Make operators by hand: bun server/operator.ts grant <username> <why>. Accounts that were operators before still are; bun server/operator.ts revoke <username> <why> ends that.',
      ]
    : []
}

/** Everything that is wrong with the environment, for a person to read. */
export class EnvError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The environment is not right:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nSee .env.example for every variable and its default.`,
    )
  }
}

/** Finds variables that do not fit together. */
function crossFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  const isProduction = meansProduction(env)
  if (env.STRIPE_SECRET_KEY) {
    if (!env.STRIPE_PUBLISHABLE_KEY) faults.push('STRIPE_PUBLISHABLE_KEY must be set together with STRIPE_SECRET_KEY')
    if (!env.STRIPE_WEBHOOK_SECRET) faults.push('STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY')
    if (!env.STRIPE_CONNECT_WEBHOOK_SECRET)
      faults.push('STRIPE_CONNECT_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY')
    if (env.STRIPE_PUBLISHABLE_KEY && isLiveKey(env.STRIPE_PUBLISHABLE_KEY) !== isLiveKey(env.STRIPE_SECRET_KEY))
      faults.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both be test keys')
    if (env.PAYMENTS_MODE === 'local') faults.push('PAYMENTS_MODE must not be local while STRIPE_SECRET_KEY is set')
  } else if (env.PAYMENTS_MODE === 'live') {
    faults.push('STRIPE_SECRET_KEY must be set when PAYMENTS_MODE is live')
  } else if (isProduction && env.PAYMENTS_MODE !== 'local') {
    faults.push(
      'STRIPE_SECRET_KEY must be set in production (or PAYMENTS_MODE=local to run with the built-in test provider, where no real money moves)',
    )
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY))
    faults.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be set together, or neither')
  else if (env.VAPID_PRIVATE_KEY && !isVapidPair(env.VAPID_PUBLIC_KEY ?? '', env.VAPID_PRIVATE_KEY))
    faults.push(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair, as node_modules/.bin/web-push generate-vapid-keys prints it',
    )
  if (env.SMTP_URL && !env.MAIL_FROM) faults.push('MAIL_FROM must be set together with SMTP_URL')
  if (env.SMTP_URL && env.MAIL === 'off') faults.push('MAIL must not be off while SMTP_URL is set')
  if (isProduction && !env.SMTP_URL && env.MAIL !== 'off')
    faults.push(
      'SMTP_URL must be set in production (or MAIL=off to run without mail: then nobody can ask for a new password by themselves)',
    )
  // The token itself is not repeated: these words end in a log.
  if (env.METRICS_TOKEN && !METRICS_TOKEN.test(env.METRICS_TOKEN))
    faults.push('METRICS_TOKEN must have 16 characters or more: letters, digits and signs, without spaces')
  if (Boolean(env.TILES_URL) !== Boolean(env.TILES_CREDIT))
    faults.push('TILES_URL and TILES_CREDIT must be set together, or neither: a map names the makers of its tiles')
  if (isOpenHttp(env.TILES_URL ?? '')) faults.push('TILES_URL must be https, except on this machine')
  if (env.PUSH_LOOPBACK === '1' && isProduction) faults.push('PUSH_LOOPBACK must not be 1 in production')
  // Without https, cookies and return addresses would work by halves: seemingly well, and for everybody to read.
  if (isProduction && !env.ORIGIN?.startsWith('https:'))
    faults.push(
      'ORIGIN must be an https address in production (NODE_ENV=production, or live keys of Stripe), such as https://trestle.example',
    )
  if (isProduction && env.LOCAL_PROVIDER_KEY && env.LOCAL_PROVIDER_KEY.length < PROVIDER_KEY_LENGTH)
    faults.push(`LOCAL_PROVIDER_KEY must have ${PROVIDER_KEY_LENGTH} characters or more in production`)
  return [...faults, ...databaseFaults(env), ...marketsFaults(env)]
}

/** By another public key than that of the private one, no push service believes us, and every subscription would end. */
function isVapidPair(publicKey: string, privateKey: string): boolean {
  const secret = Buffer.from(privateKey, 'base64url')
  if (secret.length !== VAPID_SECRET_BYTES || secret.toString('base64url') !== privateKey) return false
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(secret)
  } catch {
    return false
  }
  return pair.getPublicKey('base64url') === publicKey
}

/** Each market has a database, an origin and books of its own. */
function marketsFaults(env: Record<string, string | undefined>): string[] {
  const { MARKETS_DATABASE: place } = env
  if (!place) return env.MARKETS_NAMESPACE ? ['MARKETS_NAMESPACE must be set together with MARKETS_DATABASE'] : []
  const faults: string[] = []
  for (const name of STRIPE_NAMES)
    if (env[name])
      faults.push(
        `${name} must not be set together with MARKETS_DATABASE: one account of Stripe for several markets would mix up their money`,
      )
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_NAMESPACE'])
    if (env[name])
      faults.push(
        `${name} must not be set together with MARKETS_DATABASE: the directory names the database of each market`,
      )
  if (isOpenHttp(place)) faults.push('MARKETS_DATABASE must be https, except on this machine')
  if (env.MARKETS_NAMESPACE && !URL.canParse(place))
    faults.push('MARKETS_NAMESPACE must not be set while MARKETS_DATABASE is a file')
  return faults
}

/** Servers that share a database share all else that one server keeps in its folder. */
function databaseFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = []
  if (env.SECRET_KEY && !SECRET_KEY.test(env.SECRET_KEY))
    faults.push('SECRET_KEY must have 43 characters or more: letters, digits and signs, without spaces')
  const { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl } = env
  if (isOpenHttp(replicaUrl ?? '')) faults.push('DATABASE_REPLICA_URL must be https, except on this machine')
  if (replicaUrl && !url) faults.push('DATABASE_REPLICA_URL must be set together with DATABASE_URL')
  if (!url || !URL.canParse(url)) return faults
  if (isOpenHttp(url)) faults.push('DATABASE_URL must be https, except on this machine')
  for (const name of ['S3_BUCKET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'SECRET_KEY'])
    if (!env[name]) faults.push(`${name} must be set together with DATABASE_URL: all servers share it`)
  if (!env.STRIPE_SECRET_KEY && !env.LOCAL_PROVIDER_KEY)
    faults.push('LOCAL_PROVIDER_KEY must be set together with DATABASE_URL while there is no STRIPE_SECRET_KEY')
  return faults
}

/** Can somebody on the way read what is said to this address? */
function isOpenHttp(address: string): boolean {
  return URL.parse(address)?.protocol === 'http:' && !isLoopback(address)
}

function meansProduction(env: Record<string, string | undefined>): boolean {
  return env.NODE_ENV?.toLowerCase() === 'production' || isLiveKey(env.STRIPE_SECRET_KEY ?? '')
}

function pushHosts(value: string): string[] {
  return value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
}

function isLiveKey(key: string): boolean {
  return /^[a-z]+_live_/.test(key)
}

/**
 * An address that names a tile by {z}, {x} and {y}, with {r} where sharper tiles exist. Its host is a plain name: the content
 * policy is written with it.
 */
function isTiles(value: string): boolean {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)(\/[^\s#]*)$/.exec(value) ?? []
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')
  return (
    URL.canParse(value) &&
    TILES_HOST.test(host) &&
    ['z', 'x', 'y'].every((name) => names.includes(name)) &&
    names.every((name) => /^[zxyr]$/.test(name))
  )
}

/** An address without a path, such as https://trestle.example. */
export function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).pathname === '/'
}

export function isLoopback(origin: string): boolean {
  return isLoopbackHost(new URL(origin).hostname)
}

/** Does nobody but the people at this machine reach the server? */
export function isForItsMachine({ origin, host }: Pick<Env, 'origin' | 'host'>): boolean {
  return isLoopback(origin) && (host === '::1' || isLoopbackHost(host))
}

/** Is this the name or the address of the machine itself? */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
