import { liveQuery, type Table } from 'dexie'
import { accountDbName } from '../disk/account-db-name'
import { diskUnkept } from '../disk/disk-version'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { BEEN_HERE } from '../disk/rescue/lost-disk'
import { AutosaveQueue, autosaveQueuesOf, noteLoose } from './autosave-queue'
import { blobsIn } from './kept-photos'
import { dropUnsavedEdit, moveUnsavedEdits, noteUnsavedEdit, readUnsavedEdit } from './unsaved-edits'

const VISITOR = accountDbName(null)

/** A draft, as the form that is typed in keeps it. */
export interface KeptDraft<State> {
  draftId: string
  /** Tables besides the drafts that `write` touches. */
  tables?: Table[]
  /** As it is on the disk. */
  read(): Promise<State | null>
  /**
   * Puts a state on the disk, with photos picked for it, inside a transaction: it waits for tables alone.
   * @param notedAt when it was typed, if that was before the page was left
   */
  write(state: State, photos: PhotoBlob[], notedAt: string | null): Promise<unknown>
  /** Reads a note; null for nonsense: storage is as foreign as the network. */
  parse(noted: unknown): State | null
  /**
   * The state with what another page has put into the draft on the disk, inside the transaction of `write`; the very state when
   * there is nothing. A photo that has no place in the state is kept elsewhere.
   * @param shown the state as the form showed it, where the form changes only what differs from that; null when nobody knows
   * @param known photos that the form has shown
   * @param isHeldUp the other page has typed later than this one: where both have changed something, its words count
   */
  withOthers?(
    state: State,
    held: unknown,
    { shown, known, isHeldUp }: { shown: State | null; known: ReadonlySet<string>; isHeldUp: boolean },
  ): State | Promise<State>
  /** A state that was held up on its way to the disk, with what another page has typed meanwhile. */
  withLater?(state: State, later: State): State
  /** For states that say only what has changed: both that wait in one. */
  merge?(waiting: State, next: State): State
  /** For words that are typed while those before them are being sent: both, should these have stayed. */
  join?(before: State, next: State): State
}

export interface Autosave<State> {
  /** The draft as it was left, whether the disk has it by now or not: before all typed next. Waits for what is being written. */
  open(): Promise<State | null>
  /**
   * Calls `show` whenever another tab has typed in the draft, or ended it (null), unless something that was typed here is still
   * on its way to the disk: the form then shows what the other tab does. Nothing changes under the hands of its person: a page with
   * the focus looks once, as it gets it, or as soon as it may show something again. @returns ends that
   */
  follow(show: (state: State | null) => void): () => void
  /**
   * Keeps the form as it is now. Of several that wait only the newest is written, and those that bring photos.
   * @throws when there is no room on the disk; the words are noted then, and the form goes on
   */
  keep(state: State, photos?: PhotoBlob[]): Promise<void>
  /** Says what the form shows, wherever that was read from: a later state changes what differs from that, and takes out photos that it lacks. */
  shows(state: State): void
  /** Runs what takes the words over, or changes them on the disk itself: after all typed before, before all typed next. */
  handOver<Value>(work: () => Promise<Value>): Promise<Value>
  /** Resolves when everything typed so far is on disk, or could not be written. */
  settled(): Promise<unknown>
  /** Notes at once what is not on the disk yet. */
  note(): void
}

/**
 * Keeps what is typed in a draft so that nothing of it is lost: written in the order of typing, noted when its page is
 * hidden or left before the disk has it, and read back from whichever of the two is newer.
 */
