import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { startRedirect } from '../../money/provider-redirect'
import { freshDb } from '../../test-support/disk-in-memory'
import { runHook } from '../../test-support/run-hook'
import { EMPTY_ORDER, type OrderDraft, orderDraft } from './purchase-drafts'
import { useOrderDraft } from './use-order-draft'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

/** The form after its person has come back from the payment provider. */
async function comeBack(trip: string): Promise<OrderDraft> {
  const form = runHook(() => useOrderDraft(db, 5, null, trip, { readyBy: null, pieces: 1 }))
  while (!form.latest()?.draft) await Bun.sleep(1)
  form.stop()
  return form.latest()?.draft as OrderDraft
}
const leave = (note: string) =>
  startRedirect(db.name, '/made-to-order/5', { order: { ...EMPTY_ORDER, note }, paymentSetup: true })

test('words that were typed after “Add a card” was pressed are still there on the way back', async () => {
  const trip = await leave('Two')
  await Bun.sleep(2)
  await orderDraft(5)
    .autosave(db)
    .keep({ ...EMPTY_ORDER, note: 'Two tiers' })
  expect((await comeBack(trip)).note).toBe('Two tiers')
  expect((await orderDraft(5).read(db))?.note).toBe('Two tiers')
})

test('the form comes back as it left where the draft on this device is older', async () => {
  await orderDraft(5)
    .autosave(db)
    .keep({ ...EMPTY_ORDER, note: 'Two' })
  await Bun.sleep(2)
  expect((await comeBack(await leave('Two tiers'))).note).toBe('Two tiers')
  expect((await orderDraft(5).read(db))?.note).toBe('Two tiers')
})
