import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './client'
import { failing } from './plan-reads'
import type { Statement } from './steps'
import type { Streams } from './streams'

/** A holder that has not renewed its lease for so long counts as gone. */
const LEASE_S = 90
const RENEW_MS = 30_000

interface Fence {
  name: string
  token: number
}

const fences = new AsyncLocalStorage<Fence>()

/** A batch of this statement fails when the work that it belongs to has another holder by now. */
export function fenceOf(): Statement[] {
  const fence = fences.getStore()
  if (!fence) return []
  const condition = 'NOT EXISTS (SELECT 1 FROM leases WHERE name = ? AND token = ?)'
  return [{ sql: failing(condition), args: [fence.name, fence.token] }]
}

export type Leases = Pick<Db, 'asOnly'> & {
  /** Lets all leases go that this server holds. */
  drop(): Promise<void>
}

/** Leases by the database's clock. The token grows with every new holder, and each write of the work carries it. */
export function openLeases(streams: Streams, owner: string): Leases {
  async function take(name: string): Promise<number | null> {
    const { rows } = await streams.execute({
      sql: `INSERT INTO leases (name, owner, token, until) VALUES (?, ?, 1, unixepoch('subsec') + ?)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until, token = token + (owner <> excluded.owner)
        WHERE until < unixepoch('subsec') OR owner = excluded.owner RETURNING token`,
      args: [name, owner, LEASE_S],
    })
    return rows[0] ? Number(rows[0].token) : null
  }

  const letGo = (name: string) =>
    streams.execute({ sql: 'UPDATE leases SET until = 0 WHERE name = ? AND owner = ?', args: [name, owner] })

  return {
    async asOnly(name, work, { keeps = false } = {}) {
      const token = await take(name)
      if (token === null) return false
      // A lease that is another's by now is noticed by the fence.
      const renewal = setInterval(() => take(name).catch(() => undefined), RENEW_MS)
      try {
        await fences.run({ name, token }, work)
      } finally {
        clearInterval(renewal)
        // One that cannot be let go now lapses by itself.
        if (!keeps) await letGo(name).catch(() => undefined)
      }
      return true
    },
    async drop() {
      await streams.execute({ sql: 'UPDATE leases SET until = 0 WHERE owner = ?', args: [owner] })
    },
  }
}
