import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { OwnItem } from '#schema/made-to-order'
import type { LocalDb } from '../../disk/local-db'
import type { MutationName, MutationPayload } from '../../disk/mutations'
import { keepFormDraft, listFormDrafts, readFormDraft, tidyFormDrafts } from '../../offerings/form-drafts'
import { readPublication } from '../../offerings/publications'
import { enqueue } from '../../sync/outbox'
import { freshDb } from '../../test-support/disk-in-memory'
import { itemWords } from './own-item-overlay'
import { readOwnItem, readOwnItems } from './own-items'

const ME = 7
const KEY = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a10'
const BLOB = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a99'
const MAIN = `/uploads/${'a'.repeat(64)}.jpg`
const SIDE = `/uploads/${'b'.repeat(64)}.jpg`
const REFUSED = { code: 'item_not_found', message: 'This item is gone.', status: 404 }

let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const row = (id: number, clientId: string | null = null): OwnItem => ({
  id,
  userId: ME,
  ownerUsername: 'ida',
  title: 'Place cards',
  description: 'Lettered by hand.',
  images: [SIDE],
  mainImage: MAIN,
  photoAlts: ['A card'],
  price: 4800,
  category: 'stationery',
  customizationOptions: [],
  leadTimeInDays: 7,
  terms: 'Final sale.',
  pausedUntil: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  archived: false,
  hidden: false,
  clientId,
})
const words: Omit<MutationPayload<'item.create'>, 'clientId'> = {
  title: 'Hand-lettered place cards',
  description: 'Thick cotton paper.',
  price: 5200,
  category: 'favors',
  customizationOptions: [{ name: 'Names', type: 'text', options: [], required: true }],
  leadTimeInDays: 10,
  terms: 'Custom orders are final.',
  photos: [
    { photo: { blobId: BLOB }, alt: 'New' },
    { photo: { url: MAIN }, alt: 'Old' },
  ],
}
const about = { itemKey: '5', itemId: 5 }
const put = (...rows: OwnItem[]) => db.ownItems.bulkPut(rows.map((one) => ({ ...one, _q: 1 })))
const queue = <Name extends MutationName>(kind: Name, payload: MutationPayload<Name>) =>
  enqueue(db, ME, kind, payload, clock++)
const refuse = (opId: string) => db.outbox.update(opId, { state: 'attention', error: REFUSED })
const read = async () => (await readOwnItem(db, 5)) ?? undefined

describe('an item with waiting writes', () => {
  test('is as the server has it while there are none', async () => {
    await put(row(5))
    expect(await read()).toEqual({
      item: { ...row(5), _q: 1 } as OwnItem,
      photos: [
        { photo: { url: MAIN }, alt: 'A card' },
        { photo: { url: SIDE }, alt: '' },
      ],
    })
    expect(await readOwnItem(db, 6)).toBeNull()
  })

  test('shows an edit at once, photos of this device included', async () => {
    await put(row(5))
    await queue('item.change', { ...words, ...about })
    const { photos, ...said } = words
    const shown = await read()
    expect(shown?.item).toMatchObject({ ...said, mainImage: MAIN, archived: false })
    expect([shown?.photos, shown?.waiting]).toEqual([photos, 'waiting'])
  })

  test('is paused, opened, archived and brought back by the last word, whatever else is written', async () => {
    await put(row(5))
    await queue('item.pause', { ...about, until: '2026-12-05' })
    await queue('item.archive', { ...about, archived: true })
    await queue('item.change', { ...words, ...about })
    expect((await read())?.item).toMatchObject({ title: words.title, pausedUntil: '2026-12-05', archived: true })
    await queue('item.pause', { ...about, until: null })
    await queue('item.archive', { ...about, archived: false })
    expect((await read())?.item).toMatchObject({ pausedUntil: null, archived: false })
  })

  test('shows two edits with a pause between them: of each what it changed', async () => {
    await put(row(5))
    const edit = async (changed: Partial<typeof words>) => {
      const shown = await read()
      if (!shown) throw new Error('There is no item')
      const seen = itemWords(shown)
      const form = { ...words, ...seen.words, photos: shown.photos, ...changed }
      await queue('item.change', { ...form, ...about, seen })
    }
    await edit({ title: words.title, photos: words.photos })
    await queue('item.pause', { ...about, until: '2026-12-05' })
    await edit({ price: words.price })
    const shown = await read()
    expect(shown?.item).toMatchObject({ title: words.title, price: words.price, pausedUntil: '2026-12-05' })
    expect(shown?.photos).toEqual(words.photos)
  })

  test('is as it was when a write was refused, until another takes its place', async () => {
    await put({ ...row(5), pausedUntil: '2026-12-05' })
    const opId = await queue('item.pause', { ...about, until: null })
    await refuse(opId)
    expect(await read()).toMatchObject({
      item: { pausedUntil: '2026-12-05' },
      refused: { opId, kind: 'item.pause', error: REFUSED },
    })
    await queue('item.archive', { ...about, archived: true })
    expect((await read())?.refused).toBeUndefined()
  })

  test('nonsense in the outbox, and words about others, change nothing', async () => {
    await put(row(5), row(6))
    await db.outbox.update(await queue('item.archive', { ...about, archived: true }), { payload: { itemId: 'x' } })
    await queue('item.archive', { itemKey: '6', itemId: 6, archived: true })
    expect((await readOwnItems(db)).map(({ item }) => [item.id, item.archived])).toEqual([
      [6, true],
      [5, false],
    ])
  })
})

describe('a draft of an item that was published', () => {
  const draft = () => keepFormDraft(db, 'item', KEY, { values: { title: words.title } })
  const publish = () => queue('item.create', { ...words, clientId: KEY })
  const keys = async () => (await listFormDrafts(db, 'item')).map(({ key }) => key)

  test('waits, and stays a draft when it is refused', async () => {
    await draft()
    const opId = await publish()
    expect(await readPublication(db, 'item', KEY)).toMatchObject({ waiting: { opId, kind: 'item', isUnsent: true } })
    await refuse(opId)
    expect(await readPublication(db, 'item', KEY)).toMatchObject({ waiting: { state: 'attention', error: REFUSED } })
    await tidyFormDrafts(db, 'item')
    expect((await readFormDraft(db, 'item', KEY))?.values).toEqual({ title: words.title })
  })

  test('is an item once that has come back: listed no more, and forgotten; drafts of listings are others', async () => {
    await draft()
    await keepFormDraft(db, 'listing', BLOB, { values: { title: 'Plates' } })
    await publish()
    expect(await keys()).toEqual([KEY])
    await put(row(9, KEY))
    expect(await readPublication(db, 'item', KEY)).toEqual({ id: 9 })
    expect(await keys()).toEqual([])
    await tidyFormDrafts(db, 'item')
    expect(await readFormDraft(db, 'item', KEY)).toBeNull()
    expect((await listFormDrafts(db, 'listing')).map(({ key }) => key)).toEqual([BLOB])
  })
})
