import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { subDays } from 'date-fns'
import { keepDerivedKeys } from '../db/private-files'
import type { Env } from '../env'
import type { Objects } from '../storage/objects'
import { photoFileNames } from '../uploads/photo-store'
import { BackupFault } from './backup-fault'
import { checkDatabase } from './check-database'
import {
  databaseOf,
  describeFile,
  fetchVerified,
  KEY_FILES,
  keyOf,
  listCopies,
  listUnfinished,
  type Manifest,
  manifestOf,
  nameCopy,
  photoOf,
  readManifest,
  type StoredFile,
} from './copies'
import { copyServer } from './copy-server'
import { makeScratch, removeOldScratch } from './scratch'

/** A month of nightly copies. */
const COPIES_KEPT = 30

/** The part of the environment that says where the database and its keys are. */
type CopiedEnv = Pick<Env, 'dataDir' | 'database' | 'secretKey' | 'push'>

interface TakenBackup {
  copy: string
  manifest: Manifest
  /** Photos that were put with this copy; the others were there. */
  newPhotos: number
  /** Files of photos that the database names and that are nowhere. */
  missing: string[]
  removed: string[]
}

/**
 * Copies the database that the environment names, beside running servers too, with its keys and the photos that it names; reads
 * back what it stored and compares it; removes all but the newest 30 copies, and what killed runs have left. A copy is a file, wherever the database is.
 * @throws BackupFault when the database is not sound, or when what was read back is not what was stored: then no copy is there
 */
export async function takeBackup(env: CopiedEnv, photos: Objects, store: Objects, now: Date): Promise<TakenBackup> {
  await removeOldScratch(env.dataDir, now)
  const scratch = await makeScratch(env.dataDir)
  try {
    const copy = nameCopy(now)
    if ((await store.size(manifestOf(copy))) !== null) throw new BackupFault(`The copy ${copy} is there already.`)
    await removeKilled(store, now)
    try {
      return await storeCopy(env, photos, store, now, copy, scratch)
    } catch (error) {
      await removeUnfinished(store, copy).catch(() => undefined)
      throw error
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function storeCopy(
  env: CopiedEnv,
  photos: Objects,
  store: Objects,
  now: Date,
  copy: string,
  scratch: string,
): Promise<TakenBackup> {
  const file = join(scratch, 'copy.db')
  if (env.database) await copyServer(env.database, file)
  else await copyDatabase(join(env.dataDir, 'trestle.db'), file)
  const { epoch, seq, photos: hashes } = await checkDatabase(file)
  const database = await describeFile(file, 'trestle.db')
  await putVerified(store, databaseOf(copy), file, database, scratch)
  const keys = await putKeys(await keyFolderOf(env, scratch), store, copy, scratch)
  const known = await knownPhotos(store, scratch)
  const { found, missing, newPhotos } = await putPhotos(photos, store, hashes, known, scratch)
  const manifest: Manifest = { version: 1, at: now.toISOString(), epoch, seq, database, keys, photos: found }
  await putManifest(store, copy, manifest, scratch)
  return { copy, manifest, newPhotos, missing, removed: await removeOldCopies(store, scratch) }
}

/** Night after night, parts of copies that no restore takes would fill their place. */
async function removeUnfinished(store: Objects, copy: string): Promise<void> {
  if ((await store.size(manifestOf(copy))) !== null) return
  for (const { name } of await store.list(`copies/${copy}/`)) await store.remove(name)
}

/** The same of runs that were killed, a day later: until then another run may still write to its copy. */
async function removeKilled(store: Objects, now: Date): Promise<void> {
  const before = nameCopy(subDays(now, 1))
  for (const copy of await listUnfinished(store)) if (copy < before) await removeUnfinished(store, copy)
}

/** A file that a server has open is not whole by itself: the newest changes lie in the file beside it. */
async function copyDatabase(from: string, to: string): Promise<void> {
  if (!(await Bun.file(from).exists())) throw new BackupFault(`DATA_DIR holds no database: there is no ${from}`)
  const client = createClient({ url: `file:${from}`, concurrency: 1, timeout: 5_000 })
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [to] })
  } finally {
    client.close()
  }
}

/** Servers that share a database have their keys from the environment: the copy gets the files that one server alone would have. */
async function keyFolderOf({ dataDir, database, secretKey, push }: CopiedEnv, scratch: string): Promise<string> {
  if (!database) return dataDir
  keepDerivedKeys(scratch, secretKey)
  await Bun.write(join(scratch, 'vapid.json'), JSON.stringify(push.keys))
  return scratch
}

async function putVerified(store: Objects, name: string, file: string, stored: StoredFile, scratch: string) {
  await store.put(name, { file })
  const readBack = join(scratch, 'read-back')
  await fetchVerified(store, name, stored, readBack)
  await rm(readBack, { force: true })
}

async function putKeys(dataDir: string, store: Objects, copy: string, scratch: string): Promise<StoredFile[]> {
  const keys: StoredFile[] = []
  for (const name of KEY_FILES) {
    const file = join(dataDir, name)
    if (!(await Bun.file(file).exists())) continue
    const key = await describeFile(file, name)
    await putVerified(store, keyOf(copy, name), file, key, scratch)
    keys.push(key)
  }
  return keys
}

/** The photos of the newest copy: their digests need not be computed again. */
async function knownPhotos(store: Objects, scratch: string): Promise<Map<string, StoredFile>> {
  const [newest] = await listCopies(store)
  const { photos } = newest ? await readManifest(store, newest, scratch) : { photos: [] }
  return new Map(photos.map((photo) => [photo.name, photo]))
}

async function putPhotos(
  photos: Objects,
  store: Objects,
  hashes: string[],
  known: Map<string, StoredFile>,
  scratch: string,
) {
  const there = new Set((await store.list('photos/')).map(({ name }) => name))
  const [found, missing]: [StoredFile[], string[]] = [[], []]
  let newPhotos = 0
  for (const name of hashes.flatMap(photoFileNames)) {
    const before = known.get(name)
    if (there.has(photoOf(name)) && before) {
      found.push(before)
      continue
    }
    const file = join(scratch, name)
    if (!(await photos.fetch(name, file))) {
      missing.push(name)
      continue
    }
    const photo = await describeFile(file, name)
    await putVerified(store, photoOf(name), file, photo, scratch)
    await rm(file)
    found.push(photo)
    newPhotos++
  }
  return { found, missing, newPhotos }
}

async function putManifest(store: Objects, copy: string, manifest: Manifest, scratch: string): Promise<void> {
  const file = join(scratch, 'manifest.json')
  await Bun.write(file, JSON.stringify(manifest, null, 1))
  await store.put(manifestOf(copy), { file })
}

/** The manifest goes first: whoever finds one finds the whole copy. Photos stay as long as a copy names them. */
async function removeOldCopies(store: Objects, scratch: string): Promise<string[]> {
  const copies = await listCopies(store)
  const removed = copies.slice(COPIES_KEPT)
  if (removed.length === 0) return []
  const kept = await Promise.all(copies.slice(0, COPIES_KEPT).map((copy) => readManifest(store, copy, scratch)))
  const named = new Set(kept.flatMap(({ photos }) => photos.map(({ name }) => photoOf(name))))
  for (const copy of removed) {
    await store.remove(manifestOf(copy))
    for (const { name } of await store.list(`copies/${copy}/`)) await store.remove(name)
  }
  for (const { name } of await store.list('photos/')) if (!named.has(name)) await store.remove(name)
  return removed
}
