import { useEffect, useState } from 'react'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { endDraft } from '../drafts/end-draft'
import { joinLines, keepText, keptText, readKeptText } from '../drafts/kept-text'
import { draftsWithEdits } from '../drafts/unsaved-edits'
import { keysBefore } from '../sync/question-threads'
import { messageDraftId, rewriteDraftId, type ThreadAbout, threadKey } from '../sync/thread'

/**
 * Words that were typed in a question and not sent go on in the box of the offer or the order that came of it, and an asker's
 * under the number of the question in that of the listing or the item; and other words for a message that has left meanwhile:
 * once, however many pages open the thread, and whatever the box before still writes meanwhile.
 */
export async function adoptDraft(db: LocalDb, thread: ThreadAbout, userId: number): Promise<void> {
  const box = messageDraftId(thread)
  const before = await keysBefore(db, thread, userId)
  for (const key of before) await moveWords(db, `message:${key}`, box)
  for (const key of [...before, threadKey(thread)])
    for (const draftId of await rewritesOf(db, key)) await moveWords(db, draftId, box)
}

/** The drafts of other words for messages of a thread that wait no more. */
async function rewritesOf(db: LocalDb, key: string): Promise<string[]> {
  const start = rewriteDraftId(key, '')
  const kept = await db.drafts.where('draftId').startsWith(start).primaryKeys()
  const all = [...new Set([...kept, ...draftsWithEdits(db.name)])].filter((draftId) => draftId.startsWith(start))
  const items = await db.outbox.bulkGet(all.map((draftId) => draftId.slice(start.length)))
  return all.filter((_, nth) => !items[nth] || items[nth].state === 'acked')
}

/** One space before, between and after the words: only whole ones are found in it. */
const spaced = (text: string) => ` ${text} `.replace(/\s+/g, ' ')

async function moveWords(db: LocalDb, from: string, box: string): Promise<void> {
  const words = (await autosaveOf(db, keptText(db, from)).open()) ?? ''
  if (words === '') return
  await db.transaction('rw', db.drafts, async () => {
    const before = await readKeptText(db, box)
    if (!spaced(before).includes(spaced(words))) await keepText(db, box, joinLines(before, words))
    await endDraft(db, from)
  })
}

/** Does it as a thread opens. @returns whether the box may be shown */
export function useAdoptedDraft(db: LocalDb, { about, id }: ThreadAbout, userId: number): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isGone = false
    const done = () => {
      if (!isGone) setReady(true)
    }
    // A full disk: the words stay where they are.
    adoptDraft(db, { about, id }, userId).then(done, done)
    return () => {
      isGone = true
    }
  }, [db, about, id, userId])
  return isReady
}
