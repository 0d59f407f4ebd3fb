import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { openDatabase } from '../../db/open-database'
import { step } from '../../db/steps'
import type { DatabaseServer } from '../../env'
import { prepareDatabase } from '../../prepare-database'
import { startDatabase } from '../database-server'
import { until } from '../until'

const SWEEPER = join(import.meta.dir, 'sweeper.ts')
const ROWS = 40
const ROW_MS = 5
/** After so many rows the holder is stopped. */
const SWEPT_BEFORE = 5

/** Sweeps row after row, as the holder of the timers. Nothing but the lease keeps a row from being swept twice. */
export async function sweepRows(db: Db): Promise<boolean> {
  return db.asOnly('timers', async () => {
    const due = (await db.readBatch([{ sql: 'SELECT id FROM swept_rows WHERE swept = 0 ORDER BY id', args: [] }]))[0]
    for (const { id } of due?.rows ?? []) {
      const sweep = sql`UPDATE swept_rows SET swept = swept + 1 WHERE id = ${Number(id)}`
      await db.write(() => [step(sweep)])
      await Bun.sleep(ROW_MS)
    }
  })
}

/**
 * In each round a process that sweeps is stopped, its lease runs out, another one sweeps the rest, and the first one goes on.
 * @returns rows that were not swept once, and rounds in which the first one could still write
 */
export async function playStops(rounds: number): Promise<string[]> {
  const server = await startDatabase()
  const source = await server.create('market')
  await prepareDatabase(source)
  const db = await openDatabase(source)
  try {
    const table = 'CREATE TABLE swept_rows (id INTEGER PRIMARY KEY, swept INTEGER NOT NULL) STRICT'
    await db.batch([{ sql: table, args: [] }])
    const wrong: string[] = []
    for (let round = 1; round <= rounds; round++)
      for (const fault of await stopOnce(db, { ...source, owner: `stopped-${round}` }))
        wrong.push(`round ${round}: ${fault}`)
    return wrong
  } finally {
    await db.close()
    await server.close()
  }
}

async function stopOnce(db: Db, source: DatabaseServer): Promise<string[]> {
  const fill = `INSERT INTO swept_rows SELECT value, 0 FROM json_each(?)`
  const ids = JSON.stringify(Array.from({ length: ROWS }, (_, nth) => nth))
  await db.batch([
    { sql: 'DELETE FROM swept_rows', args: [] },
    { sql: fill, args: [ids] },
  ])
  const env = { ...process.env, SWEPT_DATABASE: JSON.stringify(source) }
  const holder = Bun.spawn([process.execPath, SWEEPER], { env, stdout: 'pipe', stderr: 'inherit' })
  try {
    await until(async () => (await countSwept(db, 'swept > 0')) >= SWEPT_BEFORE)
    holder.kill('SIGSTOP')
    const faults: string[] = []
    if (await sweepRows(db)) faults.push('a lease that is held was given to another one')
    await db.batch([{ sql: "UPDATE leases SET until = 0 WHERE name = 'timers'", args: [] }])
    if (!(await sweepRows(db))) faults.push('a lease that has run out was not given to another one')
    holder.kill('SIGCONT')
    const words = await new Response(holder.stdout).text()
    if (!words.includes('another holder')) faults.push(`the first holder said: ${words}`)
    const others = await countSwept(db, 'swept <> 1')
    if (others > 0) faults.push(`${others} rows were not swept once`)
    return faults
  } finally {
    holder.kill('SIGKILL')
  }
}

async function countSwept(db: Db, which: string): Promise<number> {
  const [found] = await db.readBatch([{ sql: `SELECT count(*) AS n FROM swept_rows WHERE ${which}`, args: [] }])
  return Number(found?.rows[0]?.n)
}
