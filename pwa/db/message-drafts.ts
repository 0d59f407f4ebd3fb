import * as z from 'zod/mini'
import type { LocalDb } from './local-db'

const draftId = (bookingId: number) => `message:${bookingId}`
/** What an older build may have left is not trusted. */
const Typed = z.object({ content: z.string() })

/** What was typed to the other side of a booking and never sent; empty when nothing was. */
export async function readMessageDraft(db: LocalDb, bookingId: number): Promise<string> {
  const typed = Typed.safeParse((await db.drafts.get(draftId(bookingId)))?.values)
  return typed.success ? typed.data.content : ''
}

/** Keeps what is being typed; empty text forgets it. */
export async function keepMessageDraft(db: LocalDb, bookingId: number, content: string): Promise<void> {
  if (content === '') await db.drafts.delete(draftId(bookingId))
  else
    await db.drafts.put({
      draftId: draftId(bookingId),
      kind: 'message',
      values: { content },
      updatedAt: new Date().toISOString(),
    })
}
