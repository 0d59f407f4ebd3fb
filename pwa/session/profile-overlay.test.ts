import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import type { MutationPayload } from '../disk/mutations'
import { enqueue } from '../sync/outbox'
import { freshDb } from '../test-support/disk-in-memory'
import { readRefusedProfile } from './profile-overlay'
import { readOwnProfile } from './profile-queries'

const ME = 7
const BLOB = '22222222-2222-4222-8222-222222222222'
const URL = 'https://photos.example.com/me.jpg'
let db: LocalDb
let clock = 1_000
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

const save = (change: MutationPayload<'profile.save'>) => enqueue(db, ME, 'profile.save', change, clock++)
const sent = async (opId: string) => {
  await db.outbox.update(opId, { state: 'sending', everSent: true })
  return opId
}
const overlay = async () => (await readOwnProfile(db, ME)).overlay

describe('a profile with waiting changes', () => {
  test('without any is as the server has it', async () => {
    await enqueue(
      db,
      ME,
      'address.save',
      { street: '1 Main St', city: 'Queens', state: 'NY', zipCode: '11101' },
      clock++,
    )
    expect(await overlay()).toBeNull()
  })

  test('is changed from the press on, and only where it was changed', async () => {
    await save({ description: 'Plates and lights' })
    expect(await overlay()).toEqual({ waiting: 'waiting', description: 'Plates and lights' })
  })

  test('shows a photo that is on this device alone', async () => {
    await save({ photo: { blobId: BLOB } })
    expect(await overlay()).toEqual({ waiting: 'waiting', photoBlobId: BLOB })
  })

  test('joins a change on its way with one behind it, the later word first', async () => {
    await sent(await save({ description: 'Plates', photo: { blobId: BLOB } }))
    await save({ photo: { url: URL } })
    expect(await overlay()).toEqual({ waiting: 'waiting', description: 'Plates', profilePhoto: URL })
  })

  test.each([
    [{ description: '' }, { description: null }],
    [{ description: null }, { description: null }],
    [{ photo: null }, { profilePhoto: null }],
  ])('%j empties it', async (change, shown) => {
    await save(change)
    expect(await overlay()).toEqual({ waiting: 'waiting', ...shown })
  })

  test('does not show what was refused, which is kept with the reason', async () => {
    const opId = await save({ description: 'Refused' })
    const error = { code: 'validation', message: 'Please provide a valid image URL', status: 422 }
    await db.outbox.update(opId, { state: 'attention', error })
    expect(await overlay()).toBeNull()
    expect(await readRefusedProfile(db)).toEqual({
      opIds: [opId],
      change: { description: 'Refused' },
      message: 'Please provide a valid image URL',
    })
  })

  test('tells of a conflict although a later change was refused for something else', async () => {
    const refuse = async (change: MutationPayload<'profile.save'>, error: OutboxItem['error']) =>
      db.outbox.update(await sent(await save(change)), { state: 'attention', error })
    const conflict = { code: 'edit_conflict', message: 'Choose', status: 409 }
    await refuse({ description: 'Plates' }, { ...conflict, now: { description: 'Earlier' } })
    await refuse({ description: 'Cups' }, { ...conflict, now: { description: 'Theirs' } })
    await refuse(
      { photo: { url: URL } },
      { code: 'validation', message: 'Please provide a valid image URL', status: 422 },
    )
    expect(await readRefusedProfile(db)).toMatchObject({
      change: { description: 'Cups', photo: { url: URL } },
      message: expect.stringContaining('It says now: “Theirs”.'),
      stands: 'Theirs',
    })
  })

  test('of an older build that makes no sense counts as none', async () => {
    await db.outbox.update(await save({ description: 'x' }), { payload: { description: 5 } })
    expect(await overlay()).toBeNull()
  })
})
