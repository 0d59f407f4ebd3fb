import type { Dexie } from 'dexie'
import * as z from 'zod/mini'
import { accountDbName } from '../account-db-name'
import { deviceDb, storedUser } from '../device-db'
import { browserShelf } from '../photo-cache'
import { hasSessionHint } from '../session-hint'
import { asKept, DEVICE, keptOf, ROWS, Row, unpacked } from './backup-row'
import { backupName, type Remembered, remembered } from './lost-disk'

/** So often, after pauses that double each time. */
const ATTEMPTS = 9
const ATTEMPT_MS = 25
const CLEARING_MS = 1_000

const Rows = z.record(z.string(), z.array(Row))

/**
 * Puts back what was kept of a database that the browser has thrown away; what is there by now stays as it is. A photo
 * comes without its address: it is sent again before what needs it.
 * @returns whether unsent work was put back
 */
export async function restoreBackup(db: Dexie): Promise<boolean> {
  const kept = keptOf(db)
  const memory = remembered.get(db.name)
  if (memory && !(await isTheirs(db, memory))) {
    remembered.delete(db.name)
    dropCache(backupName(db.name))
    return false
  }
  const lost = memory ? await fromMemory(db, memory) : await fromCache(db)
  const names = [...kept.rows, ...kept.files]
  let isUnsent = false
  await db.transaction('rw', names, async () => {
    for (const name of names) {
      const table = db.table(name)
      const { keyPath } = table.schema.primKey
      const held = new Set<unknown>(await table.toCollection().primaryKeys())
      const whole = (lost.get(name) ?? []).filter((row) => typeof row[`${keyPath}`] === 'string')
      const missing = whole.filter((row) => !held.has(row[`${keyPath}`]))
      await table.bulkPut(missing)
      // Marks say who is here, and how this device is set.
      isUnsent ||= missing.length > 0 && name !== kept.marks
    }
  })
  // The list of photos at hand is lost as well: they are fetched again, and counted.
  if (kept === DEVICE) browserShelf.clear().catch(() => undefined)
  return isUnsent
}

/** Not waited for: of a cache that is being cleared the browser may never say that it is gone. */
function dropCache(name: string): void {
  caches.delete(name).catch(() => undefined)
}

type Lost = Map<string, Row[]>

async function fromMemory(db: Dexie, { rows, files }: Remembered): Promise<Lost> {
  const lost: Lost = new Map([...rows].map(([name, held]) => [name, held.map((row) => asKept(name, row))]))
  for (const [path, form] of files) await addFile(db, lost, path, () => unpacked(form))
  return lost
}

/**
 * The page's memory is only for the person still signed in: a person who clears the cookies as well wants to leave
 * nothing behind, and a page that slept while somebody signed out knows nothing of it.
 */
async function isTheirs(db: Dexie, { rows }: Remembered): Promise<boolean> {
  // Of what is cleared together the other databases, and the cookies, may go last.
  await pauseFor(CLEARING_MS)
  const isDevice = db.name === deviceDb.name
  const isVisitors = isDevice ? !rows.get(DEVICE.marks)?.some(({ k }) => k === 'user') : db.name === accountDbName(null)
  if (!isVisitors && !hasSessionHint()) return false
  return isDevice || accountDbName(await insist(() => outside(storedUser))) === db.name
}

async function fromCache(db: Dexie): Promise<Lost> {
  const box = await caches.open(backupName(db.name))
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

/** The browser takes a moment to clear a database: what is asked of it in the middle of that fails, and is asked again. */
export async function insist<Value>(ask: () => Promise<Value>): Promise<Value> {
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

export const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
