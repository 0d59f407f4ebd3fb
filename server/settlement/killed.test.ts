import { afterEach, expect } from 'bun:test'
import { join } from 'node:path'
import { fileTest } from '../test-support/file-test'
import { askProvider } from '../test-support/provider-kit'
import { holdOffer, openRental } from '../test-support/rental-kit'
import { serverProcesses } from '../test-support/started-server'
import { openTestApp } from '../test-support/test-app'
import { until } from '../test-support/until'

/** The provider takes the money at once and answers long after the server is gone. */
const LATE_ANSWER_MS = 30_000
const processes = serverProcesses()
afterEach(() => processes.end())

/** A held offer in a database of its own, and a provider whose next capture is answered too late. */
async function prepare() {
  const t = await openTestApp()
  const rental = await openRental(t)
  const bookingId = await holdOffer(t, rental, 'renter')
  const fault = { kind: 'delay', match: 'POST /v1/payment_intents/*/capture', times: '1' }
  await askProvider(t, 'POST', '/_local/faults', { ...fault, delay_ms: String(LATE_ANSWER_MS) })
  const dataDir = processes.newFolder()
  await t.deps.db.exclusive(() =>
    t.deps.db.readBatch([{ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', args: [] }]).then(async () => {
      const file = Bun.file(join(t.deps.env.dataDir, 'trestle.db'))
      await Bun.write(join(dataDir, 'trestle.db'), file)
    }),
  )
  await t.close()
  return { dataDir, rental, bookingId }
}

const start = (dataDir: string) => processes.start(dataDir, { LOCAL_PROVIDER_KEY: 'sk_test_local' })

fileTest('a server killed while the provider takes money knows of it when it is back, and takes it once', async () => {
  const { dataDir, rental, bookingId } = await prepare()
  const taken = async (origin: string) => {
    const headers = { authorization: 'Bearer sk_test_local' }
    const answer = await fetch(`${origin}/_pay/v1/payment_intents`, { headers })
    const { data } = (await answer.json()) as { data: { status: string }[] }
    return data.map(({ status }) => status)
  }
  const first = await start(dataDir)
  // Its answer never comes.
  fetch(`${first.origin}/api/bookings/${bookingId}/status`, {
    method: 'POST',
    headers: { cookie: rental.owner.as, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'approved' }),
  }).catch(() => undefined)
  await until(async () => (await taken(first.origin)).includes('succeeded'))
  first.child.kill('SIGKILL')
  await first.child.exited

  const second = await start(dataDir)
  const booking = async () => {
    const answer = await fetch(`${second.origin}/api/users/${rental.renter.id}/bookings`, {
      headers: { cookie: rental.renter.as },
    })
    const [found] = (await answer.json()) as { status: string; paymentState: string }[]
    return found
  }
  await until(async () => (await booking())?.status === 'paid')
  expect(await booking()).toMatchObject({ paymentState: 'captured' })
  expect(await taken(second.origin)).toEqual(['succeeded'])
  second.child.kill('SIGTERM')
  await second.child.exited

  const audit = Bun.spawn([process.execPath, join(import.meta.dir, 'audit-ledger.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdout: 'pipe',
  })
  expect(await new Response(audit.stdout).text()).toBe('The books are in order.\n')
  expect(await audit.exited).toBe(0)
})
