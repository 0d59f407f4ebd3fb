import { copyFileSync, rmSync } from 'node:fs'
import type { DatabaseSource } from '../db/database-source'
import { openFileConnection } from '../db/file-connection'
import type { DatabaseServer } from '../env'
import type { StartedDatabase } from './database-server'

const LOCK_WAIT_MS = 5_000

/** Copies of a test's database, which its servers may go on writing to. */
export interface DatabaseCopies {
  /** @returns the name of a copy of the database as it is now */
  take(): Promise<string>
  sourceOf(copy: string): DatabaseSource
  /** Makes the database what the copy is, while no server has it open. @returns the place of the database from now on */
  putBack(copy: string): Promise<DatabaseSource>
}

/** Each copy is a file beside `file`. */
export function copiesOfFile(file: string): DatabaseCopies {
  const sourceOf = (copy: string) => `file:${copy}`
  return {
    sourceOf,
    async take() {
      const copy = `${file}-copy-${crypto.randomUUID()}`
      const connection = openFileConnection(sourceOf(file), LOCK_WAIT_MS)
      await connection.execute({ sql: 'VACUUM INTO ?', args: [copy] })
      connection.close()
      return copy
    },
    async putBack(copy) {
      for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
      copyFileSync(copy, file)
      return sourceOf(file)
    },
  }
}

/** Each copy is a database of its own. One that is put back is copied once more, because servers go on writing to it. */
export function copiesOnServer(server: StartedDatabase, source: DatabaseServer): DatabaseCopies {
  let namespace = source.namespace
  const copy = async (of: string) => (await server.create(`copy-${crypto.randomUUID()}`, of)).namespace
  const sourceOf = (name: string) => ({ ...source, namespace: name, owner: crypto.randomUUID() })
  return {
    sourceOf,
    take: () => copy(namespace),
    async putBack(name) {
      namespace = await copy(name)
      return sourceOf(namespace)
    },
  }
}
