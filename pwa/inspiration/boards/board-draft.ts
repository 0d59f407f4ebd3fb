import * as z from 'zod/mini'
import type { Board } from '#schema/inspiration'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'

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

/** The form of a board, on this device; without a key that of a new board. */
export const boardDraft = (key: string | null): DeviceDraft<TypedBoard> =>
  draftOf({ id: `board:${key ?? 'new'}`, kind: 'board', shape: TypedBoard })

/** The form before anything was typed. */
export function freshBoard(board: Board | null): TypedBoard {
  if (!board) return { values: { name: '', eventDate: null, place: null, guests: null }, seen: null }
  const { name, eventDate, place = null, guests = null } = board
  const seen = { name, eventDate, place, guests }
  return { values: seen, seen }
}
