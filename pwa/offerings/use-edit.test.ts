import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createElement, useState } from 'react'
import type { OwnListing } from '#schema/listing'
import type { OwnItem } from '#schema/made-to-order'
import type { LocalDb } from '../disk/local-db'
import type { SeenWords } from '../disk/mutations'
import { ITEM_FORM } from '../made-to-order/items/item-form'
import { ItemForm, itemValues } from '../made-to-order/items/item-values'
import { itemWords, type ShownOwnItem } from '../made-to-order/items/own-item-overlay'
import { discardWrite, undoDiscard } from '../outbox/waiting-write'
import { priceListings } from '../rentals/listings/bulk-changes'
import { LISTING_FORM } from '../rentals/listings/listing-form'
import { ListingForm, type ListingFormValues, sentListing, valuesOf } from '../rentals/listings/listing-values'
import { listingWords, type ShownOwnListing, sentListingChange } from '../rentals/listings/own-listing-overlay'
import { type Account, AccountContext } from '../session/account'
import { SyncEngine } from '../sync/engine'
import { enqueue } from '../sync/outbox'
import { freshDb } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'
import { autosaveEdit, editDraft } from './thing-edits'
import { readStart, useEdit } from './use-edit'

const photo = (letter: string) => ({ photo: { url: `/uploads/${letter.repeat(64)}.jpg` }, alt: '' })
/** The thing was published on this device: its writes lie under the key of its draft. */
const KEY = 'key-of-draft'
const plates = (changed: Partial<OwnListing>, letter = 'a'): ShownOwnListing => ({
  listing: {
    ...{
      id: 5,
      clientId: KEY,
      title: 'Plates',
      description: 'White.',
      price: 12.5,
      category: 'tableware',
      quantity: 40,
    },
    ...{ terms: 'Clean, please.', cancellationPreset: 'standard', pickupNote: null },
    ...changed,
  } as OwnListing,
  photos: [photo(letter)],
})

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const keep = (before: ShownOwnListing, typed: Partial<ListingFormValues>, seen = listingWords(before), over?: string) =>
  editDraft('listing', 5).save(db, { ...valuesOf(before), ...typed, seen, over })
const open = (shown: ShownOwnListing) => readStart(db, autosaveEdit(db, 'listing', 5), LISTING_FORM, shown)

function enqueueEdit(before: ShownOwnListing, typed: Partial<ListingFormValues>): Promise<string> {
  const form = sentListing(ListingForm.parse({ ...valuesOf(before), ...typed }))
  const change = { ...form, listingKey: KEY, listingId: 5, seen: listingWords(before) }
  return enqueue(db, 7, 'listing.change', change, 1_000)
}

type Refused = Required<Pick<ShownOwnListing, 'refusedChange'>>

/** An edit that the server refused because another device had changed the title. */
const refusedEdit = async (before: ShownOwnListing, typed: Partial<ListingFormValues>): Promise<Refused> =>
  refuse(await enqueueEdit(before, typed))

async function refuse(opId: string): Promise<Refused> {
  const error = { code: 'edit_conflict', message: '', status: 409, now: { title: 'Theirs' } }
  await db.outbox.update(opId, { state: 'attention', error })
  return { refusedChange: { opId, kind: 'listing.change', error, composedAt: '' } }
}

const refusedTitle = (before: ShownOwnListing) => refusedEdit(before, { title: 'Mine' })

/** The form on its page, with what the page shows from then on. */
async function openPage(shown: ShownOwnListing) {
  const engine = new SyncEngine(db, 7)
  let now = shown
  let showAgain = (_: ShownOwnListing) => {}
  const hook = runHook(
    () => {
      const [latest, setLatest] = useState(now)
      now = latest
      showAgain = setLatest
      return useEdit(LISTING_FORM, latest)
    },
    (screen) => createElement(AccountContext, { value: { engine } as Account }, screen),
  )
  const form = () => hook.latest() as NonNullable<ReturnType<typeof hook.latest>>
  while (!hook.latest()?.start) await Bun.sleep(1)
  return {
    form,
    async show(next: ShownOwnListing) {
      showAgain(next)
      while (now !== next) await Bun.sleep(1)
    },
    stop: hook.stop,
  }
}

