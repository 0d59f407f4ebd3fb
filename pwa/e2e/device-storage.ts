import { type BrowserContext, expect, type Page } from '@playwright/test'

/** The stores of an account alone; the catalogue is public and the device's own settings are not listed. */
const PRIVATE_STORES = [
  'me',
  'bookings',
  'messages',
  'marks',
  'blocked',
  'boards',
  'ownListings',
  'draftRows',
  'damageReports',
  'handovers',
  'transactions',
  'outbox',
  'receipts',
  'drafts',
  'picked',
  'trips',
]

interface Table {
  database: string
  name: string
  /** Bytes are read as Latin-1. */
  rows: string[]
}

/** The tables of this origin, or those of these names. Asks the disk, not the app. */
export function tablesOf(page: Page, ...names: string[]): Promise<Table[]> {
  return page.evaluate(async (wanted) => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const latin1 = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes)
    const textOf = (row: unknown) =>
      JSON.stringify(row, (_key, part) => (part instanceof ArrayBuffer ? latin1(part) : part))
    const tables: Table[] = []
    for (const { name: database = '' } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(database))
      for (const name of [...db.objectStoreNames].filter((one) => wanted.length === 0 || wanted.includes(one))) {
        const rows = await settled(db.transaction(name).objectStore(name).getAll())
        tables.push({ database, name, rows: rows.map(textOf) })
      }
      db.close()
    }
    return tables
  }, names)
}

/** The private stores of this origin that hold rows: 'trestle-u7/outbox: 2', and copies of them. */
export async function privateRows(page: Page): Promise<string[]> {
  const tables = await tablesOf(page, ...PRIVATE_STORES)
  const found = tables.flatMap(({ database, name, rows }) =>
    rows.length > 0 ? [`${database}/${name}: ${rows.length}`] : [],
  )
  const copies = await page.evaluate(async () => {
    const copies: string[] = []
    for (const name of (await caches.keys()).filter((name) => name.startsWith('spare-'))) {
      const text = (await (await (await caches.open(name)).match('/rows'))?.text()) ?? ''
      // The device's own copy outlives its people; it must not name them.
      if (name !== 'spare-trestle-device' || text.includes('"k":"user"')) copies.push(name)
    }
    return copies
  })
  return [...found, ...copies].sort()
}

/** Waits until the second copy of what waits says this too. */
export async function expectCopied(page: Page, text: string): Promise<void> {
  const copies = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('spare-'))
      const texts = names.map(async (name) => (await (await caches.open(name)).match('/rows'))?.text())
      return (await Promise.all(texts)).join()
    })
  await expect.poll(copies).toContain(text)
}

/** Paths of everything that the origin's caches hold, without their queries; copies of databases and pictures of screens are no answers to anything. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await window.caches.keys()).filter((name) => !/^(spare|screens)-/.test(name))
    const caches = await Promise.all(names.map((name) => window.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return [...new Set(requests.map(({ url }) => new URL(url).pathname))].sort()
  })
}

/** Ends the session as time does: the browser has no cookie any more. */
export async function loseSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: 'sid' })
}

/**
 * Those of these words, or pieces of photos, that a script of this origin could read: in databases, cache storage, localStorage and
 * sessionStorage. Bytes are read as Latin-1.
 */
export function foundInBrowser(page: Page, wanted: readonly string[]): Promise<string[]> {
  return page.evaluate(async (words) => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const latin1 = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes)
    const textOf = (value: unknown) =>
      JSON.stringify(value, (_key, part) => (part instanceof ArrayBuffer ? latin1(part) : part))
    const found = [textOf({ ...localStorage }), textOf({ ...sessionStorage })]
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await settled(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        found.push(textOf(await settled(db.transaction(store).objectStore(store).getAll())))
      db.close()
    }
    for (const name of await caches.keys()) {
      const box = await caches.open(name)
      for (const request of await box.keys()) {
        const answer = await box.match(request, { ignoreVary: true })
        found.push(request.url, latin1((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)))
      }
    }
    // Rows were made texts above, in which some bytes of a photo are written otherwise.
    const spellings = (word: string) => [word, JSON.stringify(word).slice(1, -1)]
    return words.filter((word) => spellings(word).some((spelt) => found.some((text) => text.includes(spelt))))
  }, wanted)
}

/** A piece of every photo that waits on this device, as `foundInBrowser` finds it again, wherever the photo lies. */
export async function piecesOfPhotos(page: Page): Promise<string[]> {
  const photos = (await tablesOf(page, 'blobs')).flatMap(({ rows }) => rows)
  return photos.map((row) => (JSON.parse(row) as { bytes: string }).bytes.slice(2_000, 2_064))
}

/** The stores of this origin that hold these words: tables, backups and notes. */
export async function storesWith(page: Page, words: string): Promise<string[]> {
  const tables = (await tablesOf(page)).filter(({ rows }) => rows.some((row) => row.includes(words)))
  const others = await page.evaluate(async (wanted) => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text()
        if (text?.includes(wanted)) found.push(`${name} ${new URL(request.url).pathname}`)
      }
    }
    for (const [key, value] of Object.entries(localStorage)) if (value.includes(wanted)) found.push(`note ${key}`)
    return found
  }, words)
  return [...tables.map(({ database, name }) => `${database}/${name}`), ...others].sort()
}

/** Keeps everybody else from a store of this origin, as a slow disk would. @returns what lets the store go */
export async function holdStore(page: Page, store: string): Promise<() => Promise<void>> {
  const holding = await page.evaluateHandle(async (wanted) => {
    const holding = { isOver: false }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      if (!db.objectStoreNames.contains(wanted)) {
        db.close()
        continue
      }
      const rows = db.transaction(wanted, 'readwrite').objectStore(wanted)
      await new Promise<void>((begun) => {
        // A transaction ends as soon as nothing is asked of it.
        const ask = () => {
          rows.count().onsuccess = () => {
            begun()
            if (holding.isOver) db.close()
            else ask()
          }
        }
        ask()
      })
    }
    return holding
  }, store)
  return () => holding.evaluate((one) => void Object.assign(one, { isOver: true }))
}

/** Has an answer of the server reached the disk of an account or visitor? */
export async function hasPulled(page: Page): Promise<boolean> {
  const tables = await tablesOf(page, 'meta')
  return tables.some(({ rows }) => rows.some((row) => (JSON.parse(row) as { k: string }).k === 'pulledAt'))
}

/** So many listings of a neighborhood has this device in its areas. */
export async function countHeldIn(page: Page, place: string): Promise<number> {
  const chunks = (await tablesOf(page, 'chunks')).flatMap(({ rows }) => rows.map((row) => JSON.parse(row)))
  const listings = chunks.flatMap(({ coll, text }) => (/^listing:(?!pinned)/.test(coll) ? JSON.parse(text) : []))
  return listings.filter(([, , listing]) => listing?.neighborhood === place).length
}

const ACCOUNT_DB = /^trestle-[0-9a-f-]{73}$/

/** Opens a database as a newer build does that is the first to come: the account's, or the one with that name. */
export async function upgradeDisk(page: Page, name = ''): Promise<void> {
  const held = await page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''))
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(wanted, 990)
        opening.onupgradeneeded = () => opening.result.createObjectStore('parcels')
        opening.onsuccess = () => {
          opening.result.close()
          resolve()
        }
        opening.onerror = () => reject(opening.error)
      }),
    name || (held.find((one) => ACCOUNT_DB.test(one)) ?? ''),
  )
}
