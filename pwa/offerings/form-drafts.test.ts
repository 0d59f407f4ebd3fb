import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import Dexie from 'dexie'
import { type DraftRow, type FieldVersion, mergeDraft } from '#schema/draft'
import type { LocalDb } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { autosaveOf } from '../drafts/autosave'
import { putVersionsAside, readEarlierWords } from '../drafts/earlier-words'
import { noteUnsavedEdit } from '../drafts/unsaved-edits'
import { enqueue, releaseAcked } from '../sync/outbox'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import {
  forgetFormDraft,
  keepFormDraft,
  keptFormDraft,
  listFormDrafts,
  noteOffered,
  pendingEdits,
  readFormDraft,
  tidyFormDrafts,
} from './form-drafts'

const KEY = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a10'
const PHONE = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a01'
const TABLET = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a02'
const BLOB = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a99'

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const keep = (values: Record<string, unknown>, chosen: string[] = []) =>
  keepFormDraft(db, 'listing', KEY, { values, chosen })
const shown = async () => (await readFormDraft(db, 'listing', KEY))?.values
const pending = () => pendingEdits(db, 'listing', KEY, { by: PHONE })

/** What a pull brings: the server's row. */
async function pull(row: Pick<DraftRow, 'fields' | 'others'> | null): Promise<void> {
  if (row === null) await db.draftRows.delete(KEY)
  else await db.draftRows.put({ key: KEY, kind: 'listing', updatedAt: '2026-12-01T12:00:00.000Z', ...row, _q: 1 })
}

/** Sends what is pending to a server that holds `row`, and pulls. */
async function sync(row: Pick<DraftRow, 'fields' | 'others'> = { fields: {}, others: {} }) {
  const edits = (await pending()) ?? {}
  await noteOffered(db, 'listing', KEY, edits)
  const merged = mergeDraft(row, edits)
  await pull(merged)
  return merged
}

test('what was typed is there again, field by field', async () => {
  await keep({ title: 'Pl' })
  await keep({ title: 'Plates', price: '12,50' })
  expect(await shown()).toEqual({ title: 'Plates', price: '12,50' })
  expect(Object.keys((await pending()) ?? {})).toEqual(['title', 'price'])
})

test('once the server has it, nothing is pending; only what is typed after that is', async () => {
  await keep({ title: 'Plates', terms: 'Clean' })
  await sync()
  expect(await pending()).toBeNull()
  await keep({ title: 'Forty plates', terms: 'Clean' })
  expect(Object.keys((await pending()) ?? {})).toEqual(['title'])
  expect((await pending())?.title?.base).toBe((await db.draftRows.get(KEY))?.fields.title?.at as string)
})

test('what another device wrote shows here, where nothing newer was typed', async () => {
  await keep({ title: 'Plates' })
  const row = await sync()
  await pull(mergeDraft(row, { price: { value: '12', at: '2099-01-01T00:00:00.000Z', by: TABLET, base: null } }))
  expect(await shown()).toEqual({ title: 'Plates', price: '12' })
})

test('a device whose clock is behind does not lose what it typed after what it saw', async () => {
  await pull({ fields: { title: { value: 'Plates', at: '2099-01-01T00:00:00.000Z', by: TABLET } }, others: {} })
  await keep({ title: 'Forty plates' })
  expect(await shown()).toEqual({ title: 'Forty plates' })
  const merged = await sync(await rowOf())
  expect(merged.fields.title?.value).toBe('Forty plates')
  expect(merged.others).toEqual({})
})

async function rowOf(): Promise<Required<Pick<DraftRow, 'fields' | 'others' | 'earlier'>>> {
  const { fields = {}, others = {}, earlier = {} } = (await db.draftRows.get(KEY)) ?? {}
  return { fields, others, earlier }
}

