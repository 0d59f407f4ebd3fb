import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { PaymentMethod } from '#schema/payment'
import { type LocalDb, writeMeta } from '../disk/local-db'
import { freshDb, reopened } from '../test-support/disk-in-memory'
import { keepKnownCards, readKnownCards } from './known-cards'

const CARD: PaymentMethod = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2028 },
  isDefault: true,
}
const NOON = new Date('2026-11-21T12:00:00.000Z')
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test('the cards are remembered with their time, over a restart', async () => {
  await keepKnownCards(db, [CARD], NOON)
  db = reopened(db)
  expect(await readKnownCards(db)).toEqual({ cards: [CARD], at: NOON.toISOString() })
})

test('that there are none is known as well', async () => {
  expect(await readKnownCards(db)).toBeNull()
  await keepKnownCards(db, [], NOON)
  expect(await readKnownCards(db)).toEqual({ cards: [], at: NOON.toISOString() })
})

test('what another version has left is not trusted', async () => {
  await writeMeta(db, 'cards', { cards: [{ id: 5 }], at: 'noon' })
  expect(await readKnownCards(db)).toBeNull()
})
