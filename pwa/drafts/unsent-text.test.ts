import { afterEach, beforeEach, expect, test } from 'bun:test'
import { until } from '../../server/test-support/until'
import type { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'
import { keepText } from './kept-text'
import { UnsentDraft } from './unsent-text'
import { useKeptText } from './use-kept-text'

const DRAFT = 'appeal:3'
let db: LocalDb
beforeEach(() => {
  db = freshDb()
})
afterEach(() => db.delete())

test.each([
  ['which were never sent, are shown', undefined, true],
  ['beside others that were sent, are shown', 'They are mine.', true],
  ['that the server took, are not said to be unsent', 'They broke down.', false],
])('words of a closed box, %s', async (_, sent, isShown) => {
  await keepText(db, DRAFT, ' They broke down.\n')
  const box = runHook(() => ({
    element: UnsentDraft({ db, draftId: DRAFT, question: 'Throw it away?', ...(sent && { sent }) }),
    // Read behind the other.
    text: useKeptText(db, DRAFT).text,
  }))
  await until(() => Boolean(box.latest()?.text))
  box.stop()
  expect(box.latest()?.element !== null).toBe(isShown)
})
