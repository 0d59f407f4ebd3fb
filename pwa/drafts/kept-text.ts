import * as z from 'zod/mini'
import type { LocalDb } from '../disk/local-db'
import { autosaveOf, type KeptDraft } from './autosave'
import { endDraft } from './end-draft'
import { joinWords } from './join-drafts'

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
    join: joinLines,
    withLater: joinWords,
  }
}

export function joinLines(...parts: string[]): string {
  return parts.filter((words) => words !== '').join('\n')
}

/** The boxes on this page, by the disk and the draft of each. */
const boxes = new Map<string, Set<(words: string) => void>>()
const boxKey = (db: LocalDb, draftId: string) => `${db.name} ${draftId}`

/** Has a box hear of words that are added to its draft. @returns ends that */
export function onAddedText(db: LocalDb, draftId: string, hear: (words: string) => void): () => void {
  const key = boxKey(db, draftId)
  const shown = boxes.get(key) ?? new Set()
  boxes.set(key, shown.add(hear))
  return () => void shown.delete(hear)
}

/** Adds words to a box, after what stands there, whether or not it is shown at the moment. */
export async function addText(db: LocalDb, draftId: string, words: string): Promise<void> {
  const [hear] = boxes.get(boxKey(db, draftId)) ?? []
  if (hear) return hear(words)
  const box = autosaveOf(db, keptText(db, draftId))
  await box.open()
  await box.handOver(async () => keepText(db, draftId, joinLines(await readKeptText(db, draftId), words)))
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
