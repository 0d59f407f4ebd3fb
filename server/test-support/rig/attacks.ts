import { routes } from '#schema/routes'
import { PUBLIC_SCOPES } from '#schema/sync-scopes'
import { bodyLimits } from '../../http/limits'
import { hostilePhotos } from '../hostile-photos'
import { headOf, type Line, openLine, type RawCall, sendCall } from './raw-call'

const MB = 1_000_000
const DRIP_MS = 1_000
const HELD_MS = 2_000
const OVERSIZED = 59 * MB
const ONE_MB = Buffer.alloc(MB, '[')

/** Somebody hostile who has an account. */
export interface Account {
  cookie: string
  from: string
  /** The address of a photo that they have uploaded. */
  photo: string
}

export interface Field {
  port: number
  accounts: readonly Account[]
  /** Comes when the attack is to end. */
  over: Promise<'held'>
}

/** One act of one of an attack's connections; the answer's status is counted. Some acts never end by themselves. */
type Act = (field: Field, connection: number, nth: number) => Promise<number | 'closed'>

/** A network of its own for each number: an IPv6 customer holds a /48. */
const address = (kind: number, nth: number) => `2001:db8:${(0x1000 * kind + nth).toString(16)}::1`
const json = (value: object) => JSON.stringify(value)

function accountOf({ accounts }: Field, nth: number): Account {
  const account = accounts[nth % accounts.length]
  if (!account) throw new Error('The attack needs accounts')
  return account
}

/** Keeps a connection, feeding it a byte at a time, until the server says something. */
async function hold(line: Line, drip = ''): Promise<number | 'closed'> {
  const dripping = setInterval(() => line.socket.write(drip), DRIP_MS)
  const status = await line.status
  clearInterval(dripping)
  line.socket.destroy()
  return status
}

const DRAINED = Symbol('drained')
const drained = ({ socket }: Line) =>
  new Promise<typeof DRAINED>((resolve) => socket.once('drain', () => resolve(DRAINED)))

function holdBody(field: Field, call: RawCall, sent: Uint8Array, drip?: string) {
  const line = openLine(field.port)
  line.socket.write(headOf(call))
  line.socket.write(sent)
  return hold(line, drip)
}

const HOSTILE_PHOTOS = 66
let hostileForms: Promise<Uint8Array[]> | undefined

/** Forms with one hostile file each, made once. */
async function makeForms(): Promise<Uint8Array[]> {
  const forms: Uint8Array[] = []
  for await (const { content } of hostilePhotos(1, HOSTILE_PHOTOS)) {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\n\r\n'
    forms.push(Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]))
  }
  return forms
}

/** As many members as a megabyte of JSON holds. */
const MANY_MEMBERS = `{${Array.from({ length: 80_000 }, (_, nth) => `"${nth * 57}":0`).join(',')}}`

const newItem = (title: string, photo: string) =>
  json({
    title,
    description: 'Lettered by hand. '.repeat(200),
    mainImage: photo,
    images: [photo],
    price: 4000,
    category: 'stationery',
    clientId: crypto.randomUUID(),
  })

const BOARDS = Array.from({ length: 10 }, () => crypto.randomUUID())

