import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LibsqlError } from '@libsql/client'
import type { Streams } from '../db/streams'
import type { DatabaseServer } from '../env'
import type { Objects } from '../storage/objects'
import { BackupFault } from './backup-fault'
import { faultsOf } from './check-database'
import type { Manifest } from './copies'
import { differenceOf, digestsOf, pagesOf, type RowReader, readSchema, sequencesOf, writesOf } from './copy-rows'
import { openCopyStreams } from './copy-server'
import { fetchDatabase, fetchPhotos } from './restore-copy'
import { openRowFile } from './row-file'
import { makeScratch } from './scratch'

interface LoadedCopy {
  copy: string
  manifest: Manifest
  newPhotos: number
}

/**
 * Loads a copy into an empty database of a server, with the photos that it names. Everything is fetched and checked before
 * anything is written; what was written is read back and compared.
 * @param dataDir a folder for the time of the work
 * @param copy the copy's name; null: the newest
 * @throws BackupFault when the database is not empty or not safe, or when the copy is missing or corrupt: then nothing has
 *   changed. BackupFault too when what was loaded is not the copy
 */
export async function restoreToServer(
  { dataDir, database }: { dataDir: string; database: DatabaseServer },
  photos: Objects,
  store: Objects,
  copy: string | null,
): Promise<LoadedCopy> {
  const streams = openCopyStreams(database)
  const scratch = await makeScratch(dataDir)
  try {
    await assertReady(streams)
    const file = join(scratch, 'trestle.db')
    const fetched = await fetchDatabase(store, copy, file)
    const newPhotos = await fetchPhotos(photos, store, fetched.manifest, scratch)
    await loadFile(file, streams)
    return { ...fetched, newPhotos }
  } finally {
    streams.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** A database that servers use is never written over, and one that may forget is none to restore into. */
async function assertReady(streams: Streams): Promise<void> {
  const tables = (await streams.execute('SELECT name FROM sqlite_master LIMIT 1')).rows
  if (tables.length > 0) throw inUse()
  const [synchronous] = (await streams.execute('PRAGMA synchronous')).rows
  if (Number(synchronous?.synchronous) !== 2)
    throw new BackupFault('The namespace may forget what it has confirmed: set its durability_mode to "strong" first.')
}

const inUse = () =>
  new BackupFault('The database on the server has tables, so it may be in use: make a new namespace and restore there.')

async function loadFile(file: string, streams: Streams): Promise<void> {
  const client = openRowFile(file)
  try {
    await load(client, streams)
    const loaded = await streams.snapshot(digestsOf)
    const differing = differenceOf(await digestsOf(client), loaded)
    if (differing) throw new BackupFault(`The server does not hold what was loaded: ${differing} differs.`)
    const faults = await faultsOf(streams)
    if (faults.length > 0) throw new BackupFault(`The database is not sound: ${faults.slice(0, 3).join('; ')}`)
    // The holders of leases at the time of the copy are not here.
    await streams.execute('UPDATE leases SET until = 0')
  } finally {
    client.close()
  }
}

/**
 * All tables are made at once, so a server that starts meanwhile keeps us out, or is kept out by us: it finds tables and no
 * list of migrations until the last step.
 */
async function load(from: RowReader, streams: Streams): Promise<void> {
  const { tables, rest } = await readSchema(from)
  try {
    await streams.batch(tables.map(({ sql }) => sql))
  } catch (error) {
    throw error instanceof LibsqlError && error.message.includes('already exists') ? inUse() : error
  }
  const isLast = ({ name }: { name: string }) => name === '__drizzle_migrations'
  const fill = async (wanted: typeof tables) => {
    for (const table of wanted)
      for await (const page of pagesOf(from, table)) await streams.migrate(writesOf(table, page))
  }
  await fill(tables.filter((table) => !isLast(table)))
  for (const sql of rest) await streams.execute(sql)
  await streams.batch(await sequencesOf(from))
  await fill(tables.filter(isLast))
}
