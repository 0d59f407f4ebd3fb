/**
 * Text that had not reached the disk when its page was hidden or left, noted in the one store that is written at
 * once. Words only, never photos; each account's under the name of its own database.
 */
export interface UnsavedEdit {
  /** When it was typed: comparable with a draft's `updatedAt`. */
  at: string
  state: unknown
  /** The words before it were being handed over, or had not been read yet: should they be on the disk, they come first. */
  follows?: true
  /** Photos that its page has shown by then; absent in a note of an earlier build. */
  photos?: string[]
}

/** As a page has it, and a worker has not. */
interface NoteStore {
  readonly length: number
  key(place: number): string | null
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** The browser gives a few million characters to everything that is noted here. */
const NOTE_MAX_CHARACTERS = 250_000

/** Notes something unless there is a newer note of the same draft. Without room, or without the store, nothing is noted. */
export function noteUnsavedEdit(disk: string, draftId: string, note: UnsavedEdit): void {
  const text = JSON.stringify(note)
  const held = readUnsavedEdit(disk, draftId)
  if (text.length > NOTE_MAX_CHARACTERS || (held && held.at > note.at)) return
  attempt((store) => store.setItem(nameOf(disk, draftId), text))
}

export function readUnsavedEdit(disk: string, draftId: string): UnsavedEdit | null {
  const note = attempt((store) => JSON.parse(store.getItem(nameOf(disk, draftId)) ?? 'null') as UnsavedEdit | null)
  return typeof note?.at === 'string' ? note : null
}

/** Forgets what was noted of a draft up to a time, as the disk has it or the draft has ended, and what makes no sense. */
export function dropUnsavedEdit(disk: string, draftId: string, upTo: string): void {
  const note = readUnsavedEdit(disk, draftId)
  if (!note || note.at <= upTo) attempt((store) => store.removeItem(nameOf(disk, draftId)))
}

/** The drafts of which something is noted. */
export function draftsWithEdits(disk: string): string[] {
  const start = nameOf(disk, '')
  const names = attempt((store) => Array.from({ length: store.length }, (_, place) => store.key(place) ?? '')) ?? []
  return names.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []))
}

/** The databases of which something is noted. */
export function listDisksWithEdits(): string[] {
  const names = attempt((store) => Array.from({ length: store.length }, (_, place) => store.key(place) ?? '')) ?? []
  return [
    ...new Set(
      names.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length).split(':')[0] ?? ''] : [])),
    ),
  ]
}

/** Forgets everything noted of an account. */
export function dropUnsavedEdits(disk: string): void {
  for (const draftId of draftsWithEdits(disk)) attempt((store) => store.removeItem(nameOf(disk, draftId)))
}

/** Hands notes on to another account; of two of the same draft the newer one stays. */
export function moveUnsavedEdits(from: string, to: string): void {
  for (const draftId of draftsWithEdits(from)) {
    const note = readUnsavedEdit(from, draftId)
    if (note) noteUnsavedEdit(to, draftId, note)
  }
  dropUnsavedEdits(from)
}

const PREFIX = 'trestle-typed:'
const nameOf = (disk: string, draftId: string) => `${PREFIX}${disk}:${draftId}`

/** A person may have switched it off, and it may be full: then there are no notes. */
function attempt<Value>(work: (store: NoteStore) => Value): Value | null {
  try {
    const { localStorage } = globalThis as { localStorage?: NoteStore }
    return localStorage ? work(localStorage) : null
  } catch {
    return null
  }
}
