import { openStreams } from '../db/streams'
import type { DatabaseServer } from '../env'
import { BackupFault } from './backup-fault'
import {
  differenceOf,
  digestsOf,
  openRowDigest,
  pagesOf,
  type RowReader,
  readSchema,
  schemaDigest,
  sequencesOf,
  writesOf,
} from './copy-rows'
import { openRowFile, type RowFile } from './row-file'

/** For one request of a copy, which may read a whole table. */
const REQUEST_MS = 300_000

/** Connections that copy a database: none of them loses a digit or gives up early. */
export const openCopyStreams = (server: DatabaseServer) =>
  openStreams({ ...server, streams: 2, timeoutMs: REQUEST_MS }, { integers: 'bigint' })

/**
 * Copies a database of a server to a new file: schema and rows of one read transaction, page by page. The servers go on
 * writing meanwhile. The file is read again and compared.
 * @throws BackupFault when the file does not hold what was read
 */
export async function copyServer(server: DatabaseServer, file: string): Promise<void> {
  const streams = openCopyStreams(server)
  const client = openRowFile(file)
  try {
    const read = await streams.snapshot((at) => copyAll(at, client))
    const differing = differenceOf(read, await digestsOf(client))
    if (differing) throw new BackupFault(`The copy is not what was read: ${differing} differs.`)
  } finally {
    client.close()
    streams.close()
  }
}

/** @returns the digests of what was read */
async function copyAll(from: RowReader, to: RowFile): Promise<Record<string, string>> {
  const schema = await readSchema(from)
  const { tables, rest } = schema
  if (tables.length === 0) throw new BackupFault('The database on the server is empty.')
  const digests = schemaDigest(schema)
  to.batch(tables.map(({ sql }) => sql))
  for (const table of tables) {
    const digest = openRowDigest()
    for await (const page of pagesOf(from, table)) {
      digest.add(page)
      to.batch(writesOf(table, page))
    }
    digests[table.name] = digest.end()
  }
  to.batch([...(await sequencesOf(from)), ...rest])
  return digests
}
