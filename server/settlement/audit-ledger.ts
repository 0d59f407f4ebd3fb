import { join } from 'node:path'
import { openDatabase } from '../db/open-database'
import { keepPrivate } from '../db/private-files'
import { parseEnv } from '../env'
import { auditLedger } from '../money/ledger/audit'

/** `bun server/settlement/audit-ledger.ts`: looks through the books of DATA_DIR and ends with 1 when something is wrong. */
const { dataDir } = parseEnv(process.env)
keepPrivate(dataDir)
const db = await openDatabase(`file:${join(dataDir, 'trestle.db')}`)
const breaches = await auditLedger(db)
await db.close()
console.log(breaches.length === 0 ? 'The books are in order.' : breaches.join('\n'))
process.exitCode = breaches.length === 0 ? 0 : 1
