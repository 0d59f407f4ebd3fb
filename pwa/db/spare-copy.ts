import { type Dexie, liveQuery } from 'dexie'
import * as z from 'zod/mini'
import { deviceDb, storedUser } from './device-db'
import { isDiskNewer, noteReopened } from './disk-version'
import { accountDbName, type OutboxItem } from './local-db'
import { BEEN_HERE, COPYING_MS, type Remembered, remembered, spareName } from './lost-disk'
import { PHOTO_CACHE } from './photo-cache'
import { hasSessionHint } from './session-hint'

/** After a change it is waited for so long, because typing changes a draft with every key; then all at once are copied. */
const PAUSE_MS = 300
const ROWS = '/rows'
/** So often, after pauses that double each time. */
const ATTEMPTS = 9
const ATTEMPT_MS = 25
const CLEARING_MS = 1_000

/** What is kept twice of a database: what exists nowhere else. All else the server has, or the next pull brings. */
interface Kept {
  /** Holds the mark that the database has been here before. */
  marks: string
  /** Tables of small rows, copied together as one text. */
  rows: string[]
  /** Tables whose rows hold photos and never change: each row is copied once. */
  files: string[]
}

const ACCOUNT: Kept = { marks: 'meta', rows: ['outbox', 'drafts'], files: ['blobs', 'picked'] }
const DEVICE: Kept = { marks: 'session', rows: ['session', 'trips'], files: ['shared'] }
const keptOf = (db: Dexie): Kept => (db.name === deviceDb.name ? DEVICE : ACCOUNT)

const Row = z.record(z.string(), z.unknown())
const Rows = z.record(z.string(), z.array(Row))
type Row = z.infer<typeof Row>

export interface SpareKeeper {
  /** Resolves when everything that is in the database now has been copied, or could not be for now. */
  copied(): Promise<void>
  stop(): void
}

/** Keeps the second copy of what a database alone has, soon after every change; and in this page's memory at once. */
export function keepSpare(db: Dexie): SpareKeeper {
  const { rows, files } = keptOf(db)
  const memory: Remembered = { rows: new Map(), files: new Map() }
  let isOver = false
  let isOpening = false
  let pause: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  function copied(): Promise<void> {
    clearTimeout(pause)
    pause = undefined
    next ??= line
      .then(() => {
        next = null
        return isOver ? undefined : copySpare(db)
      })
      // No room, or no cache here: the database itself has everything.
      .catch(() => undefined)
    line = next
    return next
  }

  async function remember(held: Row[][], keys: string[][]): Promise<void> {
    for (const [at, name] of rows.entries()) memory.rows.set(name, held[at] ?? [])
    const paths = new Map(
      files.flatMap((table, at) => (keys[at] ?? []).map((key) => [pathOf(table, key), { table, key }])),
    )
    for (const path of memory.files.keys()) if (!paths.has(path)) memory.files.delete(path)
    for (const [path, { table, key }] of paths) {
      const row = memory.files.has(path) ? undefined : await db.table(table).get(key)
      if (row) memory.files.set(path, packed(row))
    }
  }

  const watch = liveQuery(async () => {
    const [held, keys] = await Promise.all([
      Promise.all(rows.map((name) => db.table<Row>(name).toArray())),
      Promise.all(files.map((name) => keysOf(db, name))),
    ])
    return { held, keys }
  }).subscribe({
    next({ held, keys }) {
      remembered.set(db.name, memory)
      remember(held, keys).catch(() => undefined)
      pause ??= setTimeout(copied, PAUSE_MS)
    },
    // A database that is closed for good has said so elsewhere.
    error: () => undefined,
  })
  function forget(): void {
    if (remembered.get(db.name) === memory) remembered.delete(db.name)
  }
  // Somebody signs out: that is meant.
  const onChange = ({ newVersion }: IDBVersionChangeEvent) => void (newVersion === null && forget())
  // Closed by a newer build, or for a person who has signed out, it stays closed.
  async function open(): Promise<void> {
    if (isOver || isDiskNewer() || !remembered.has(db.name)) return
    await db.open()
    noteReopened()
  }
  function onClose(): void {
    if (isOpening) return
    isOpening = true
    pauseFor(0)
      .then(() => insist(open))
      // It is tried again with the next start.
      .catch(() => undefined)
      .finally(() => {
        isOpening = false
      })
  }
  db.on('versionchange', onChange)
  db.on('close', onClose)
  return {
    copied,
    stop() {
      isOver = true
      clearTimeout(pause)
      watch.unsubscribe()
      db.on('versionchange').unsubscribe(onChange)
      db.on('close').unsubscribe(onClose)
      forget()
    },
  }
}

