import { publicScopes } from '#schema/sync-scopes'
import type { BenchRow } from '../../../server/test-support/bench/bench-rounds'
import { fetchSnapshot } from '../../sync/fetch-snapshot'
import { benchFlush, type Likes } from './flushing'
import { benchHolding, multiplied } from './holding'
import { benchSearch } from './searching'

/** How many times the catalogue of the server, and how often each is measured. */
const SIZES = [
  { times: 1, rounds: 7 },
  { times: 10, rounds: 3 },
]
const FLUSH_ROUNDS = 5

Object.assign(window, { runBench })

async function runBench(likes: Likes): Promise<BenchRow[]> {
  const snapshot = await fetchSnapshot(publicScopes.listing, () => undefined)
  if (!snapshot || snapshot === 'too-large') throw new Error('There is no snapshot')
  const rows: BenchRow[] = []
  for (const { times, rounds } of SIZES) {
    const holding = await benchHolding(multiplied(snapshot, times), rounds)
    rows.push(...holding.rows, ...(await benchSearch(holding.db, holding.catalogue, rounds)))
    holding.catalogue.rest()
    await holding.db.delete()
  }
  return [...rows, await benchFlush(likes, FLUSH_ROUNDS)]
}
