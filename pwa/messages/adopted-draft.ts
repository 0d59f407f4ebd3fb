import { useEffect, useState } from 'react'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import { endDraft } from '../drafts/end-draft'
import { keepText, keptText, readKeptText } from '../drafts/kept-text'
import { keyBefore } from '../sync/question-threads'
import { messageDraftId, type ThreadAbout } from '../sync/thread'

/**
 * Words that were typed in a question and not sent go on in the box of the offer or the order that came of it: once, however
 * many pages open its thread, and whatever the question's own box still writes meanwhile.
 */
export async function adoptDraft(db: LocalDb, thread: ThreadAbout, userId: number): Promise<void> {
  const key = await keyBefore(db, thread, userId)
  if (key === null) return
  const [asked, box] = [`message:${key}`, messageDraftId(thread)]
  const words = (await autosaveOf(db, keptText(db, asked)).open()) ?? ''
  if (words === '') return
  await db.transaction('rw', db.drafts, async () => {
    const before = await readKeptText(db, box)
    if (!before.includes(words)) await keepText(db, box, before === '' ? words : `${before}\n${words}`)
    await endDraft(db, asked)
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
