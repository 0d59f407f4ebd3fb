import { endClosedAccounts } from '../accounts/end-account'
import { workPasswordRequests } from '../auth/password-service'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { itemIndex } from '../made-to-order/items/item-index'
import { sweepPurchases } from '../made-to-order/purchases/purchase-sweep'
import { drainMails } from '../mail/drain-mails'
import { auditLedger } from '../money/ledger/audit'
import { drainPushes } from '../push/drain-pushes'
import { sweepBookings } from '../rentals/bookings/booking-sweep'
import { sweepClaims } from '../rentals/damage-reports/damage-sweep'
import { listingIndex } from '../rentals/search/listing-index'
import { revealDueReviews } from '../reviews/review-service'
import { catchUpSearch } from '../search/search-index'
import { compareBalance } from '../settlement/compare-balance'
import { reconcile } from '../settlement/reconcile'
import { workEvents } from '../settlement/webhooks'
import { pruneTombstones, writeHighWater } from '../sync/clock'
import { closeEndedSessions } from '../sync/live'
import { replaceForeignPhotos } from '../uploads/replace-foreign-photos'
import { deleteOrphanUploads } from '../uploads/upload-service'
import { deleteOldRows } from './delete-old-rows'
import { whenDue } from './when-due'

const SWEEP_EVERY_MS = 60_000
const RECONCILE_EVERY_MS = 10 * 60_000
const DAILY_MS = 86_400_000
/** Pages of the search index that one turn enters: the other jobs wait meanwhile. */
const SEARCH_PAGES = 50

/** Starts the server's timers. @returns a function that stops them and waits for what is under way */
export function startTimers(deps: Deps): () => Promise<void> {
  deps.metrics.expectJobs(Object.keys({ ...everyMinute, ...everyTenMinutes, ...everyDay }))
  deps.metrics.noteStart(Object.keys(everyMinute), deps.now())
  const often = async () => {
    await runAll(deps, everyMinute)
    await whenDue(deps, 'ten minutes', RECONCILE_EVERY_MS, () => runAll(deps, everyTenMinutes))
  }
  // The work of a day may take hours, and nothing else waits for it.
  const daily = () => whenDue(deps, 'day', DAILY_MS, () => runAll(deps, everyDay))
  const onOneServer = (lease: string, turn: () => Promise<void>) =>
    startTurns(deps, () => deps.db.asOnly(lease, turn, { keeps: true }))
  // Each server has streams of its own.
  const onEachServer = startTurns(deps, () => closeEndedSessions(deps))
  const stops = [onOneServer('timers', often), onOneServer('day', daily), onEachServer]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Takes a turn each minute, one after the other. */
function startTurns(deps: Deps, turn: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = running.then(async () => {
      await turn().catch((error) => deps.log({ level: 'error', what: 'timers', ...describeError(error) }))
    })
  }
  const timer = setInterval(run, SWEEP_EVERY_MS)
  run()
  return async () => {
    clearInterval(timer)
    await running
  }
}

type Job = (deps: Deps) => Promise<unknown>

export const everyMinute: Record<string, Job> = {
  provider: async (deps) => deps.payments.local?.tick(),
  events: workEvents,
  bookings: sweepBookings,
  claims: sweepClaims,
  orders: sweepPurchases,
  reviews: revealDueReviews,
  pushes: drainPushes,
  mails: sendMails,
  'search for listings': ({ db }) => catchUpSearch(db, listingIndex, SEARCH_PAGES),
  'search for items': ({ db }) => catchUpSearch(db, itemIndex, SEARCH_PAGES),
  'high water': writeHighWater,
}

export const everyTenMinutes: Record<string, Job> = {
  'what the provider knows': reconcile,
  'closed accounts': endClosedAccounts,
}

export const everyDay: Record<string, Job> = {
  'old rows': deleteOldRows,
  tombstones: pruneTombstones,
  uploads: deleteOrphanUploads,
  'foreign photos': replaceForeignPhotos,
  books: checkBooks,
  'balance at the provider': checkBalance,
}

/** Links that were asked for become mails, and those that are due are sent. */
export async function sendMails(deps: Deps): Promise<void> {
  await workPasswordRequests(deps)
  await drainMails(deps)
}

/** One job that fails holds up no other, and is tried again at the next turn. */
async function runAll(deps: Deps, jobs: Record<string, Job>): Promise<void> {
  for (const [job, run] of Object.entries(jobs)) {
    const begun = performance.now()
    let isSuccess = true
    try {
      await run(deps)
    } catch (error) {
      isSuccess = false
      deps.log({ level: 'error', what: 'timer', job, ...describeError(error) })
    }
    deps.metrics.noteJob(job, deps.now(), (performance.now() - begun) / 1000, isSuccess)
  }
}

/** Says loudly when the books are not in order. */
async function checkBooks(deps: Deps): Promise<void> {
  noteBreaches(deps, 'books', await auditLedger(deps.db))
}

/** The same when they differ from the provider's. */
async function checkBalance(deps: Deps): Promise<void> {
  noteBreaches(deps, 'balance at the provider', await compareBalance(deps))
}

function noteBreaches({ log, metrics }: Deps, check: string, breaches: string[]): void {
  metrics.bookBreaches.set({ check }, breaches.length)
  if (breaches.length > 0) log({ level: 'error', what: 'the books are not in order', breaches })
}