describe('a form that was left shows', () => {
  test('what stands now in the fields that nobody has typed in', async () => {
    await keep(plates({}), { title: 'Forty plates' })
    const { values, seen, isKept } = await open(plates({ price: 15, description: 'Ivory.', maxDays: 9 }, 'b'))
    expect(values).toMatchObject({ title: 'Forty plates', price: '15', description: 'Ivory.', maxDays: '9' })
    expect(values.photos).toEqual([photo('b')])
    expect([seen.words.title, seen.words.price, seen.photos]).toEqual(['Plates', 15, [photo('b')]])
    expect(isKept).toBe(true)
  })

  test('what was typed in, with what its person had seen, whatever stands now', async () => {
    await keep(plates({}), { price: '9', photos: [photo('c')] })
    const { values, seen } = await open(plates({ price: 15 }, 'b'))
    expect([values.price, values.photos]).toEqual(['9', [photo('c')]])
    expect([seen.words.price, seen.photos]).toEqual([12.5, [photo('a')]])
  })

  test('fields that are read together as they were typed', async () => {
    await keep(plates({ minDays: 1, maxDays: 9 }), { minDays: '2' })
    const { values, seen } = await open(plates({ minDays: 1, maxDays: 7 }))
    expect([values.minDays, values.maxDays]).toEqual(['2', '9'])
    expect(seen.words).toMatchObject({ minDays: 1, maxDays: 9 })
  })

  test('options as they stand now, whatever the form calls them', async () => {
    const item = (names: string[], title = 'Cards'): ShownOwnItem => ({
      item: {
        ...{ id: 5, title, description: '', price: 4800, category: 'stationery', leadTimeInDays: 7, terms: '' },
        customizationOptions: names.map((name) => ({ name, type: 'text' as const, options: [], required: true })),
      } as unknown as OwnItem,
      photos: [photo('a'), photo('b')],
    })
    const before = item(['Names'])
    await editDraft('item', 5).save(db, { ...itemValues(before), title: 'Place cards', seen: itemWords(before) })
    const { values, seen } = await readStart(db, autosaveEdit(db, 'item', 5), ITEM_FORM, item(['Names', 'Date']))
    expect([values.title, values.customizationOptions.map(({ name }) => name)]).toEqual([
      'Place cards',
      ['Names', 'Date'],
    ])
    expect(seen.words.customizationOptions).toHaveLength(2)
  })
})

describe('a form that was left over an edit that is discarded shows', () => {
  const before = plates({})
  const edited = plates({ title: 'Mine' })

  const states: [string, () => Promise<ShownOwnListing>][] = [
    ['waited', () => enqueueEdit(before, { title: 'Mine' }).then(() => edited)],
    ['was refused', async () => ({ ...before, ...(await refusedTitle(before)) })],
  ]

  test.each(states)(
    'what stands and what was typed where it %s, and the edit again where it is brought back',
    async (_, make) => {
      const engine = new SyncEngine(db, 7)
      const shown = await make()
      const [{ opId } = { opId: '' }] = await db.outbox.toArray()
      const form = await open(shown)
      expect(form.values.title).toBe('Mine')
      await keep(shown, { ...form.values, description: 'Ivory.' }, form.seen)
      const discarded = await discardWrite(engine, opId)
      const { values, seen } = await open(before)
      expect([values.title, values.description, seen.words.title]).toEqual(['Plates', 'Ivory.', 'Plates'])
      if (discarded) await undoDiscard(engine, discarded)
      const again = await open(shown)
      expect([again.values.title, again.values.description]).toEqual(['Mine', 'Ivory.'])
    },
  )

  test.each(states)('what was typed over its words, with what stood before them, where it %s', async (_, make) => {
    const engine = new SyncEngine(db, 7)
    const shown = await make()
    const [{ opId } = { opId: '' }] = await db.outbox.toArray()
    const form = await open(shown)
    await keep(shown, { ...form.values, title: 'Ours' }, form.seen)
    const left = await db.drafts.toArray()
    const discarded = await discardWrite(engine, opId)
    const { values, seen } = await open(before)
    expect([values.title, seen.words.title]).toEqual(['Ours', 'Plates'])
    if (discarded) await undoDiscard(engine, discarded)
    expect(await db.drafts.toArray()).toEqual(left)
  })

  test('what was typed over the words of an edit of an item as well', async () => {
    const item = (title: string): ShownOwnItem => ({
      item: {
        ...{ id: 5, title, description: 'Made by hand.', price: 4800, category: 'stationery', leadTimeInDays: 7 },
        ...{ terms: 'Final sale.', customizationOptions: [] },
      } as unknown as OwnItem,
      photos: [photo('a'), photo('b')],
    })
    const [stands, shown] = [item('Cards'), item('My cards')]
    const engine = new SyncEngine(db, 7)
    const checked = ItemForm.parse({ ...itemValues(stands), title: 'My cards' })
    const opId = await ITEM_FORM.change(engine, stands, checked, { seen: itemWords(stands), over: [] })
    await editDraft('item', 5).save(db, { ...itemValues(shown), title: 'Ours', seen: itemWords(shown) })
    await discardWrite(engine, opId ?? '')
    const { values, seen } = await readStart(db, autosaveEdit(db, 'item', 5), ITEM_FORM, stands)
    expect([values.title, seen.words.title]).toEqual(['Ours', 'Cards'])
  })
})

