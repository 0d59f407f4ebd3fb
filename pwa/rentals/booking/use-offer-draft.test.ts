import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import { startRedirect } from '../../money/provider-redirect'
import { freshDb } from '../../test-support/disk-in-memory'
import { runHook } from '../../test-support/run-hook'
import { EMPTY_OFFER, offerDraft } from './offer-drafts'
import { useOfferDraft } from './use-offer-draft'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('words that a second tab typed while a card was added are still there on the way back', async () => {
  const trip = await startRedirect(db.name, '/listings/5', {
    offer: { ...EMPTY_OFFER, note: 'At six' },
    paymentSetup: true,
  })
  await Bun.sleep(2)
  await offerDraft(5)
    .autosave(db)
    .keep({ ...EMPTY_OFFER, note: 'At six, by the back door' })
  const form = runHook(() => useOfferDraft(db, 5, trip, null))
  while (!form.latest()?.draft) await Bun.sleep(1)
  form.stop()
  expect(form.latest()?.draft?.note).toBe('At six, by the back door')
  expect((await offerDraft(5).read(db))?.note).toBe('At six, by the back door')
})
