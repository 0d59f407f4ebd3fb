import { lt } from 'drizzle-orm'
import { sweepBookings } from '../bookings/booking-sweep'
import { build, step } from '../db/steps'
import { sessions, syncOps } from '../db/tables'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { RECEIPT_DAYS } from '../http/idempotency'
import { auditLedger } from '../payments/audit'
import { workEvents } from '../payments/webhooks'
import { sweepPurchases } from '../purchases/purchase-sweep'
import { pruneTombstones, writeHighWater } from '../sync/clock'
import { deleteOrphanUploads } from '../uploads/upload-service'

const SWEEP_EVERY_MS = 60_000
const DAILY_MS = 86_400_000

/** Starts the server's timers. @returns a function that stops them and waits for what is under way. */
export function startTimers(deps: Deps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let lastDaily = 0
  const run = () => {
    running = running.then(async () => {
      await everyMinute(deps)
      if (deps.now().getTime() - lastDaily > DAILY_MS) {
        lastDaily = deps.now().getTime()
        await everyDay(deps)
      }
    })
    running = running.catch((error) => deps.log({ level: 'error', what: 'timers', ...describeError(error) }))
  }
  const timer = setInterval(run, SWEEP_EVERY_MS)
  run()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function everyMinute(deps: Deps): Promise<void> {
  await deps.payments.local?.tick()
  await workEvents(deps)
  await sweepBookings(deps)
  await sweepPurchases(deps)
  await writeHighWater(deps)
}

async function everyDay(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAILY_MS).toISOString()
  await deps.db.write(() => ({
    value: null,
    steps: [
      step(build.delete(syncOps).where(lt(syncOps.at, before(RECEIPT_DAYS)))),
      step(build.delete(sessions).where(lt(sessions.expiresAt, before(0)))),
    ],
  }))
  const breaches = await auditLedger(deps.db)
  if (breaches.length > 0) deps.log({ level: 'error', what: 'the books are not in order', breaches })
  await pruneTombstones(deps)
  await deleteOrphanUploads(deps)
}
