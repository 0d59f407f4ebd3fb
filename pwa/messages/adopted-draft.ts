import { useEffect, useState } from 'react'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { endDraft } from '../drafts/end-draft'
import { keepText, keptText, readKeptText } from '../drafts/kept-text'
import { keysBefore } from '../sync/question-threads'
import { messageDraftId, type ThreadAbout } from '../sync/thread'

/**
 * Words that were typed in a question and not sent go on in the box of the offer or the order that came of it, and an asker's
 * under the number of the question in that of the listing or the item: once, however many pages open the thread, and whatever
 * the box before still writes meanwhile.
 */
export async function adoptDraft(db: LocalDb, thread: ThreadAbout, userId: number): Promise<void> {
  const box = messageDraftId(thread)
  for (const key of await keysBefore(db, thread, userId)) await moveWords(db, `message:${key}`, box)
}

async function moveWords(db: LocalDb, from: string, box: string): Promise<void> {
  const words = (await autosaveOf(db, keptText(db, from)).open()) ?? ''
  if (words === '') return
  await db.transaction('rw', db.drafts, async () => {
    const before = await readKeptText(db, box)
    if (!before.includes(words)) await keepText(db, box, before === '' ? words : `${before}\n${words}`)
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
