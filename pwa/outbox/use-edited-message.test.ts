import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { until } from '../../server/test-support/until'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { readKeptText } from '../drafts/kept-text'
import { adoptDraft } from '../messages/adopted-draft'
import { sendMessage } from '../messages/send-message'
import { AccountContext } from '../session/account'
import { SyncEngine } from '../sync/engine'
import { rewriteDraftId } from '../sync/thread'
import { freshDb } from '../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { runHook } from '../test-support/run-hook'
import { ToastProvider } from '../ui/toasts'
import { useEditedMessage } from './use-edited-message'
import { rewriteMessage } from './waiting-write'

let db: LocalDb
let engine: SyncEngine
beforeEach(() => {
  installNotes(new NotesInMemory())
  db = freshDb()
  // Never started: what it queues stays in line.
  engine = new SyncEngine(db, 7)
})
afterEach(async () => {
  await db.delete()
  installNotes(undefined)
})

/** The dialog of a message that says “At sxi”, with other words typed in it. */
async function typed(words: string) {
  await sendMessage(engine, { about: 'booking', id: 77 }, { other: 'rosa', title: 'Plates' }, 'At sxi')
  const [item] = (await db.outbox.toArray()) as [OutboxItem]
  const dialog = runHook(
    () => useEditedMessage(item, () => undefined),
    (screen) =>
      createElement(AccountContext, { value: { engine } as never }, createElement(ToastProvider, null, screen)),
  )
  const shows = async (text: string) => {
    while (dialog.latest()?.text !== text) await Bun.sleep(1)
  }
  await shows('At sxi')
  dialog.latest()?.change(words)
  await shows(words)
  return { item, dialog, save: () => dialog.latest()?.save() }
}

/** The box of the thread, once what goes into it is there, and what might go there a second time. */
async function box(): Promise<string> {
  await until(async () => (await readKeptText(db, 'message:77')) !== '')
  await Bun.sleep(50)
  return readKeptText(db, 'message:77')
}

test('words that are saved while their message arrives, and its row goes, stand in the box once', async () => {
  const { item, dialog, save } = await typed('At six')
  await db.outbox.update(item.opId, { state: 'acked' })
  const saved = save()
  dialog.stop()
  await saved
  expect(await box()).toBe('At six')
  expect(await readKeptText(db, rewriteDraftId(item.lane, item.opId))).toBe('')
})

test('words that could not be saved go into the box when the row of their message goes', async () => {
  const { item, dialog, save } = await typed('At six')
  await db.outbox.update(item.opId, { state: 'acked' })
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  db.drafts.hook('creating', refuse)
  await save()
  db.drafts.hook('creating').unsubscribe(refuse)
  dialog.stop()
  expect(await box()).toBe('At six')
})

test('words that were saved are not in the box as well where the page ends just then', async () => {
  const { item, dialog } = await typed('At six')
  await until(async () => (await readKeptText(db, rewriteDraftId(item.lane, item.opId))) === 'At six')
  expect(await rewriteMessage(engine, item.opId, 'At six')).toBe(true)
  await adoptDraft(db, { about: 'booking', id: 77 }, 7)
  expect(await readKeptText(db, 'message:77')).toBe('')
  dialog.stop()
})
