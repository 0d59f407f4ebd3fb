import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { releaseAcked } from '../sync/outbox'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { type ProfileFields, profileDraft } from './profile-draft'
import { giveUpProfile, readShownChanges, saveProfile } from './save-profile'

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(() => db.delete())

const BASE: ProfileFields = { description: '', photo: null, photoUrl: '' }
const line = async () => (await db.outbox.orderBy('order').toArray()).map(({ kind, payload }) => [kind, payload])
const refuse = () => db.outbox.where('lane').equals('profile').modify({ state: 'attention' })
const photos = async () => (await db.blobs.toArray()).map(({ blobId }) => blobId)

async function pick() {
  const kept = waitingPhoto()
  const photo = { blobId: kept.blobId }
  await profileDraft.save(db, { base: BASE, values: { ...BASE, photo } }, kept)
  return photo
}

test('the photo goes first, the draft ends, and what was not touched is not named', async () => {
  const photo = await pick()
  await saveProfile(engine, { photo })
  expect(await line()).toEqual([
    ['photo.upload', photo],
    ['profile.save', { photo }],
  ])
  expect(await profileDraft.read(db)).toBeNull()
  expect(await photos()).toEqual([photo.blobId])
})

test('two changes before the signal is back become one, the later word first', async () => {
  const first = await pick()
  await saveProfile(engine, { photo: first, description: 'Plates' })
  await saveProfile(engine, { description: 'Plates and lights' })
  expect(await line()).toEqual([
    ['photo.upload', first],
    ['profile.save', { photo: first, description: 'Plates and lights' }],
  ])
  const second = await pick()
  await saveProfile(engine, { photo: second })
  expect((await line()).map(([kind]) => kind).toSorted()).toEqual(['photo.upload', 'profile.save'])
  expect(await photos()).toEqual([second.blobId])
})

test('two changes before the signal is back have been written over what the first one’s form had shown', async () => {
  await saveProfile(engine, { description: 'Plates', seen: { description: 'Cups' } })
  await saveProfile(engine, { description: 'Lights', seen: { description: 'Plates' } })
  expect(await line()).toEqual([['profile.save', { description: 'Lights', seen: { description: 'Cups' } }]])
})

test('a change that may have left is not rewritten: the next one stands behind it and names itself alone', async () => {
  await saveProfile(engine, { description: 'Plates' })
  await db.outbox.toCollection().modify({ everSent: true })
  await saveProfile(engine, { photo: null })
  expect(await line()).toEqual([
    ['profile.save', { description: 'Plates' }],
    ['profile.save', { photo: null }],
  ])
})

test('a new press takes the place of a refused change that its form showed', async () => {
  const photo = await pick()
  await saveProfile(engine, { photo, description: 'Plates' })
  await refuse()
  await saveProfile(engine, { description: 'Lights' }, await readShownChanges(db))
  expect(await line()).toEqual([['profile.save', { description: 'Lights' }]])
  expect(await photos()).toEqual([])
})

describe('of two changes that were refused one after the other', () => {
  const MINE = { description: 'Plates and lights' }
  let photo: { blobId: string }
  beforeEach(async () => {
    photo = await pick()
    await saveProfile(engine, { photo, description: 'Plates' })
    await db.outbox.toCollection().modify({ everSent: true })
    await saveProfile(engine, MINE, await readShownChanges(db))
    await refuse()
  })

  test('the form shows both joined, the later word first', async () => {
    expect((await readShownChanges(db)).refused?.change).toEqual({ ...MINE, photo })
  })

  test('none comes back after a new press', async () => {
    const words = { description: 'Lights' }
    await saveProfile(engine, { ...words, photo }, await readShownChanges(db))
    expect(await line()).toEqual([
      ['photo.upload', photo],
      ['profile.save', { ...words, photo }],
    ])
    expect(await photos()).toEqual([photo.blobId])
  })

  test('none is left once the form was started over', async () => {
    await giveUpProfile(db, await readShownChanges(db))
    expect([await line(), await photos()]).toEqual([[], []])
  })
})

test('a form that was set back to what stands takes a refused change back', async () => {
  await saveProfile(engine, { description: 'Plates' })
  await refuse()
  expect(await saveProfile(engine, {}, await readShownChanges(db))).toBeNull()
  expect(await line()).toEqual([])
})

describe('a change that is refused while a form shows it', () => {
  const change = { description: 'Plates', seen: { description: 'Cups' } }

  test('goes out again with a new photo', async () => {
    await saveProfile(engine, change)
    const shown = await readShownChanges(db)
    await refuse()
    await saveProfile(engine, { photo: null }, shown)
    expect(await line()).toEqual([['profile.save', { ...change, photo: null }]])
  })

  test('goes out again from an unchanged form', async () => {
    const photo = await pick()
    await saveProfile(engine, { ...change, photo })
    const shown = await readShownChanges(db)
    await refuse()
    await saveProfile(engine, {}, shown)
    expect(await line()).toEqual([
      ['photo.upload', photo],
      ['profile.save', { ...change, photo }],
    ])
    expect(await photos()).toEqual([photo.blobId])
  })

  test('gives its words up for new ones, which are compared with what its own form had shown', async () => {
    await saveProfile(engine, change)
    const shown = await readShownChanges(db)
    await refuse()
    await saveProfile(engine, { description: 'Lights', seen: { description: 'Plates' } }, shown)
    expect(await line()).toEqual([['profile.save', { ...change, description: 'Lights' }]])
  })

  test('stays where the form is started over', async () => {
    await saveProfile(engine, change)
    const shown = await readShownChanges(db)
    await refuse()
    await giveUpProfile(db, shown)
    expect(await line()).toEqual([['profile.save', change]])
  })
})

test('a refused change that the form never showed stays', async () => {
  const shown = await readShownChanges(db)
  await saveProfile(engine, { description: 'Plates' })
  await refuse()
  await saveProfile(engine, { photo: null }, shown)
  await giveUpProfile(db, shown)
  expect(await line()).toEqual([
    ['profile.save', { description: 'Plates' }],
    ['profile.save', { photo: null }],
  ])
})

test('giving up ends what is typed and a refused change, and no change that waits', async () => {
  await saveProfile(engine, { description: 'Plates' })
  await giveUpProfile(db, await readShownChanges(db))
  expect(await line()).toEqual([['profile.save', { description: 'Plates' }]])
  await refuse()
  await profileDraft.save(db, { base: BASE, values: { ...BASE, description: 'Plates and' } })
  await giveUpProfile(db, await readShownChanges(db))
  expect([await line(), await profileDraft.read(db)]).toEqual([[], null])
})

test('a photo stays until its change is confirmed, and while a draft shows it', async () => {
  const photo = await pick()
  await saveProfile(engine, { photo })
  await profileDraft.save(db, { base: BASE, values: { ...BASE, photo, description: 'More' } })
  await db.outbox.toCollection().modify({ state: 'acked', everSent: true, ackSeq: 5, ackEpoch: 'e1' })
  await releaseAcked(db, 5, 'e1')
  expect(await line()).toEqual([])
  expect(await photos()).toEqual([photo.blobId])
})

test('a draft whose photo is gone goes on with the one before', async () => {
  const base = { ...BASE, photo: { url: 'https://photos.example.com/me.jpg' } }
  await profileDraft.save(db, {
    base,
    values: { ...base, description: 'Typed', photo: { blobId: crypto.randomUUID() } },
  })
  expect((await profileDraft.read(db))?.values).toEqual({ ...base, description: 'Typed' })
})
