import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import webPush from 'web-push'
import { ENV_NAMES, obsoleteVariables, parseEnv } from './env'

const read = (name: string) => Bun.file(join(import.meta.dir, '..', name)).text()

test('the example and the page about configuration name every variable, and the example changes nothing', async () => {
  const lines = (await read('.env.example')).split('\n').filter((line) => /^\w/.test(line))
  const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)))
  expect(Object.keys(example).toSorted()).toEqual(ENV_NAMES.toSorted())
  expect(parseEnv(example)).toEqual(parseEnv({}))
  const page = await read('docs/configuration.md')
  for (const name of ENV_NAMES) expect(page).toContain(`\`${name}\``)
})

test('faults of single variables and of variables that do not fit together are told at once', () => {
  const faulty = { PORT: 'abc', ORIGIN: 'trestle', NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_x' }
  const told = () => parseEnv(faulty)
  for (const words of [
    'PORT must be',
    'ORIGIN must be',
    'STRIPE_PUBLISHABLE_KEY must be',
    'STRIPE_WEBHOOK_SECRET must be',
  ])
    expect(told).toThrow(words)
})

const LIVE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_y',
  MAIL: 'off',
}
test.each([
  ['NODE_ENV=production', { NODE_ENV: 'production', PAYMENTS_MODE: 'local', MAIL: 'off' }],
  ['NODE_ENV=Production', { NODE_ENV: 'Production', PAYMENTS_MODE: 'local', MAIL: 'off' }],
  ['live keys', LIVE_KEYS],
  ['live keys under another NODE_ENV', { ...LIVE_KEYS, NODE_ENV: 'development' }],
])('with %s the public address must be https', (_, production) => {
  for (const ORIGIN of ['', 'http://trestle.example', 'http://localhost:3000'])
    expect(() => parseEnv({ ...production, ORIGIN })).toThrow('ORIGIN must be an https address')
  expect(() => parseEnv(production)).toThrow('ORIGIN must be an https address')
  expect(parseEnv({ ...production, ORIGIN: 'https://trestle.example/' }).origin).toBe('https://trestle.example')
})

test('a key of the built-in provider that can be guessed is refused in production', () => {
  const production = { NODE_ENV: 'production', PAYMENTS_MODE: 'local', MAIL: 'off', ORIGIN: 'https://trestle.example' }
  expect(() => parseEnv({ ...production, LOCAL_PROVIDER_KEY: 'sk_test_x' })).toThrow('LOCAL_PROVIDER_KEY must have')
  expect(() => parseEnv({ LOCAL_PROVIDER_KEY: 'secret' })).toThrow('LOCAL_PROVIDER_KEY must begin with sk_test_')
  expect(parseEnv({ LOCAL_PROVIDER_KEY: 'sk_test_x' }).localProviderKey).toBe('sk_test_x')
})

test.each([
  ['', 'SMTP_URL must be set in production'],
  ['http://mail.example', 'SMTP_URL must be an address such as smtps://'],
  ['smtps://mail.example', 'MAIL_FROM must be set together with SMTP_URL'],
])('production does not start with SMTP_URL=%s and no sender', (SMTP_URL, words) => {
  const production = { NODE_ENV: 'production', PAYMENTS_MODE: 'local', ORIGIN: 'https://trestle.example' }
  expect(() => parseEnv({ ...production, SMTP_URL })).toThrow(words)
  expect(parseEnv({ ...production, MAIL: 'off' }).mail).toEqual({ mode: 'off' })
})

test('mail goes to the server that is named, and never without TLS over a network', () => {
  expect(parseEnv({}).mail).toEqual({ mode: 'kept' })
  const read = (SMTP_URL: string) => parseEnv({ SMTP_URL, MAIL_FROM: 'Trestle <mail@trestle.example>' }).mail
  const from = 'Trestle <mail@trestle.example>'
  expect(read('smtps://me%40x:p%2Fw@mail.example')).toEqual({
    mode: 'smtp',
    from,
    server: { host: 'mail.example', port: 465, secure: true, requireTLS: false, auth: { user: 'me@x', pass: 'p/w' } },
  })
  expect(read('smtp://mail.example')).toMatchObject({ server: { port: 587, secure: false, requireTLS: true } })
  expect(read('smtp://127.0.0.1:2525')).toMatchObject({ server: { port: 2525, requireTLS: false, auth: null } })
  expect(() => parseEnv({ SMTP_URL: 'smtps://x', MAIL_FROM: 'Trestle\r\nBcc: <a@b>' })).toThrow('MAIL_FROM must be')
  expect(() => parseEnv({ SMTP_URL: 'smtps://x', MAIL_FROM: from, MAIL: 'off' })).toThrow('MAIL must not be off')
})

test('live keys imply production', () => {
  const live = { ...LIVE_KEYS, ORIGIN: 'https://trestle.example' }
  expect(() => parseEnv({ ...live, PUSH_LOOPBACK: '1' })).toThrow('PUSH_LOOPBACK must not be 1 in production')
})