test('a real clash keeps both; choosing settles it everywhere', async () => {
  await keep({ title: 'Plates' })
  const elsewhere = mergeDraft(
    { fields: {}, others: {} },
    { title: { value: 'Bowls', at: '2020-01-01T00:00:00.000Z', by: TABLET, base: null } },
  )
  await sync(elsewhere)
  const draft = await readFormDraft(db, 'listing', KEY)
  expect([draft?.values.title, draft?.others.title?.map(({ value }) => value)]).toEqual(['Plates', ['Bowls']])
  await keep({ title: 'Bowls' }, ['title'])
  expect((await readFormDraft(db, 'listing', KEY))?.others).toEqual({})
  expect((await sync(await rowOf())).others).toEqual({})
})

test('a choice is not forgotten by typing on before it is sent', async () => {
  await pull({
    fields: { title: { value: 'Plates', at: '2020-01-02T00:00:00.000Z', by: PHONE } },
    others: { title: [{ value: 'Bowls', at: '2020-01-01T00:00:00.000Z', by: TABLET }] },
  })
  await keep({ title: 'Plates' }, ['title'])
  await keep({ title: 'Plates, forty' })
  expect((await sync(await rowOf())).others).toEqual({})
})

test('a photo stays with its draft, shown from here even when the server has it, and goes with it', async () => {
  const photos = [{ photo: { blobId: BLOB }, alt: 'Plates' }]
  await keepFormDraft(db, 'listing', KEY, { values: { photos }, picked: [waitingPhoto({ blobId: BLOB })] })
  const edits = (await pending()) ?? {}
  const url = 'https://example.com/a.jpg'
  const stored = { ...edits, photos: { ...edits.photos, value: [{ photo: { url }, alt: 'Plates' }] } }
  await pull(mergeDraft({ fields: {}, others: {} }, stored as typeof edits))
  expect(await shown()).toEqual({ photos })
  await keep({ photos: [] })
  expect(await db.blobs.get(BLOB)).toBeUndefined()
})

test('a draft that ended elsewhere is forgotten, unless something was typed here since', async () => {
  await keep({ title: 'Plates' })
  await sync()
  await tidyFormDrafts(db, 'listing')
  await pull(null)
  await keep({ title: 'Plates', price: '12' })
  await tidyFormDrafts(db, 'listing')
  expect(await shown()).toEqual({ title: 'Plates', price: '12' })
  await sync()
  await tidyFormDrafts(db, 'listing')
  await pull(null)
  await tidyFormDrafts(db, 'listing')
  expect(await listFormDrafts(db, 'listing')).toEqual([])
})

test('a draft that a restored server has lost stays, photo included, while its saves go out once more', async () => {
  const values = { photos: [{ photo: { blobId: BLOB }, alt: '' }] }
  await keepFormDraft(db, 'listing', KEY, { values, picked: [waitingPhoto({ blobId: BLOB })] })
  const { fields } = await sync()
  await tidyFormDrafts(db, 'listing')
  await pull(null)
  const edits = { photos: { ...fields.photos!, value: [{ photo: { url: '/uploads/a.jpg' }, alt: '' }], base: null } }
  const opId = await enqueue(db, 7, 'draft.save', { key: KEY, kind: 'listing', fields: edits }, Date.now())
  await tidyFormDrafts(db, 'listing')
  expect(await shown()).toEqual(values)
  expect(await db.blobs.count()).toBe(1)
  // It was published or thrown away elsewhere all the same: the server answers the save, and there is no row.
  await db.outbox.delete(opId)
  await tidyFormDrafts(db, 'listing')
  expect(await listFormDrafts(db, 'listing')).toEqual([])
})

test('words that had not left when another device published the draft are earlier versions of the thing', async () => {
  await keep({ title: 'Plates', quantity: '40' })
  await sync()
  await tidyFormDrafts(db, 'listing')
  await keep({ title: 'Forty plates', description: 'White, with a gold rim', deliveryNotes: '', photos: [] })
  await pull(null)
  const thing = { id: 9, clientId: KEY, title: 'Forty plates', description: '', quantity: 40, _q: 1 }
  await db.ownListings.put(thing as never)
  await tidyFormDrafts(db, 'listing')
  expect(await shown()).toBeUndefined()
  const earlier = await readEarlierWords(db, 'listing:9', new Date())
  expect(Object.entries(earlier).map(([name, [version]]) => [name, version?.value])).toEqual([
    ['description', 'White, with a gold rim'],
  ])
})