/** The browser takes a moment to clear a database: what is asked of it in the middle of that fails, and is asked again. */
async function insist<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (let nth = 1; nth < ATTEMPTS; nth++) {
    try {
      return await ask()
    } catch {
      await pauseFor(ATTEMPT_MS * 2 ** nth)
    }
  }
  return ask()
}

/** While one database is being opened Dexie lets everything through to any other, even to one that is not ready: but not from here. */
const outside = <Value>(work: () => Promise<Value>) =>
  new Promise<Value>((resolve, reject) => setTimeout(() => work().then(resolve, reject)))

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Brings the second copy up to date, one page or worker at a time. Nothing is copied before what was lost is put back. */
export async function copySpare(db: Dexie): Promise<void> {
  const name = spareName(db.name)
  // A database that was closed, as one that a sign-out has wiped, is not opened again for this.
  await navigator.locks.request(name, { signal: AbortSignal.timeout(COPYING_MS) }, async () => {
    const now = db.isOpen() ? await readAll(db) : null
    if (!now) return
    if (now.isEmpty) {
      await caches.delete(name)
      return
    }
    const box = await caches.open(name)
    const held = new Set((await box.keys()).map(({ url }) => new URL(url).pathname))
    for (const [path, { table, key }] of now.files) {
      const row = held.has(path) ? undefined : await db.table(table).get(key)
      if (row) await box.put(path, new Response(packed(row)))
    }
    if ((await (await box.match(ROWS))?.text()) !== now.text) await box.put(ROWS, new Response(now.text))
    for (const path of held) if (path !== ROWS && !now.files.has(path)) await box.delete(path)
  })
}

interface Read {
  text: string
  /** By the path under which each is copied. */
  files: Map<string, { table: string; key: string }>
  isEmpty: boolean
}

async function readAll(db: Dexie): Promise<Read | null> {
  const { marks, rows, files } = keptOf(db)
  return db.transaction('r', [...new Set([marks, ...rows, ...files])], async () => {
    if (!(await db.table(marks).get(BEEN_HERE))) return null
    const [held, keys] = await Promise.all([
      Promise.all(rows.map(async (name) => [name, await db.table(name).toArray()] as const)),
      Promise.all(files.map(async (table) => ({ table, keys: await keysOf(db, table) }))),
    ])
    const paths = keys.flatMap(({ table, keys }) => keys.map((key) => [pathOf(table, key), { table, key }] as const))
    return {
      text: JSON.stringify(Object.fromEntries(held.map(([name, all]) => [name, all.map(asKept[name] ?? same)]))),
      files: new Map(paths),
      isEmpty: paths.length === 0 && held.every(([, all]) => all.length === 0),
    }
  })
}

const keysOf = (db: Dexie, table: string) => db.table(table).toCollection().primaryKeys() as Promise<string[]>
const pathOf = (table: string, key: string) => `/${table}/${encodeURIComponent(key)}`
const same = (row: Row) => row

const UNSENT = {
  state: 'queued',
  everSent: true,
  attempts: 0,
  readyAt: 0,
  ackSeq: null,
  ackEpoch: null,
  error: null,
} satisfies Partial<OutboxItem>

/**
 * A write is copied as one that may have left and is offered again, under its key: how far it has come changes often, and
 * after a loss it is what is known.
 */
const asKept: Record<string, (row: Row) => Row> = {
  outbox: (item) => ({ ...item, ...UNSENT }),
}

