import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Objects } from '../storage/objects'
import { BackupFault } from './backup-fault'
import { checkDatabase, type PresentDatabase, readPresent } from './check-database'
import { databaseOf, fetchVerified, keyOf, listCopies, type Manifest, photoOf, readManifest } from './copies'
import { makeScratch } from './scratch'

interface RestoredCopy {
  copy: string
  manifest: Manifest
  /** Photos that had to be fetched; the others were there. */
  newPhotos: number
  /** The database that was there before; null when there was none. */
  replaced: Replaced | null
}

/** A database that was moved aside; without `epoch` and `seq` when it could not be read any more. */
interface Replaced extends Pick<PresentDatabase, 'epoch' | 'seq'> {
  folder: string
}

/**
 * Puts a copy in the place of `dataDir`'s database, with its keys and photos. Everything is fetched and checked before
 * anything is moved; the database that was there is moved aside, not deleted.
 * @param copy the copy's name; null: the newest
 * @throws BackupFault when a program has the database open, or when the copy is missing or corrupt: then nothing has changed
 */
export async function restoreCopy(
  dataDir: string,
  photos: Objects,
  store: Objects,
  copy: string | null,
  now: Date,
): Promise<RestoredCopy> {
  const database = join(dataDir, 'trestle.db')
  readUnused(database)
  const scratch = await makeScratch(dataDir)
  try {
    const { copy: chosen, manifest } = await fetchDatabase(store, copy, join(scratch, 'trestle.db'))
    for (const key of manifest.keys) await fetchVerified(store, keyOf(chosen, key.name), key, join(scratch, key.name))
    const newPhotos = await fetchPhotos(photos, store, manifest, scratch)
    const { epoch: lastEpoch, seq: lastSeq } = readUnused(database)
    const folder = await moveIn(dataDir, scratch, manifest, `replaced-${now.getTime()}`)
    return {
      copy: chosen,
      manifest,
      newPhotos,
      replaced: folder === null ? null : { folder, epoch: lastEpoch, seq: lastSeq },
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Fetches the database of a copy to a local file and checks it.
 * @throws BackupFault when the copy is missing or corrupt
 */
export async function fetchDatabase(store: Objects, copy: string | null, file: string) {
  const [newest] = await listCopies(store)
  const chosen = copy ?? newest
  if (!chosen) throw new BackupFault('There is no copy in that place.')
  const manifest = await readManifest(store, chosen, dirname(file))
  await fetchVerified(store, databaseOf(chosen), manifest.database, file)
  const { seq, epoch } = await checkDatabase(file)
  if (seq !== manifest.seq || epoch !== manifest.epoch)
    throw new BackupFault(`The database of the copy ${chosen} is not the one of its manifest.`)
  return { copy: chosen, manifest }
}

function readUnused(database: string): PresentDatabase {
  const present = readPresent(database)
  if (present.isInUse) throw new BackupFault(`${database} is in use: stop the server first.`)
  return present
}

/** Fetches the photos that a copy names. A photo never changes under its name, so one that is there is left. */
export async function fetchPhotos(
  photos: Objects,
  store: Objects,
  manifest: Manifest,
  scratch: string,
): Promise<number> {
  let fetched = 0
  for (const photo of manifest.photos) {
    if ((await photos.size(photo.name)) === photo.bytes) continue
    const file = join(scratch, photo.name)
    await fetchVerified(store, photoOf(photo.name), photo, file)
    await photos.put(photo.name, { file })
    await rm(file)
    fetched++
  }
  return fetched
}

async function moveIn(dataDir: string, scratch: string, manifest: Manifest, aside: string): Promise<string | null> {
  const names = ['trestle.db', 'trestle.db-wal', 'trestle.db-shm', ...manifest.keys.map(({ name }) => name)]
  const present = names.filter((name) => existsSync(join(dataDir, name)))
  const folder = join(dataDir, aside)
  if (present.length > 0) await mkdir(folder, { mode: 0o700 })
  for (const name of present) await rename(join(dataDir, name), join(folder, name))
  for (const name of ['trestle.db', ...manifest.keys.map(({ name: key }) => key)])
    await rename(join(scratch, name), join(dataDir, name))
  return present.length > 0 ? folder : null
}
