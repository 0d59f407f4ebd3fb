import * as z from 'zod/mini'
import type { Board } from '#schema/inspiration'
import type { LocalDb } from '../../disk/local-db'
import type { KeptDraft } from '../../drafts/autosave'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(10_000))
const EventWords = z.object({
  name: Typed,
  eventDate: z.nullable(Typed),
  place: z.nullable(Typed),
  guests: z.nullable(z.number()),
})
export type EventWords = z.infer<typeof EventWords>

/** The form of a board as it is typed, and the event that it showed at first; a new board showed none. */
const TypedBoard = z.object({ values: EventWords, seen: z.nullable(EventWords) })
export type TypedBoard = z.infer<typeof TypedBoard>

/** Names the draft of a board's form; without a key that of a new board. */
export const boardDraftId = (key: string | null): string => `board:${key ?? 'new'}`

/** The form before anything was typed. */
export function freshBoard(board: Board | null): TypedBoard {
  if (!board) return { values: { name: '', eventDate: null, place: null, guests: null }, seen: null }
  const { name, eventDate, place = null, guests = null } = board
  const seen = { name, eventDate, place, guests }
  return { values: seen, seen }
}

/** The form of a board as it keeps itself. */
export function keptBoard(db: LocalDb, key: string | null): KeptDraft<TypedBoard> {
  const draftId = boardDraftId(key)
  const parse = (values: unknown) => TypedBoard.safeParse(values).data ?? null
  return {
    draftId,
    parse,
    read: async () => parse((await db.drafts.get(draftId))?.values),
    write: (values) => db.drafts.put({ draftId, kind: 'board', values, updatedAt: new Date().toISOString() }),
  }
}
