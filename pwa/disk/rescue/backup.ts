import { type Dexie, liveQuery } from 'dexie'
import { isDiskNewer, noteReopened } from '../disk-version'
import { asKept, keptOf, packed, pathOf, ROWS, type Row } from './backup-row'
import { BEEN_HERE, backupName, COPYING_MS, type Remembered, remembered } from './lost-disk'
import { insist, pauseFor } from './restore-backup'

/** After a change it is waited for so long, because typing changes a draft with every key; then all at once are copied. */
const PAUSE_MS = 300

export interface BackupWriter {
  /** Resolves when everything that is in the database now has been copied, or could not be for now. */
  copied(): Promise<void>
  stop(): void
}

/** Keeps the second copy of what a database alone has, soon after every change; and in this page's memory at once. */
export function openBackup(db: Dexie): BackupWriter {
  const { rows, files, remembered: tables } = keptOf(db)
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
        return isOver ? undefined : copyToBackup(db)
      })
      // No room, or no cache here: the database itself has everything.
      .catch(() => undefined)
    line = next
    return next
  }

  async function remember(held: Map<string, Row[]>, keys: Map<string, string[]>): Promise<void> {
    memory.rows = held
    const paths = new Map(
      tables.flatMap((table) => (keys.get(table) ?? []).map((key) => [pathOf(table, key), { table, key }])),
    )
    for (const path of memory.files.keys()) if (!paths.has(path)) memory.files.delete(path)
    for (const [path, { table, key }] of paths) {
      const row = memory.files.has(path) ? undefined : await db.table(table).get(key)
      if (row) memory.files.set(path, packed(row))
    }
  }

  const watch = liveQuery(async () => {
    const [held, keys] = await Promise.all([
      Promise.all(rows.map(async (name) => [name, await db.table<Row>(name).toArray()] as const)),
      Promise.all(files.map(async (name) => [name, await keysOf(db, name)] as const)),
    ])
    return { held: new Map(held), keys: new Map(keys) }
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

/**
 * Brings the second copy up to date, one page or worker at a time. Nothing is copied before what was lost is restored.
 * @throws when not all of it fits
 */
export async function copyToBackup(db: Dexie): Promise<void> {
  const name = backupName(db.name)
  // A database that was closed, as one that a sign-out has wiped, is not opened again for this.
  await navigator.locks.request(name, { signal: AbortSignal.timeout(COPYING_MS) }, async () => {
    const now = db.isOpen() ? await readAll(db) : null
    if (!now) return
    if (now.isEmpty) {
      await caches.delete(name)
      return
    }
    // A sign-out waits only so long for this copying, and may have wiped the copies by now.
    if (!db.isOpen()) return
    await bringUpToDate(await caches.open(name), db, now)
  })
}

/** A photo that does not fit keeps no words from being copied. What has gone is removed first, for its room. */
async function bringUpToDate(box: Cache, db: Dexie, { text, files }: Read): Promise<void> {
  const held = new Set((await box.keys()).map(({ url }) => new URL(url).pathname))
  for (const path of held) if (path !== ROWS && !files.has(path)) await box.delete(path)
  const failures: unknown[] = []
  for (const [path, { table, key }] of files) {
    const row = held.has(path) ? undefined : await db.table(table).get(key)
    if (row) await box.put(path, new Response(packed(row))).catch((failure) => failures.push(failure))
  }
  if ((await (await box.match(ROWS))?.text()) !== text) await box.put(ROWS, new Response(text))
  if (failures.length > 0) throw failures[0]
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
      Promise.all(rows.map(async (name) => [name, await db.table<Row>(name).toArray()] as const)),
      Promise.all(files.map(async (table) => ({ table, keys: await keysOf(db, table) }))),
    ])
    const paths = keys.flatMap(({ table, keys }) => keys.map((key) => [pathOf(table, key), { table, key }] as const))
    return {
      text: JSON.stringify(Object.fromEntries(held.map(([name, all]) => [name, all.map((row) => asKept(name, row))]))),
      files: new Map(paths),
      isEmpty: paths.length === 0 && held.every(([, all]) => all.length === 0),
    }
  })
}

const keysOf = (db: Dexie, table: string) => db.table(table).toCollection().primaryKeys() as Promise<string[]>