describe('a draft that the server held when another device published it', () => {
  const URL = `/uploads/${'ca'.repeat(32)}.jpg`
  const photos = [{ photo: { blobId: BLOB }, alt: 'Plates' }]
  const option = { name: 'Ink', type: 'color', required: true }
  const typedInk = {
    id: 'a',
    ...option,
    choices: [{ id: 'b', name: 'Sage', shade: '#9CAF88' }],
    maxLength: '',
    hint: '',
  }
  const sentInk = { ...option, options: ['Sage #9CAF88'] }
  const held = async (kind: 'listing' | 'item', values: Record<string, unknown>) => {
    await keepFormDraft(db, kind, KEY, { values, picked: [{ ...waitingPhoto({ blobId: BLOB }), url: URL }] })
    const edits = (await pendingEdits(db, kind, KEY, { by: PHONE })) ?? {}
    await noteOffered(db, kind, KEY, edits)
    await pull(mergeDraft({ fields: {}, others: {} }, edits))
    await tidyFormDrafts(db, kind)
  }
  const earlierOnce = async (kind: 'listing' | 'item', thing: object) => {
    await pull(null)
    const own: Pick<LocalDb['ownListings'], 'put'> = kind === 'listing' ? db.ownListings : (db.ownItems as never)
    await own.put({ id: 9, clientId: KEY, images: [], photoAlts: ['Plates'], ...thing, _q: 1 } as never)
    await tidyFormDrafts(db, kind)
    expect(await readFormDraft(db, kind, KEY)).toBeNull()
    const words = await readEarlierWords(db, `${kind}:9`, new Date())
    return Object.fromEntries(Object.entries(words).map(([name, [version]]) => [name, version?.value]))
  }

  test('keeps the words and photos that the other one had not seen as earlier versions', async () => {
    await held('listing', { title: 'Plates', description: 'White.', photos })
    const thing = { title: 'Plates', description: 'Plates of mine', mainImage: '/uploads/other.jpg' }
    expect(await earlierOnce('listing', thing)).toEqual({ description: 'White.', photos })
    expect(await db.blobs.count()).toBe(1)
  })

  test('keeps nothing that the listing says, however it is written', async () => {
    const words = { title: ' Plates ', price: '12.50', quantity: 40, minDays: '2', bufferDays: '0', pickupNote: '' }
    await held('listing', { ...words, deliveryMiles: '5', deliveryFee: '', photos })
    const rules = { minDays: 2, maxDays: 9, deliveryMiles: 5, deliveryFee: 0, pickupNote: null }
    const thing = { title: 'Plates', price: 12.5, quantity: 40, ...rules, mainImage: URL }
    expect(await earlierOnce('listing', thing)).toEqual({})
  })

  test('keeps nothing that the item says, however it is written', async () => {
    await held('item', { price: '40.50', leadTimeInDays: 7, customizationOptions: [typedInk], photos })
    const thing = { price: 4050, leadTimeInDays: 7, customizationOptions: [sentInk], mainImage: URL }
    expect(await earlierOnce('item', thing)).toEqual({})
  })

  test('keeps options that the item does not have, and a price that it does not ask', async () => {
    await held('item', { price: '40.50', customizationOptions: [typedInk] })
    const thing = { price: 40.5, customizationOptions: [{ ...sentInk, options: ['Sage #000000'] }] }
    expect(await earlierOnce('item', thing)).toEqual({ price: '40.50', customizationOptions: [typedInk] })
  })

  test('keeps nothing that the other one had seen and changed', async () => {
    await held('listing', { title: 'Pl' })
    const row = await rowOf()
    const { at } = row.fields.title!
    const edit = { value: 'Plates', at: '2099-01-01T00:00:00.000Z', by: TABLET, base: at }
    await pull(mergeDraft(row, { title: edit }))
    await tidyFormDrafts(db, 'listing')
    expect(await earlierOnce('listing', { title: 'Plates, forty' })).toEqual({})
  })
})

