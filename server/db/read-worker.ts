import type { ThreadAnswer } from '../thread'
import type { ReadRow } from './client'
import { type FileConnection, openFileConnection } from './file-connection'
import type { Statement } from './steps'

declare const self: Worker

/** Statements to read from the file at `url`; none for a file that is to be closed. */
export interface ReadTask {
  url: string
  statements: Statement[] | null
}

const LOCK_WAIT_MS = 50
const connections = new Map<string, FileConnection>()

/** A thread that reads files. It keeps a connection to each until it is told to close it. */
self.onmessage = async ({ data }: MessageEvent<ReadTask>) => {
  self.postMessage(
    await answer(data).then(
      (rows): ThreadAnswer<ReadRow[][]> => ({ answer: rows }),
      (error) => ({ failed: error instanceof Error ? error.message : String(error) }),
    ),
  )
}

async function answer({ url, statements }: ReadTask): Promise<ReadRow[][]> {
  if (!statements) return close(url)
  const connection = connections.get(url) ?? openFileConnection(url, LOCK_WAIT_MS)
  connections.set(url, connection)
  const results = await connection.batch(statements, 'read')
  return results.map(({ rows }) => rows.map((row) => ({ ...row })))
}

async function close(url: string): Promise<[]> {
  connections.get(url)?.close()
  connections.delete(url)
  // A closed file stays open until its statements are collected. The one that was used last may be found by the second look alone.
  Bun.gc(true)
  await Bun.sleep(0)
  Bun.gc(true)
  return []
}
