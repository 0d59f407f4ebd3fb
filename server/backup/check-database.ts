import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { type Client, createClient, type InStatement, type ResultSet } from '@libsql/client'
import type { ReadRow } from '../db/client'
import type { Statement } from '../db/steps'
import { auditLedger } from '../money/ledger/audit'
import { BackupFault } from './backup-fault'

/** The facts of a copied database that its backup records. */
export interface CheckedDatabase {
  epoch: string
  seq: number
  /** SHA-256 of every photo that a row of `uploads` names. */
  photos: string[]
}

/**
 * Checks a database file that no server has open: its pages, its foreign keys, its books.
 * @throws BackupFault naming the first faults
 */
export async function checkDatabase(file: string): Promise<CheckedDatabase> {
  const client = createClient({ url: `file:${file}`, concurrency: 1 })
  try {
    const faults = await faultsOf(client).catch((error: Error) => [error.message])
    if (faults.length > 0) throw new BackupFault(`The database is not sound: ${faults.slice(0, 3).join('; ')}`)
    const photos = await client.execute('SELECT DISTINCT sha256 FROM uploads ORDER BY sha256')
    return { ...(await clockOf(client)), photos: photos.rows.map(({ sha256 }) => String(sha256)) }
  } finally {
    client.close()
  }
}

async function clockOf(client: Client) {
  const [clock] = (await client.execute('SELECT epoch, seq FROM sync_clock WHERE id = 1')).rows
  if (!clock) throw new BackupFault('The database has no clock.')
  return { epoch: String(clock.epoch), seq: Number(clock.seq) }
}

/** A database that can be asked, in a file or on a server. */
interface Asked {
  execute(statement: InStatement): Promise<ResultSet>
  batch(statements: InStatement[], mode: 'read'): Promise<ResultSet[]>
}

/** The faults of the pages, the foreign keys and the books of a database. */
export async function faultsOf(client: Asked): Promise<string[]> {
  const pages = (await client.execute('PRAGMA integrity_check')).rows.map((row) => String(row.integrity_check))
  const damage = pages.filter((line) => line !== 'ok')
  if (damage.length > 0) return damage
  const orphans = (await client.execute('PRAGMA foreign_key_check')).rows
  const missing = orphans.map(({ table, parent }) => `a row of ${table} points at no row of ${parent}`)
  return [...missing, ...(await auditLedger({ readLong: (statements) => readRows(client, statements) }))]
}

async function readRows(client: Asked, statements: Statement[]): Promise<ReadRow[][]> {
  return (await client.batch(statements, 'read')).map(({ rows }) => rows as ReadRow[])
}

/** A database that stands in the place of a copy; without `epoch` and `seq` when the file is missing or corrupt. */
export interface PresentDatabase {
  isInUse: boolean
  epoch?: string
  seq?: number
}

/**
 * Asks for the whole file, which is refused while another program has the database open. Bun's own SQLite gives the file back at
 * once; the client of libSQL holds it until its statements are collected.
 */
export function readPresent(file: string): PresentDatabase {
  if (!existsSync(file)) return { isInUse: false }
  const db = new Database(file)
  try {
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('BEGIN EXCLUSIVE')
    const clock = db.query<{ epoch: string; seq: number }, []>('SELECT epoch, seq FROM sync_clock WHERE id = 1').get()
    db.run('ROLLBACK')
    return { isInUse: false, ...clock }
  } catch (error) {
    // A corrupt file is a reason to restore, not to refuse.
    return { isInUse: error instanceof SQLiteError && error.code === 'SQLITE_BUSY' }
  } finally {
    db.close()
  }
}