test('a variable that has no effect any more is named with what to do instead', () => {
  expect(obsoleteVariables({})).toEqual([])
  expect(obsoleteVariables({ OPERATOR_USERNAMES: 'ops' }).join()).toContain('bun server/operator.ts grant')
})

test('a token for the metrics is long, fits into a header and is not repeated when it is refused', () => {
  expect(parseEnv({}).metricsToken).toBe('')
  expect(parseEnv({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!')
  for (const METRICS_TOKEN of ['fifteen-letters', 'with spaces in between it'])
    try {
      parseEnv({ METRICS_TOKEN })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).toContain('METRICS_TOKEN must have 16 characters')
      expect(String(error)).not.toContain(METRICS_TOKEN)
    }
})

test.each([
  ['SMTP_URL', 'smtp:mailer:hunter2@mail.example'],
  ['SMTP_URL', 'smtps://mailer:hunter2%@mail.example'],
  ['LOCAL_PROVIDER_KEY', 'sk_live_hunter2'],
  ['DATABASE_URL', 'https://market:hunter2@database.example/path'],
  ['DATABASE_REPLICA_URL', 'https://market:hunter2@database.example/path'],
  ['MARKETS_DATABASE', 'https://market:hunter2@database.example/path'],
])('what is secret in %s is not repeated when it is refused', (name, value) => {
  expect(() => parseEnv({ [name]: value })).toThrow(`${name} must`)
  expect(() => parseEnv({ [name]: value })).not.toThrow('hunter2')
})

test('a server has the name that it is given, else that of its machine', () => {
  expect(parseEnv({ SERVER_NAME: 'east-1' }).serverName).toBe('east-1')
  expect(parseEnv({}).serverName).not.toBe('')
})

test.each([
  [{ MARKETS_DATABASE: 'ftp://database.example' }, 'MARKETS_DATABASE must be a file, or an address'],
  [{ MARKETS_DATABASE: 'http://database.example' }, 'MARKETS_DATABASE must be https'],
  [{ MARKETS_NAMESPACE: 'markets' }, 'MARKETS_NAMESPACE must be set together with MARKETS_DATABASE'],
  [{ MARKETS_DATABASE: 'data/markets.db', MARKETS_NAMESPACE: 'markets' }, 'while MARKETS_DATABASE is a file'],
  [{ MARKETS_DATABASE: 'data/markets.db', DATABASE_URL: 'http://localhost:8081' }, 'DATABASE_URL must not be set'],
  [{ MARKETS_DATABASE: 'data/markets.db', DATABASE_REPLICA_URL: 'http://localhost:8082' }, 'URL must not be set'],
  [{ DATABASE_REPLICA_URL: 'http://localhost:8082' }, 'DATABASE_REPLICA_URL must be set together with DATABASE_URL'],
  [{ DATABASE_REPLICA_URL: 'http://replica.example' }, 'DATABASE_REPLICA_URL must be https'],
  [{ MARKETS_DATABASE: 'data/markets.db', DATABASE_NAMESPACE: 'market' }, 'DATABASE_NAMESPACE must not be set'],
  [{ MARKETS_DATABASE: 'data/markets.db', STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY must not be set'],
  [{ MARKETS_DATABASE: 'data/markets.db', STRIPE_WEBHOOK_SECRET: 'whsec_x' }, 'STRIPE_WEBHOOK_SECRET must not be set'],
  [{ S3_PREFIX: '../' }, 'S3_PREFIX must be a folder'],
  [{ S3_PREFIX: 'trestle' }, 'S3_PREFIX must be a folder'],
])('%j is refused', (variables, words) => {
  expect(() => parseEnv(variables)).toThrow(words)
})

test('the directory of markets is a file, or a database server with its token', () => {
  expect(parseEnv({}).markets).toBe(null)
  expect(parseEnv({ MARKETS_DATABASE: 'data/markets.db' }).markets).toBe('data/markets.db')
  const variables = { MARKETS_DATABASE: 'libsql://database.example', MARKETS_NAMESPACE: 'markets', DATABASE_TOKEN: 't' }
  const expected = { url: 'https://database.example', namespace: 'markets', token: 't' }
  expect(parseEnv(variables).markets).toMatchObject(expected)
})

const VAPID = webPush.generateVAPIDKeys()

test('the keys for push messages are those of one pair, and are not repeated when they are refused', () => {
  const { publicKey, privateKey } = VAPID
  const read = (VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string) =>
    parseEnv({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })
  expect(read(publicKey, privateKey).push.keys).toEqual({ publicKey, privateKey })
  const other = webPush.generateVAPIDKeys()
  for (const [given, secret] of [
    [other.publicKey, privateKey],
    [publicKey, other.privateKey],
    [publicKey, privateKey.slice(1)],
    [publicKey.slice(1), privateKey],
    [publicKey, `${privateKey}=`],
    [privateKey, publicKey],
    [publicKey, Buffer.alloc(32).toString('base64url')],
    ['public', 'private-hunter2'],
  ] as const) {
    expect(() => read(given, secret)).toThrow('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair')
    expect(() => read(given, secret)).not.toThrow(secret)
  }
  expect(() => parseEnv({ VAPID_PUBLIC_KEY: publicKey })).toThrow('must be set together, or neither')
})

test('a replica of the database server has an address of its own, and its token and name', () => {
  const variables = {
    DATABASE_URL: 'libsql://database.example',
    DATABASE_REPLICA_URL: 'libsql://replica.example',
    S3_BUCKET: 'photos',
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    SECRET_KEY: 'secret'.repeat(8),
    LOCAL_PROVIDER_KEY: 'sk_test_x',
  }
  const expected = { url: 'https://database.example', replicaUrl: 'https://replica.example' }
  expect(parseEnv(variables).database).toMatchObject(expected)
  expect(parseEnv({ ...variables, DATABASE_REPLICA_URL: '' }).database?.replicaUrl).toBe('')
})

const folder = mkdtempSync(join(tmpdir(), 'trestle-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the token of the database stands in a file, or in a variable', () => {
  const file = join(folder, 'token')
  writeFileSync(file, '  eyJ.a-token.x\n')
  const tokenOf = (variables: Record<string, string>) => {
    const { markets } = parseEnv({ MARKETS_DATABASE: 'https://database.example', ...variables })
    return markets !== null && typeof markets === 'object' && markets.token
  }
  expect(tokenOf({})).toBe('')
  expect(tokenOf({ DATABASE_TOKEN: 'a-token' })).toBe('a-token')
  expect(tokenOf({ DATABASE_TOKEN_FILE: file })).toBe('eyJ.a-token.x')
})

const FAULTY_FILE =
  'DATABASE_TOKEN_FILE must name a file that this server can read, with the token and nothing else in it'

test.each([
  ['empty', ' \n', {}, FAULTY_FILE],
  ['not only the token', 'hunter2\nhunter2\n', {}, FAULTY_FILE],
  ['not to be read', null, {}, FAULTY_FILE],
  [
    'beside the variable',
    'hunter2',
    { DATABASE_TOKEN: 'hunter2' },
    'DATABASE_TOKEN_FILE must not be set together with DATABASE_TOKEN',
  ],
])(
  'a file for the token that is %s is told with all other faults, and nothing of it is repeated',
  (_, text, beside, words) => {
    const file = join(folder, `hunter2-${Bun.hash(String(text))}`)
    if (text !== null) writeFileSync(file, text)
    const told = () => parseEnv({ PORT: 'abc', MAIL: 'on', ...beside, DATABASE_TOKEN_FILE: file })
    for (const expected of [words, 'PORT must be', 'MAIL must be']) expect(told).toThrow(expected)
    expect(told).not.toThrow('hunter2')
  },
)

const TILES = 'https://tiles.example/{z}/{x}/{y}.png'

test.each([
  TILES,
  'https://tiles.example:8443/{z}/{x}/{y}{r}.png',
  'https://tiles.example/tile?z={z}&x={x}&y={y}&key=a',
  'http://127.0.0.1:4000/{z}/{x}/{y}.png',
])('the map takes its tiles from %s', (TILES_URL) => {
  expect(parseEnv({ TILES_URL, TILES_CREDIT: '© Mapmakers' }).map).toEqual({ tiles: TILES_URL, credit: '© Mapmakers' })
})

test.each([
  ['a word', 'tiles'],
  ['another scheme', 'ftp://tiles.example/{z}/{x}/{y}.png'],
  ['a place without its row', 'https://tiles.example/{z}/{x}.png'],
  ['the place in the host', 'https://{z}.example/{z}/{x}/{y}.png'],
  ['hosts by turns', 'https://{s}.tiles.example/{z}/{x}/{y}.png'],
  ['an unknown part', 'https://tiles.example/{z}/{x}/{y}.png?key={key}'],
  ['a name and a password', 'https://a:b@tiles.example/{z}/{x}/{y}.png'],
  ['a host that ends a policy', 'https://tiles.example;script-src/{z}/{x}/{y}.png'],
  ['every host', 'https://*/{z}/{x}/{y}.png'],
  ['no such port', 'https://tiles.example:99999/{z}/{x}/{y}.png'],
  ['a space', 'https://tiles.example/{z}/{x}/{y}.png https://other.example'],
])('tiles at %s are refused', (_, TILES_URL) => {
  expect(() => parseEnv({ TILES_URL, TILES_CREDIT: '© Mapmakers' })).toThrow('TILES_URL must be an address with {z}')
})

test('tiles and their credit come together, and from elsewhere by https', () => {
  const together = 'TILES_URL and TILES_CREDIT must be set together'
  expect(() => parseEnv({ TILES_URL: TILES })).toThrow(together)
  expect(() => parseEnv({ TILES_CREDIT: '© Mapmakers' })).toThrow(together)
  const open = { TILES_URL: TILES.replace('https:', 'http:'), TILES_CREDIT: '© Mapmakers' }
  expect(() => parseEnv(open)).toThrow('TILES_URL must be https, except on this machine')
  expect(parseEnv({}).map).toBeNull()
})
