import type { Db, WriteWatch } from './client'
import type { DatabaseSource } from './database-source'
import { openFile, openFileReadings } from './file-database'
import { openServer, openServerReadings } from './server-database'
import { openStreams } from './streams'

/** Opens a migrated database, in a file or on a database server. */
export function openDatabase(source: DatabaseSource, watch?: WriteWatch): Promise<Db> {
  return typeof source === 'string' ? openFile(source, watch) : openServer(source, watch)
}

/** Read transactions on connections of their own, so many at the same time. */
export function openReadings(source: DatabaseSource, atOnce: number): Pick<Db, 'snapshot' | 'close'> {
  if (typeof source === 'string') return openFileReadings(source, atOnce)
  const streams = openStreams({ ...source, streams: atOnce })
  return { ...openServerReadings(streams), close: async () => streams.close() }
}