describe('a form that was left before an edit was refused shows', () => {
  const before = plates({})
  test.each<[string, SeenWords]>([
    ['had shown what stood', listingWords(before)],
    ['had shown the edit', listingWords(plates({ title: 'Mine' }))],
  ])('the words of the edit where it %s', async (_, shown) => {
    await keep(before, { title: String(shown.words.title), description: 'Ivory.' }, shown)
    const { values, seen } = await open({ ...plates({ title: 'Theirs' }), ...(await refusedTitle(before)) })
    expect([values.title, values.description, seen.words.title]).toEqual(['Mine', 'Ivory.', 'Mine'])
  })

  test('the version of another device where its person has chosen that', async () => {
    const refused = await refusedTitle(before)
    const theirs = plates({ title: 'Theirs' })
    await keep(before, { title: 'Theirs' }, listingWords(theirs), refused.refusedChange.opId)
    const { values, seen } = await open({ ...theirs, ...refused })
    expect([values.title, seen.words.title]).toEqual(['Theirs', 'Theirs'])
  })

  test('a price that was set in bulk since and went with the edit', async () => {
    const engine = new SyncEngine(db, 7)
    const opId = await enqueueEdit(before, { title: 'Mine' })
    const edited = plates({ title: 'Mine' })
    await keep(edited, { description: 'Ivory.' }, listingWords(edited), opId)
    await priceListings(engine, [edited], { to: '15' })
    const shown = { ...before, ...(await refuse(opId)) }
    const { values, seen, over } = await open(shown)
    expect([values.title, values.price, values.description]).toEqual(['Mine', '15', 'Ivory.'])
    await LISTING_FORM.change(engine, shown, ListingForm.parse(values), { seen, over })
    const [{ payload } = { payload: null }, ...more] = await db.outbox.toArray()
    const change = sentListingChange(payload)
    expect([change?.sent.words.price, change?.seen?.words.price, more]).toEqual([15, 12.5, []])
  })

  test('the words of the edit where it had started with the version of another device', async () => {
    const theirs = plates({ title: 'Theirs' })
    await keep(theirs, { description: 'Ivory.' })
    const { values, seen } = await open({ ...theirs, ...(await refusedTitle(before)) })
    expect([values.title, values.description, seen.words.title]).toEqual(['Mine', 'Ivory.', 'Mine'])
  })
})

describe('a field of a refused edit that its person has set back is as they left it where the form', () => {
  const before = plates({})

  test('was opened over the edit', async () => {
    const shown = { ...before, ...(await refusedEdit(before, { quantity: 10 })) }
    const { form, stop } = await openPage(shown)
    expect(form().start?.quantity).toBe(10)
    await form().keep({ ...valuesOf(before), quantity: 40, description: 'Ivory.' })
    stop()
    const { values } = await open(shown)
    expect([values.quantity, values.description]).toEqual([40, 'Ivory.'])
  })

  test('had sent the edit', async () => {
    const { form, show, stop } = await openPage(before)
    await form().send(ListingForm.parse({ ...valuesOf(before), quantity: 10, title: 'Mine' }))
    const [{ opId } = { opId: '' }] = await db.outbox.toArray()
    const refused = await refuse(opId)
    await show({ ...before, ...refused })
    await form().keep({ ...valuesOf(before), title: 'Mine', description: 'Ivory.' })
    stop()
    const { values } = await open({ ...plates({ title: 'Theirs' }), ...refused })
    expect([values.quantity, values.title, values.description]).toEqual([40, 'Mine', 'Ivory.'])
  })
})