test('words typed after a draft was thrown away elsewhere stay, also behind a device whose clock is ahead', async () => {
  await keep({ title: 'Pl' })
  await sync()
  const row = await rowOf()
  const { at } = row.fields.title!
  await pull(mergeDraft(row, { title: { value: 'Plates', at: '2099-01-01T00:00:00.000Z', by: TABLET, base: at } }))
  await tidyFormDrafts(db, 'listing')
  await pull(null)
  await tidyFormDrafts(db, 'listing')
  await keep({ title: 'Forty plates' })
  await tidyFormDrafts(db, 'listing')
  expect(await shown()).toEqual({ title: 'Forty plates' })
})

test('versions put aside stay when the published thing comes while drafts are tidied', async () => {
  await keep({ title: 'Plates' })
  const version = { value: 'Bowls', at: new Date().toISOString(), by: TABLET }
  await putVersionsAside(db, `listing:${KEY}`, { title: [version] }, new Date())
  const thing = { id: 9, clientId: KEY, title: 'Plates', _q: 1 } as never
  let arrival: PromiseLike<unknown> | undefined
  db.drafts.hook('reading', (draft) => {
    arrival ??= Dexie.ignoreTransaction(() => db.ownListings.put(thing))
    return draft
  })
  await tidyFormDrafts(db, 'listing')
  await arrival
  expect(await shown()).toBeUndefined()
  expect(await readEarlierWords(db, 'listing:9', new Date())).toMatchObject({ title: [version] })
})

test('a draft that this device has published leaves no earlier versions', async () => {
  await keep({ title: 'Forty plates', price: '12,50' })
  const payload = { clientId: KEY, title: 'Forty plates' }
  await db.receipts.put({ opId: 'a', kind: 'listing.create', payload, outcome: 'sent', order: 1, at: '' })
  await db.ownListings.put({ id: 9, clientId: KEY, title: 'Forty plates', price: 12.5, _q: 1 } as never)
  await tidyFormDrafts(db, 'listing')
  expect(await shown()).toBeUndefined()
  expect(await readEarlierWords(db, 'listing:9', new Date())).toEqual({})
})