export function autosaveOf<State>(db: LocalDb, draft: KeptDraft<State>): Autosave<State> {
  watchLeaving()
  const { draftId } = draft
  const line = lineOf(db, draftId)
  line.join = draft.join as AutosaveQueue['join']
  /** Text that is typed before the draft has been read comes behind it. */
  let opening = 0
  const tables: Table[] = [db.drafts, ...(draft.tables ?? [])]

  /** A page that has everything in its memory leaves a note to the page that has the disk again. */
  const dropNote = (upTo: string) => {
    if (diskUnkept() === null) dropUnsavedEdit(db.name, draftId, upTo)
  }

  const write = async (state: State, at: string, photos: PhotoBlob[], isNoted: boolean): Promise<void> => {
    let [whole, updatedAt] = [state, at]
    await db.transaction('rw', tables, async () => {
      // From this answer to the end nobody else can touch the draft.
      const row = await db.drafts.get(draftId)
      // Another tab may have taken the note up and gone on from there.
      if (line.hasEnded(at) || (isNoted && row && row.updatedAt >= at)) return
      const isOthers = row !== undefined && !isNoted && line.isNews(row.updatedAt)
      const shown = isOthers ? (line.shown as State | null) : null
      const isOlder = !isNoted && row !== undefined && row.updatedAt >= at
      const isHeldUp = isOthers && row.updatedAt > at
      whole = (await draft.withOthers?.(state, row?.values, { shown, known: line.photos, isHeldUp })) ?? state
      const later = isHeldUp && draft.withLater ? await draft.read() : null
      if (later !== null && draft.withLater) whole = draft.withLater(state, later)
      await line.upTo(at, () => draft.write(whole, photos, isNoted ? at : null))
      updatedAt = isOlder ? line.stampAfter(row.updatedAt) : at
      await db.drafts.update(draftId, { updatedAt })
    })
    if (whole === state) line.hasRead(updatedAt)
    line.committed(at)
    line.shown = state
    dropNote(at)
  }

  /** The form shows all of the draft, but for photos whose bytes are lost. */
  const read = async (): Promise<State | null> => {
    const row = await db.drafts.get(draftId)
    line.hasRead(row?.updatedAt)
    line.knows(blobsIn(row?.values))
    const kept = await draft.read()
    line.shown = kept
    return kept
  }

  /** The draft as another tab has left it; undefined when there is nothing new, or when this page has something newer. */
  const news = async (): Promise<State | null | undefined> => {
    const row = await db.drafts.get(draftId)
    if (!line.isNews(row?.updatedAt)) return undefined
    // In a database that the browser has lost, a draft that is missing has not ended.
    if (!row && !(await db.meta.get(BEEN_HERE))) return undefined
    const kept = row ? await draft.read() : null
    if (!line.isAtRest()) return undefined
    line.hasRead(row?.updatedAt)
    line.knows(blobsIn(row?.values))
    line.shown = kept
    return kept
  }

  const takeUp = async (): Promise<State | null> => {
    const row = await db.drafts.get(draftId)
    line.hasRead(row?.updatedAt)
    // Text typed before signing in goes on in the account, as the drafts do.
    if (db.name !== VISITOR) moveUnsavedEdits(VISITOR, db.name)
    const note = readUnsavedEdit(db.name, draftId)
    // This page has what was typed in it while the draft was being read.
    if (!note || (line.loose?.follows && line.loose.at === note.at)) return read()
    const noted = row && row.updatedAt >= note.at ? null : draft.parse(note.state)
    if (noted === null) {
      dropNote(note.at)
      return read()
    }
    line.hasSeen(note.at)
    line.knows([...(Array.isArray(note.photos) ? note.photos : []), ...blobsIn(noted)])
    const before = note.follows && row ? await draft.read() : null
    const state = before !== null && draft.join ? draft.join(before, noted) : noted
    const writeNoted = () => write(state, note.at, [], true)
    try {
      await writeNoted()
    } catch {
      // The note stays until the disk has room, and what comes next knows of it.
      line.takeOver({ at: note.at, state }, writeNoted)
      line.shown = null
      return state
    }
    return read()
  }

  return {
    open() {
      line.openings++
      opening++
      return line.turn(() => takeUp().finally(() => opening--))
    },
    follow(show) {
      const unread = () => undefined
      let isOwed = false
      const look = () => {
        isOwed = !line.isAtRest()
        line.turn(news).then((kept) => kept !== undefined && show(kept), unread)
      }
      const hear = () => (hasFocus() && !isOwed) || look()
      const watch = liveQuery(() => db.drafts.get(draftId)).subscribe({ next: hear, error: unread })
      line.onRelease.add(hear)
      globalThis.addEventListener('focus', look)
      return () => {
        globalThis.removeEventListener('focus', look)
        line.onRelease.delete(hear)
        watch.unsubscribe()
      }
    },
    keep(state, photos = []) {
      const waiting = line.loose
      const next = waiting && draft.merge ? draft.merge(waiting.state as State, state) : state
      line.knows(blobsIn(next))
      const options = { isNeeded: photos.length > 0, follows: opening > 0 }
      return line.keep(next, options, (at) => write(next, at, photos, false))
    },
    shows(state) {
      line.knows(blobsIn(state))
      if (line.loose === null) line.shown = state
    },
    handOver: (work) => line.handOver(work),
    settled: () => line.tail,
    note: () => line.note(),
  }
}

/** Pages and parts of pages that type in the same draft stand in the same line. */
function lineOf(db: LocalDb, draftId: string): AutosaveQueue {
  const lines = autosaveQueuesOf(db)
  const line = lines.get(draftId) ?? new AutosaveQueue((note) => noteUnsavedEdit(db.name, draftId, note))
  lines.set(draftId, line)
  return line
}

const hasFocus = (): boolean => typeof document !== 'undefined' && document.hasFocus()

let isWatching = false

/** A page that is hidden may never be shown again, and phones end it without another word. */
function watchLeaving(): void {
  if (isWatching || typeof document === 'undefined') return
  isWatching = true
  window.addEventListener('pagehide', noteLoose)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && noteLoose())
}
