import { eq } from 'drizzle-orm'
import { publicScopes } from '#schema/sync-scopes'
import type { Db, Reads } from '../../db/client'
import { build, step } from '../../db/steps'
import { listings } from '../../db/tables'
import type { Deps } from '../../deps'
import { openFeed } from '../../sync/feed'
import { createListingRow } from '../rental-kit'
import { signUpHost } from '../sign-up'
import { openTestApp } from '../test-app'

const SCOPE = publicScopes.listing
const LISTINGS = 12

/**
 * Pulls all listings on one server, again and again, while another one changes them.
 * @param isUnstable as a control: what a pull reads is not of one moment
 * @returns the first pull whose rows are others than those that it counts, as its place; null without one
 */
export async function playPulls(pulls: number, isUnstable = false): Promise<number | null> {
  const t = await openTestApp({}, { servers: 2 })
  const [writing, reading] = t.servers as [Deps, Deps]
  const owner = await signUpHost(t, 'rosa')
  const ids: number[] = []
  for (let nth = 0; nth < LISTINGS; nth++) ids.push(await createListingRow(t, owner))
  let isOver = false
  const changing = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const change = build.update(listings).set({ priceCents: 100 + nth })
      await writing.db.write(() => [step(change.where(eq(listings.id, ids[nth % LISTINGS] ?? 0)))])
    }
  })()
  try {
    const feed = await openFeed(isUnstable ? ofNoMoment(reading.db) : reading.db, reading.now)
    for (let nth = 0; nth < pulls; nth++) {
      const { changes, scopes } = await feed.pull({ epoch: feed.epoch(), scopes: { [SCOPE]: [0] } }, null)
      const sum = changes.reduce((total, { q }) => total + q, 0)
      if (changes.length !== scopes[SCOPE]?.n || sum !== scopes[SCOPE]?.sum) return nth
    }
    return null
  } finally {
    isOver = true
    await changing
    await t.close()
  }
}

/** The same database, each of whose reads sees what is there by then. */
function ofNoMoment(db: Db): Db {
  const reads: Reads = {
    read: db.read,
    readBatch: async (statements) => {
      const results = []
      for (const statement of statements) results.push(...(await db.readBatch([statement])))
      return results
    },
  }
  return { ...db, snapshot: (work) => work(reads), publicSnapshot: (_least, work) => work(reads) }
}