describe('a draft that this device and another have published', () => {
  const URL = `/uploads/${'ca'.repeat(32)}.jpg`
  const OTHER_URL = `/uploads/${'3e'.repeat(32)}.jpg`
  const sent: MutationPayload<'listing.create'> = {
    ...{ clientId: KEY, title: 'Forty plates', description: 'White.', price: '12.50', category: 'tableware' },
    ...{ terms: '', quantity: 40, cancellationPreset: 'standard', pickupNote: null, bufferDays: 0 },
    ...{ deliveryMiles: 5, deliveryFee: '20', photos: [{ photo: { blobId: BLOB }, alt: 'Plates' }] },
  }
  const row = {
    ...{ id: 9, clientId: KEY, title: 'Forty plates', description: 'White.', price: 12.5, category: 'tableware' },
    ...{ terms: 'Standard rental terms apply.', quantity: 40, cancellationPreset: 'standard', pickupNote: null },
    ...{ deliveryMiles: 5, deliveryFee: 20, mainImage: URL, images: [], photoAlts: ['Plates'], _q: 1 },
  }
  const typed = {
    ...{ title: 'Forty plates', description: 'White.', price: '12.50', terms: '', quantity: 40, bufferDays: '0' },
    ...{ deliveryMiles: '5', deliveryFee: '20', photos: [{ photo: { blobId: BLOB }, alt: 'Plates' }] },
  }
  const published = async (others: object = {}) => {
    const photo = { ...waitingPhoto({ blobId: BLOB }), url: URL }
    await keepFormDraft(db, 'listing', KEY, { values: typed, picked: [photo] })
    await enqueue(db, 7, 'listing.create', sent, Date.now())
    await db.ownListings.put({ ...row, ...others } as never)
  }
  const earlier = async () => {
    await tidyFormDrafts(db, 'listing')
    expect(await shown()).toBeUndefined()
    const words = await readEarlierWords(db, 'listing:9', new Date())
    return Object.fromEntries(Object.entries(words).map(([name, [version]]) => [name, version?.value]))
  }

  test('keeps the words of this one as earlier versions where the other one said something else', async () => {
    const other = { title: 'Bowls', price: 13, mainImage: OTHER_URL, images: [URL], photoAlts: ['Bowls', 'Plates'] }
    await published({ ...other, deliveryFee: 0 })
    const { title, price, photos, deliveryMiles, deliveryFee } = typed
    expect(await earlier()).toEqual({ title, price, photos, deliveryMiles, deliveryFee })
    expect(await db.blobs.count()).toBe(1)
  })

  test('keeps nothing of what both said, however it is written', async () => {
    await published()
    expect(await earlier()).toEqual({})
  })

  test('keeps them also when its own publication has come back from the server', async () => {
    await published({ title: 'Bowls' })
    await db.outbox.toCollection().modify({ state: 'acked', ackSeq: 1, ackEpoch: 'e' })
    await releaseAcked(db, 1, 'e')
    expect(await db.receipts.count()).toBe(1)
    expect(await earlier()).toEqual({ title: 'Forty plates' })
  })

  test('keeps nothing that this device has changed itself since', async () => {
    await published({ title: 'Bowls' })
    const { clientId, ...words } = sent
    await enqueue(db, 7, 'listing.change', { ...words, title: 'Bowls', listingKey: clientId, listingId: 9 }, Date.now())
    expect(await earlier()).toEqual({})
  })

  test('is compared as an item too: in cents, and with its options', async () => {
    const option = { name: 'Ink', type: 'color' as const, options: ['Sage #9CAF88'], required: true }
    const item = {
      ...{ title: 'Place cards', description: 'Lettered by hand.', price: 4050, category: 'stationery' as const },
      ...{ leadTimeInDays: 7, terms: 'Final sale, paid at once.', customizationOptions: [option] },
    }
    const photos = [{ photo: { url: URL }, alt: '' }]
    const values = { ...item, price: '40.50', customizationOptions: [{ ...option, hint: '' }], photos }
    await keepFormDraft(db, 'item', KEY, { values })
    await enqueue(db, 7, 'item.create', { ...item, clientId: KEY, photos }, Date.now())
    const stands = { id: 9, clientId: KEY, mainImage: URL, images: [], photoAlts: [''], _q: 1 }
    await db.ownItems.put({ ...item, ...stands, leadTimeInDays: 9 } as never)
    await tidyFormDrafts(db, 'item')
    const words = await readEarlierWords(db, 'item:9', new Date())
    expect(Object.entries(words).map(([name, [version]]) => [name, version?.value])).toEqual([['leadTimeInDays', 7]])
  })

  test('keeps what the form says when its own publication was refused', async () => {
    await published({ title: 'Bowls' })
    await db.outbox.toCollection().modify({ state: 'attention' })
    await keep({ title: 'Forty plates, counted' })
    expect((await earlier()).title).toBe('Forty plates, counted')
  })
})

test('nonsense on the disk is no draft, and forgetting leaves nothing', async () => {
  await db.drafts.put({ draftId: `listing:${KEY}`, kind: 'listing', values: { key: KEY, fields: 'x' }, updatedAt: '' })
  expect(await shown()).toBeUndefined()
  await keep({ title: 'Plates' })
  await forgetFormDraft(db, 'listing', KEY)
  expect(await listFormDrafts(db, 'listing')).toEqual([])
})