/** Everything that a stranger with a script and a free afternoon tries. */
export const attacks = {
  slowHeaders: (field, connection) => {
    const line = openLine(field.port)
    line.socket.write(
      `GET /api/listings HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address(1, connection)}\r\nX: `,
    )
    return hold(line, 'x')
  },

  slowBodies: (field, connection) => {
    const call = { path: routes.login.path, from: address(2, connection), length: bodyLimits.visitorsJson }
    return holdBody(field, call, new Uint8Array([0x7b]), ' ')
  },

  slowUploads: (field, connection) => {
    const { cookie, from } = accountOf(field, connection)
    const type = 'multipart/form-data; boundary=x'
    return holdBody(field, { path: routes.upload.path, from, cookie, type, length: 5 * MB }, ONE_MB.subarray(0, 9), '-')
  },

  /** Each is a megabyte but for its last byte, all from one address. */
  heldBodies: (field, connection) => {
    const { cookie } = accountOf(field, connection)
    const call = { path: routes.createItem.path, from: '198.51.100.66', cookie, length: MB }
    return holdBody(field, call, ONE_MB.subarray(1))
  },

  oversizedBodies: async (field, connection) => {
    const line = openLine(field.port)
    line.socket.write(headOf({ path: routes.login.path, from: address(3, connection), length: OVERSIZED }))
    for (let sent = 0; sent < OVERSIZED && !line.isOver(); sent += MB) {
      if (line.socket.write(ONE_MB)) continue
      if ((await Promise.race([drained(line), line.status])) !== DRAINED) break
    }
    return hold(line)
  },

  streams: async (field, connection) => {
    const { cookie, from } = accountOf(field, connection)
    const line = openLine(field.port)
    line.socket.write(headOf({ method: 'GET', path: routes.live.path, from, cookie }))
    const status = await line.status
    // A stream that was opened stays open.
    if (status === 200) return new Promise(() => undefined)
    line.socket.destroy()
    return status
  },

  longBodies: (field, connection) => {
    const { cookie } = accountOf(field, connection)
    const path = routes.createItem.path
    return sendCall(field.port, { path, from: address(7, connection), cookie, body: MANY_MEMBERS })
  },

  photos: async (field, connection, nth) => {
    hostileForms ??= makeForms()
    const { cookie, from } = accountOf(field, connection)
    const forms = await hostileForms
    const body = forms[(connection + nth) % forms.length]
    const type = 'multipart/form-data; boundary=x'
    return sendCall(field.port, { path: routes.upload.path, from, cookie, type, ...(body && { body }) })
  },

  signIns: ({ port }, connection, nth) =>
    sendCall(port, {
      path: routes.login.path,
      from: address(4, connection),
      body: json({ username: `person-${connection}-${nth}`, password: 'guess' }),
    }),

  registrations: ({ port }, connection, nth) =>
    sendCall(port, {
      path: routes.register.path,
      // Each address goes on until it is refused.
      from: address(5, connection),
      body: json({ username: `bot-${connection}-${nth}`, email: 'bot@example.com', password: 'paint the fence 7' }),
    }),

  /** One account fills the shelves while somebody asks for all of them again and again. */
  items: async (field, connection, nth) => {
    if (connection % 2) {
      const path = routes.snapshot.path.replace(':scope', 'pub:m')
      return sendCall(field.port, { method: 'GET', path, from: address(6, connection) })
    }
    const { photo, ...account } = accountOf(field, 0)
    const body = newItem(`Card ${connection}-${nth}`, photo)
    return sendCall(field.port, { path: routes.createItem.path, ...account, body })
  },

  /** Everything that is public, all of it each time, from one address. */
  pulls: ({ port }) =>
    sendCall(port, {
      path: routes.pull.path,
      from: '198.51.100.77',
      body: json({ epoch: null, scopes: Object.fromEntries(PUBLIC_SCOPES.map((scope) => [scope, [0]])) }),
    }),

  /** One account writes the same few things again and again. */
  writes: (field, connection, nth) => {
    const { cookie } = accountOf(field, 1)
    const path = routes.putBoard.path.replace(':key', BOARDS[connection % BOARDS.length] ?? '')
    const body = json({ name: `Board ${connection}-${nth}` })
    return sendCall(field.port, { method: routes.putBoard.method, path, from: address(8, connection), cookie, body })
  },
} satisfies Record<string, Act>

/** These send megabytes. */
const SENDS_BODIES = new Set<string>(['heldBodies', 'oversizedBodies', 'longBodies'] satisfies (keyof typeof attacks)[])
/**
 * All connections of an attack together are refused a thousand times a second, or send a hundred megabytes: more would
 * measure the loopback.
 */
const pauseMs = (name: string, connections: number) => (SENDS_BODIES.has(name) ? 10 : 1) * connections

export type AttackName = keyof typeof attacks

export interface Attack {
  name: AttackName
  /** Each is busy with one act at a time. */
  connections: number
  /** It ends after so many answers and held connections; those that are held stay until the field says that it is over. */
  acts: number
}

/** How often each status was answered; `held` are connections that were open to the end. */
export type Answers = Record<string, number>

/** Starts an attack. `enough` comes with its last act. */
export function startAttack(
  field: Field,
  { name, connections, acts }: Attack,
): { enough: Promise<void>; ended: Promise<Answers> } {
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const answers: Answers = {}
  let [begun, done] = [0, 0]
  const act: Act = attacks[name]
  const count = () => {
    if (++done === acts) resolve()
  }
  const busy = async (connection: number) => {
    for (let nth = 0; begun++ < acts; nth++) {
      const acting = Promise.race([act(field, connection, nth), field.over])
      const early = await Promise.race([acting, Bun.sleep(HELD_MS).then(() => null)])
      // A connection that is held counts once it has been held for a moment.
      count()
      const status = early ?? (await acting)
      answers[status] = (answers[status] ?? 0) + 1
      if (status === 'held') return
      await Bun.sleep(pauseMs(name, connections))
    }
  }
  const ended = Promise.all(Array.from({ length: connections }, (_, connection) => busy(connection))).then(
    () => answers,
  )
  return { enough, ended }
}
