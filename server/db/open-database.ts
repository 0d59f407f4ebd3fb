import type { DatabaseWatch, Db, Readings } from './client'
import type { DatabaseSource } from './database-source'
import { openFile, openFileReadings } from './file-database'
import { openServer, openServerReadings } from './server-database'

/** Opens a migrated database, in a file or on a database server. */
export function openDatabase(source: DatabaseSource, watch?: DatabaseWatch): Promise<Db> {
  return typeof source === 'string' ? openFile(source, watch) : openServer(source, watch)
}

/** Read transactions on connections of their own, so many at the same time. */
export function openReadings(
  source: DatabaseSource,
  atOnce: number,
  watch?: Pick<DatabaseWatch, 'notePublicRead'>,
): Readings {
  return typeof source === 'string' ? openFileReadings(source, atOnce) : openServerReadings(source, atOnce, watch)
}
