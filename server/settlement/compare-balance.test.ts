import { expect, test } from 'bun:test'
import { seedIfEmpty } from '../demo/seed'
import { auditLedger } from '../money/ledger/audit'
import { askProvider } from '../test-support/provider-kit'
import { openTestApp } from '../test-support/test-app'
import { catchUpLedger } from './catch-up-ledger'
import { compareBalance } from './compare-balance'
import { reconcile } from './reconcile'

test('the demo’s books are those of its provider; a payment that nobody has booked is told to the cent', async () => {
  const t = await openTestApp()
  await seedIfEmpty(t.deps)
  await catchUpLedger(t.deps)
  await reconcile(t.deps)
  expect(await auditLedger(t.deps.db)).toEqual([])
  expect(await compareBalance(t.deps)).toEqual([])
  await askProvider(t, 'POST', '/v1/payment_intents', {
    amount: '5000',
    currency: 'usd',
    payment_method: 'pm_card_visa',
    'allowed_payment_method_types[0]': 'card',
    confirm: 'true',
  })
  const [words = ''] = await compareBalance(t.deps)
  const [books = 0, provider = 0] = (words.match(/-?\d+/g) ?? []).map(Number)
  expect(provider - books).toBe(5000)
  expect(t.errors).toEqual([])
  await t.close()
})
