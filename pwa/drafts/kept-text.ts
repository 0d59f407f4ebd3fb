import * as z from 'zod/mini'
import type { LocalDb } from '../disk/local-db'
import type { KeptDraft } from './autosave'
import { endDraft } from './end-draft'

/** Text of an older build is not trusted. */
const Typed = z.object({ content: z.string() })

/** Names the draft of an order's tracking note. */
export const trackingDraftId = (purchaseId: number): string => `tracking:${purchaseId}`

/** The unsent text under this id; empty when there is none. */
export async function readKeptText(db: LocalDb, draftId: string): Promise<string> {
  const typed = Typed.safeParse((await db.drafts.get(draftId))?.values)
  return typed.success ? typed.data.content : ''
}

/** The words of a box as it keeps them. */
export function keptText(db: LocalDb, draftId: string): KeptDraft<string> {
  return {
    draftId,
    read: () => readKeptText(db, draftId),
    write: (content) => keepText(db, draftId, content),
    parse: (noted) => (typeof noted === 'string' ? noted : null),
    join: (before, next) => [before, next].filter((words) => words !== '').join('\n'),
  }
}

/** Keeps what is being typed; empty text forgets it. */
export async function keepText(db: LocalDb, draftId: string, content: string): Promise<void> {
  if (content === '') await endDraft(db, draftId)
  else
    await db.drafts.put({
      draftId,
      kind: draftId.slice(0, draftId.indexOf(':')),
      values: { content },
      updatedAt: new Date().toISOString(),
    })
}
