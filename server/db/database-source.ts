import { join } from 'node:path'
import type { DatabaseServer, Env } from '../env'

/** The place of a database: the address of a file (`file:…`), or a database server. */
export type DatabaseSource = string | DatabaseServer

/** The database that the environment names. */
export function databaseSourceOf({ database, dataDir }: Pick<Env, 'database' | 'dataDir'>): DatabaseSource {
  return database ?? `file:${join(dataDir, 'trestle.db')}`
}
