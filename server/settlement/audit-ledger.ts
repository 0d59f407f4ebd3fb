import { databaseSourceOf } from '../db/database-source'
import { openDatabase } from '../db/open-database'
import { keepPrivate } from '../db/private-files'
import { parseEnv } from '../env'
import { auditLedger } from '../money/ledger/audit'

/** `bun server/settlement/audit-ledger.ts`: looks through the books of the database and ends with 1 when something is wrong. */
const env = parseEnv(process.env)
keepPrivate(env.dataDir)
const db = await openDatabase(databaseSourceOf(env))
const breaches = await auditLedger(db)
await db.close()
console.log(breaches.length === 0 ? 'The books are in order.' : breaches.join('\n'))
process.exitCode = breaches.length === 0 ? 0 : 1
