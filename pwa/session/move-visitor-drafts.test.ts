import { afterEach, beforeEach, expect, test } from 'bun:test'
import { accountDbName } from '../disk/account-db-name'
import { type Draft, LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { keptText } from '../drafts/kept-text'
import { draftsWithEdits, noteUnsavedEdit } from '../drafts/unsaved-edits'
import { freshDb } from '../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { moveVisitorDrafts } from './move-visitor-drafts'

const draft = (draftId: string, values: unknown, updatedAt = '2026-11-21T10:00:00.000Z'): Draft => ({
  draftId,
  kind: 'offer',
  values,
  updatedAt,
})
let visitor: LocalDb
let account: LocalDb
beforeEach(() => {
  visitor = new LocalDb(accountDbName(null))
  account = freshDb()
})
afterEach(() => Promise.all([visitor.delete(), account.delete()]))

test('what a visitor typed goes on in the account and leaves the visitor', async () => {
  await visitor.drafts.bulkPut([draft('offer:1', 'one'), draft('offer:2', 'two')])
  expect(await moveVisitorDrafts(account)).toBe(2)
  expect(await account.drafts.toArray()).toEqual([draft('offer:1', 'one'), draft('offer:2', 'two')])
  expect(await visitor.drafts.count()).toBe(0)
})

test('two drafts of one form are joined, whichever came later', async () => {
  await account.drafts.bulkPut([
    draft('offer:1', { note: 'own, later' }, '2026-11-21T12:00:00.000Z'),
    draft('offer:2', { note: 'own, earlier' }, '2026-11-21T08:00:00.000Z'),
    draft('offer:3', { note: 'own' }),
  ])
  await visitor.drafts.bulkPut([draft('offer:1', { note: 'visited' }), draft('offer:2', { note: 'visited' })])
  expect(await moveVisitorDrafts(account)).toBe(2)
  const kept = (await account.drafts.toArray()).map(({ values }) => (values as { note: string }).note)
  expect(kept).toEqual(['visited\nown, later', 'own, earlier\nvisited', 'own'])
  expect(await visitor.drafts.count()).toBe(0)
})

test('without any drafts nothing happens, however often', async () => {
  expect(await moveVisitorDrafts(account)).toBe(0)
  expect(await moveVisitorDrafts(account)).toBe(0)
})

test('what was noted as the visitor’s page was left goes along, over what the disk had of it', async () => {
  installNotes(new NotesInMemory())
  try {
    await autosaveOf(visitor, keptText(visitor, 'message:1')).keep('on the disk')
    noteUnsavedEdit(visitor.name, 'message:1', { at: new Date(Date.now() + 1).toISOString(), state: 'and noted' })
    expect(await moveVisitorDrafts(account)).toBe(1)
    expect(await autosaveOf(account, keptText(account, 'message:1')).open()).toBe('and noted')
    expect([...draftsWithEdits(visitor.name), ...draftsWithEdits(account.name)]).toEqual([])
  } finally {
    installNotes(undefined)
  }
})