/** A row with photos in it, for a place that knows no rows: its words, and the bytes beside them. */
function packed(row: unknown): FormData {
  const form = new FormData()
  let parts = 0
  const words = JSON.stringify(row, (_key, value) => {
    if (!(value instanceof ArrayBuffer)) return value
    const part = `part-${parts++}`
    form.set(part, new Blob([value]))
    return { part }
  })
  form.set('row', words)
  return form
}

const Part = z.strictObject({ part: z.string() })

async function unpacked(form: FormData): Promise<Row | null> {
  const bytes = new Map<string, ArrayBuffer>()
  for (const [part, value] of form) if (typeof value !== 'string') bytes.set(part, await value.arrayBuffer())
  const put = (_key: string, value: unknown) => {
    const found = Part.safeParse(value)
    return found.success ? bytes.get(found.data.part) : value
  }
  const read = Row.safeParse(JSON.parse(String(form.get('row')), put))
  return read.success ? read.data : null
}

/**
 * Puts back what was kept of a database that the browser has thrown away; what is there by now stays as it is. A photo
 * comes without its address: it is sent again before what needs it.
 */
export async function putBack(db: Dexie): Promise<void> {
  const kept = keptOf(db)
  const memory = remembered.get(db.name)
  if (memory && !(await isTheirs(db, memory))) {
    remembered.delete(db.name)
    return dropCache(spareName(db.name))
  }
  const lost = memory ? await fromMemory(db, memory) : await fromCache(db)
  const names = [...kept.rows, ...kept.files]
  await db.transaction('rw', names, async () => {
    for (const name of names) {
      const table = db.table(name)
      const { keyPath } = table.schema.primKey
      const held = new Set<unknown>(await table.toCollection().primaryKeys())
      const missing = (lost.get(name) ?? []).filter((row) => typeof row[`${keyPath}`] === 'string')
      await table.bulkPut(missing.filter((row) => !held.has(row[`${keyPath}`])))
    }
  })
  // The list of photos at hand is lost as well: they are fetched again, and counted.
  if (kept === DEVICE) dropCache(PHOTO_CACHE)
}

/** Not waited for: of a cache that is being cleared the browser may never say that it is gone. */
function dropCache(name: string): void {
  caches.delete(name).catch(() => undefined)
}

type Lost = Map<string, Row[]>

async function fromMemory(db: Dexie, { rows, files }: Remembered): Promise<Lost> {
  const lost: Lost = new Map([...rows].map(([name, held]) => [name, held.map(asKept[name] ?? same)]))
  for (const [path, form] of files) await addFile(db, lost, path, () => unpacked(form))
  return lost
}

/**
 * What this page remembers is only for whoever is still signed in here: who clears the cookies as well wants to leave
 * nothing behind, and a page that slept while somebody signed out knows nothing of it.
 */
async function isTheirs(db: Dexie, { rows }: Remembered): Promise<boolean> {
  // Of what is cleared together the other databases, and the cookies, may go last.
  await pauseFor(CLEARING_MS)
  const isDevice = db.name === deviceDb.name
  const isVisitors = isDevice ? !rows.get(DEVICE.marks)?.some(({ k }) => k === 'user') : db.name === accountDbName(null)
  if (!isVisitors && !hasSessionHint()) return false
  return isDevice || accountDbName((await insist(() => outside(storedUser)))?.id ?? null) === db.name
}

async function fromCache(db: Dexie): Promise<Lost> {
  const box = await caches.open(spareName(db.name))
  const lost: Lost = new Map(Object.entries(await rowsIn(await box.match(ROWS))))
  for (const { url } of await box.keys()) {
    const copy = await box.match(url)
    if (copy) await addFile(db, lost, new URL(url).pathname, async () => unpacked(await copy.formData()))
  }
  return lost
}

async function addFile(db: Dexie, lost: Lost, path: string, read: () => Promise<Row | null>): Promise<void> {
  const [, table = ''] = path.split('/')
  const row = keptOf(db).files.includes(table) ? await read().catch(() => null) : null
  if (row) lost.set(table, [...(lost.get(table) ?? []), row])
}

async function rowsIn(copy: Response | undefined): Promise<Record<string, Row[]>> {
  try {
    return Rows.parse(JSON.parse((await copy?.text()) ?? '{}'))
  } catch {
    return {}
  }
}
