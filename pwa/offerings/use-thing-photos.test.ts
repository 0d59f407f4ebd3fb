import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createFormControl } from 'react-hook-form'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { keepFormDraft, keptFormDraft, readFormDraft } from './form-drafts'
import { autosaveEdit, editDraft } from './thing-edits'
import type { ThingValues } from './thing-form'
import { takePhoto } from './use-thing-photos'

const KEY = '0193a6c1-7f2e-4b54-9a11-2d6f0c9b7a10'
const PLATES = { photo: { url: `/uploads/${'ca'.repeat(32)}.jpg` }, alt: 'Plates' }

let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const fill = () =>
  db.blobs.hook('creating', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
const openForm = () =>
  createFormControl<ThingValues>({ defaultValues: { photos: [PLATES], title: 'Plates' } }).formControl as never

test('a draft does not keep a photo for which there is no room, whatever is typed while it is taken in', async () => {
  fill()
  const write = (form: Parameters<typeof keepFormDraft>[3]) => keepFormDraft(db, 'listing', KEY, form)
  const keeper = autosaveOf(db, keptFormDraft(db, 'listing', KEY, write))
  await keeper.keep({ values: { photos: [PLATES] } })
  const taking = takePhoto(openForm(), (photos, picked) => keeper.keep({ values: { photos } }, picked), waitingPhoto())
  const typing = keeper.keep({ values: { title: 'Forty plates' } })
  await expect(taking).rejects.toThrow()
  await typing
  await keeper.settled()
  await keeper.keep({ values: { title: 'Fifty plates' } })
  expect((await readFormDraft(db, 'listing', KEY))?.values).toEqual({ photos: [PLATES], title: 'Fifty plates' })
})

test('an edit does not either, and can be saved', async () => {
  fill()
  const keeper = autosaveEdit(db, 'listing', 5)
  const taking = takePhoto(openForm(), (photos, picked) => keeper.keep({ photos }, picked), waitingPhoto())
  await expect(taking).rejects.toThrow()
  expect(await keeper.handOver(() => editDraft('listing', 5).read(db))).toEqual({ photos: [PLATES] })
})

test.each([1, 2, 3, 10])('a photo stays when %i letters are typed while it is taken in', async (letters) => {
  const form = createFormControl<ThingValues>({ defaultValues: { photos: [PLATES], title: '' } })
  const keeper = autosaveEdit(db, 'listing', 5)
  const photo = waitingPhoto()
  // As a form does: every change is kept with the whole of the form.
  form.subscribe({
    formState: { values: true },
    callback: ({ name, values }) => void (name && keeper.keep({ ...structuredClone(values) }).catch(() => undefined)),
  })
  const taking = takePhoto(
    form.formControl as never,
    (photos, picked) => keeper.keep({ ...form.getValues(), photos }, picked),
    photo,
  )
  for (let n = 1; n <= letters; n++) {
    form.setValue('title', 'F'.repeat(n))
    await Promise.resolve()
  }
  await taking
  await keeper.settled()
  expect(await db.blobs.get(photo.blobId)).toBeDefined()
  expect(await editDraft('listing', 5).read(db)).toMatchObject({
    photos: [PLATES, { photo: { blobId: photo.blobId } }],
    title: 'F'.repeat(letters),
  })
})
