import { join } from 'node:path'
import { openDatabase } from '../db/client'
import { parseEnv } from '../env'
import { auditLedger } from './audit'

/** `bun server/payments/audit-ledger.ts`: looks through the books of DATA_DIR and ends with 1 when something is wrong. */
const db = await openDatabase(`file:${join(parseEnv(process.env).dataDir, 'trestle.db')}`)
const breaches = await auditLedger(db)
await db.close()
console.log(breaches.length === 0 ? 'The books are in order.' : breaches.join('\n'))
process.exitCode = breaches.length === 0 ? 0 : 1