test('a form over a refused edit is saved with what stood before the edit', async () => {
  const before = plates({})
  const shown = { ...before, ...(await refusedEdit(before, { quantity: 10 })) }
  const { values, seen, over } = await open(shown)
  const checked = ListingForm.parse({ ...values, quantity: 20 })
  await LISTING_FORM.change(new SyncEngine(db, 7), shown, checked, { seen, over })
  const [{ payload } = { payload: null }, ...more] = await db.outbox.toArray()
  expect([sentListingChange(payload)?.seen?.words.quantity, more]).toEqual([40, []])
})

describe('of two refused edits of one thing', () => {
  const before = plates({})

  async function bothRefused(): Promise<ShownOwnListing> {
    await refusedEdit(before, { title: 'Mine' })
    const [first] = await db.outbox.toArray()
    // It may have left: the later edit stands behind it.
    await db.outbox.update(first?.opId ?? '', { state: 'queued', everSent: true })
    const later = await refusedEdit(plates({ title: 'Mine' }), { title: 'Mine', description: 'Ivory.' })
    await db.outbox.update(first?.opId ?? '', { state: 'attention' })
    return { ...before, ...later }
  }

  test('the form shows the words of both, and sends them as one edit', async () => {
    const shown = await bothRefused()
    const { form, stop } = await openPage(shown)
    const { start } = form()
    expect([start?.title, start?.description]).toEqual(['Mine', 'Ivory.'])
    await form().send(ListingForm.parse(start))
    const [{ payload } = { payload: null }, ...more] = await db.outbox.toArray()
    const change = sentListingChange(payload)
    expect([change?.sent.words.title, change?.sent.words.description, more]).toEqual(['Mine', 'Ivory.', []])
    expect([change?.seen?.words.title, change?.seen?.words.description]).toEqual(['Plates', 'White.'])
    stop()
  })

  test('both go where the form is started over', async () => {
    const { form, stop } = await openPage(await bothRefused())
    await form().reset()
    while (form().round === 0) await Bun.sleep(1)
    expect([form().start?.title, await db.outbox.count()]).toEqual(['Plates', 0])
    stop()
  })
})

test('an edit that was refused stays where a form is saved that never showed it', async () => {
  const before = plates({})
  const { form, stop } = await openPage(before)
  const elsewhere = (await refusedTitle(before)).refusedChange.opId
  await form().send(ListingForm.parse({ ...valuesOf(before), description: 'Ivory.' }))
  const kept = (await db.outbox.orderBy('order').toArray()).map(({ opId, state }) => [opId === elsewhere, state])
  expect(kept).toEqual([
    [true, 'attention'],
    [false, 'queued'],
  ])
  stop()
})

test('the version of another device stays chosen where the form was opened while its edit still waited', async () => {
  const before = plates({})
  const opId = await enqueueEdit(before, { title: 'Mine' })
  const { form, show, stop } = await openPage(plates({ title: 'Mine' }))
  const theirs = plates({ title: 'Theirs' })
  const shown = { ...theirs, ...(await refuse(opId)) }
  await show(shown)
  form().see(listingWords(theirs))
  await form().keep(valuesOf(theirs))
  stop()
  const { values, seen } = await open(shown)
  expect([values.title, seen.words.title]).toEqual(['Theirs', 'Theirs'])
})

test('a form whose second change is refused as well sends its third with what stood before both', async () => {
  const before = plates({})
  const shown = { ...before, ...(await refusedEdit(before, { quantity: 10, title: 'Mine' })) }
  const { form, show, stop } = await openPage(shown)
  const save = (changes: Partial<ListingFormValues>) =>
    form().send(ListingForm.parse({ ...valuesOf(before), title: 'Mine', ...changes }))
  await save({ quantity: 20, title: 'Mine 2' })
  const [second] = await db.outbox.toArray()
  const error = { code: 'quantity_booked', message: 'Some are booked', status: 409 }
  await db.outbox.update(second?.opId ?? '', { state: 'attention', error })
  const refusedChange = { opId: second?.opId ?? '', kind: 'listing.change' as const, error, composedAt: '' }
  await show({ ...before, refused: refusedChange, refusedChange })
  while (form().seen.words.quantity !== 20) await Bun.sleep(1)
  await save({ quantity: 30, title: 'Mine' })
  const [{ payload } = { payload: null }, ...more] = await db.outbox.toArray()
  const seen = sentListingChange(payload)?.seen?.words
  expect([seen?.quantity, seen?.title, more]).toEqual([40, 'Plates', []])
  stop()
})
