import type { DatabaseSource } from '../db/database-source'
import { openFileConnection } from '../db/file-connection'
import { openStreams, type Stream } from '../db/streams'

const LOCK_WAIT_MS = 5_000

/** One connection to a database, beside those of the servers that have it open. */
export interface Beside extends Pick<Stream, 'execute' | 'batch'> {
  close(): void
}

export async function openBeside(source: DatabaseSource): Promise<Beside> {
  if (typeof source === 'string') return openFileConnection(source, LOCK_WAIT_MS)
  const streams = openStreams({ ...source, streams: 1 })
  // A batch needs the version of the protocol, which the first answer tells.
  await streams.execute('SELECT 1')
  return streams
}