test('what was noted as the page was left is taken up; what was typed elsewhere since, or lacks its photo, is not', async () => {
  installNotes(new NotesInMemory())
  try {
    await keep({ title: 'Pl', price: '12', photos: ['https://example.org/a.jpg'] })
    const { fields, others } = await sync()
    const at = new Date(Date.now() + 1_000).toISOString()
    await pull({ fields: { ...fields, price: { ...fields.price!, value: '15', at: `${at}9`, by: TABLET } }, others })
    const values = { title: 'Plates', price: '13', photos: [{ blobId: BLOB }], terms: 'Clean' }
    noteUnsavedEdit(db.name, `listing:${KEY}`, { at, state: { values, chosen: [] } })
    const keeper = autosaveOf(
      db,
      keptFormDraft(db, 'listing', KEY, (form) => keepFormDraft(db, 'listing', KEY, form)),
    )
    expect((await keeper.open())?.values).toEqual({
      title: 'Plates',
      price: '15',
      photos: ['https://example.org/a.jpg'],
      terms: 'Clean',
    })
    expect(Object.keys((await pending()) ?? {})).toEqual(['title', 'terms'])
  } finally {
    installNotes(undefined)
  }
})

describe('words of this device that meet newer ones of another', () => {
  const DESK = { value: 'Desk words', at: '2099-01-01T00:00:00.000Z', by: TABLET }
  const desk = (draft: Pick<DraftRow, 'fields' | 'others'> = { fields: {}, others: {} }, base: string | null = null) =>
    mergeDraft(draft, { title: { ...DESK, base } })
  const draft = () => readFormDraft(db, 'listing', KEY)
  const texts = (versions: { value?: unknown }[] | undefined) => (versions ?? []).map(({ value }) => value)

  test('stay in the form before they are sent and after, the others beside them', async () => {
    await keep({ title: 'Phone words' })
    await pull(desk())
    expect([(await draft())?.values.title, texts((await draft())?.others.title)]).toEqual([
      'Phone words',
      ['Desk words'],
    ])
    expect(Object.keys((await pending()) ?? {})).toEqual(['title'])
    await sync(desk())
    expect([(await draft())?.values.title, texts((await draft())?.others.title)]).toEqual([
      'Phone words',
      ['Desk words'],
    ])
  })

  test('give way to those that were written in knowledge of them', async () => {
    await keep({ title: 'Phone words' })
    const row = await sync()
    await pull(desk(row, row.fields.title?.at))
    expect([(await draft())?.values.title, (await draft())?.others]).toEqual(['Desk words', {}])
    expect(await pending()).toBeNull()
  })

  test('can be typed on, and the others are still there to be chosen', async () => {
    await keep({ title: 'Phone words' })
    await sync(desk())
    await keep({ title: 'Phone words, more' })
    const { fields, others } = await sync(await rowOf())
    expect([fields.title?.value, texts(others.title)]).toEqual(['Phone words, more', ['Desk words']])
    expect(texts((await draft())?.others.title)).toEqual(['Desk words'])
  })

  test('are kept when the others are chosen, and the other way round', async () => {
    await keep({ title: 'Phone words' })
    await sync(desk())
    const mine = { value: 'Phone words', at: (await draft())?.typedAt.title ?? '', by: PHONE }
    const choose = (value: string, aside: FieldVersion) =>
      keepFormDraft(db, 'listing', KEY, { values: { title: value }, chosen: ['title'], aside: { title: [aside] } })
    await choose('Desk words', mine)
    for (const once of ['on its way', 'at the server']) {
      expect([once, (await draft())?.values.title, texts((await draft())?.earlier.title)]).toEqual([
        once,
        'Desk words',
        ['Phone words'],
      ])
      await sync(await rowOf())
    }
    expect((await draft())?.others).toEqual({})
  })

  test('typed over an older version that the form still showed, they clash with the newer one', async () => {
    const first = desk()
    await pull(first)
    const later = { value: 'Desk again', at: '2099-01-02T00:00:00.000Z', by: TABLET, base: DESK.at }
    await pull(mergeDraft(first, { title: later }))
    await keepFormDraft(db, 'listing', KEY, { values: { title: 'Over desk words' }, bases: { title: DESK.at } })
    const { fields, others } = await sync(await rowOf())
    expect([fields.title?.value, texts(others.title)]).toEqual(['Over desk words', ['Desk again']])
  })
})
