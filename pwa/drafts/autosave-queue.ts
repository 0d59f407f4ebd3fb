import type { Draft, LocalDb } from '../disk/local-db'
import { withRoom } from '../disk/with-room'
import { blobsIn } from './kept-photos'
import type { UnsavedEdit } from './unsaved-edits'

/** Lines in which something is not on the disk yet. */
const loose = new Set<AutosaveQueue>()

/** Notes everything that is not on the disk yet, whatever it was typed in. */
export function noteLoose(): void {
  for (const line of loose) line.note()
}

const known = new WeakMap<LocalDb, Map<string, AutosaveQueue>>()

/** The drafts that a page has opened, by their ids. */
export function autosaveQueuesOf(db: LocalDb): Map<string, AutosaveQueue> {
  const lines = known.get(db) ?? new Map<string, AutosaveQueue>()
  known.set(db, lines)
  return lines
}

/** Shows nothing that another tab types in a draft, as while a photo is being prepared for it. @returns ends that */
export function holdDraft(db: LocalDb, draftId: string): () => void {
  return autosaveQueuesOf(db).get(draftId)?.hold() ?? (() => undefined)
}

/** How often forms of this page have begun to read a draft. */
export function openingsOf(db: LocalDb, draftId: string): number {
  return autosaveQueuesOf(db).get(draftId)?.openings ?? 0
}

/** The edits of one page in one draft, on their way to the disk: one after the other, in the order of typing. */
export class AutosaveQueue {
  /** Resolves when everything that stands in line is done. */
  tail: Promise<unknown> = Promise.resolve()
  /** The last edit, while it is not on the disk. */
  loose: UnsavedEdit | null = null
  /** How often a form has begun to read the draft. */
  openings = 0
  /** Photos that the forms of this page have shown: a form that lacks one of them has lost it here. */
  readonly photos = new Set<string>()
  /** The draft as the form last showed it with all of it on the disk; null when nobody knows. */
  shown: unknown = null
  join: ((before: unknown, next: unknown) => unknown) | undefined
  /** Called when what another tab has typed may be shown again. */
  readonly onRelease = new Set<() => void>()
  #holds = 0
  readonly #noteDown: (note: UnsavedEdit) => void
  #write: (() => Promise<void>) | null = null
  #waiting: { isOutdated: boolean } | null = null
  #handing: { before: UnsavedEdit | null } | null = null
  /** When what is being written or handed over now was typed. */
  #underway: string | null = null
  #latestAt = ''
  #endedAt = ''
  /** When the newest words on the disk that this page has read or written were typed. */
  #knownAt = ''

  constructor(noteDown: (note: UnsavedEdit) => void) {
    this.#noteDown = (note) => noteDown({ ...note, ...(this.photos.size > 0 && { photos: [...this.photos] }) })
  }

  /** The next edit is later than this, even on a clock that was set back. */
  hasSeen(at: string): void {
    if (at > this.#latestAt) this.#latestAt = at
  }

  /** This page has read the draft as it was typed at a time, or found none. */
  hasRead(at: string | undefined): void {
    this.hasSeen(at ?? '')
    if (at === undefined || at > this.#knownAt) this.#knownAt = at ?? ''
  }

  /** Has another page typed this, or ended the draft? */
  isNews(at: string | undefined): boolean {
    return at === undefined ? this.#knownAt !== '' : at > this.#knownAt
  }

  /** A form of this page shows these photos. */
  knows(photos: readonly string[]): void {
    for (const blobId of photos) this.photos.add(blobId)
  }

  /** Another page has typed this since, or taken one of its photos: it is no part of what is being handed over here. */
  isLeftOut({ updatedAt, values }: Pick<Draft, 'updatedAt' | 'values'>): boolean {
    if (this.#handing === null) return false
    return this.isNews(updatedAt) || blobsIn(values).some((blobId) => !this.photos.has(blobId))
  }

  /** Does the disk have everything that was typed on this page, and is nothing of it being taken over, nor anything held? */
  isAtRest(): boolean {
    return this.loose === null && this.#handing === null && this.#holds === 0
  }

  hold(): () => void {
    let isHeld = true
    this.#holds++
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds--
      for (const look of this.onRelease) look()
    }
  }

  /** Runs `work` when everything before it is done, however that went. */
  turn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.tail.then(work)
    this.tail = done.catch(() => undefined)
    return done
  }

  /** Should `work` delete the draft, it ends as it was typed up to `at`: what was typed later goes on. */
  async upTo<Value>(at: string, work: () => Promise<Value>): Promise<Value> {
    this.#underway = at
    try {
      return await work()
    } finally {
      this.#underway = null
    }
  }

  /**
   * Puts a state in line; one that waits is left out for a newer one, unless it is needed.
   * @param follows it was typed before the draft had been read, and comes behind it
   */
  keep(
    state: unknown,
    { isNeeded, follows }: { isNeeded: boolean; follows: boolean },
    write: (at: string) => Promise<void>,
  ): Promise<void> {
    const at = this.#stamp()
    this.loose = { at, state, ...(follows && { follows }) }
    loose.add(this)
    if (this.#waiting) this.#waiting.isOutdated = true
    this.#write = () => write(at)
    const mine = { isOutdated: false }
    this.#waiting = isNeeded ? null : mine
    return this.turn(async () => {
      if (mine.isOutdated) return
      if (this.#waiting === mine) this.#waiting = null
      // The words are noted before photos give way: the page may end meanwhile.
      const writeOrNote = () =>
        write(at).catch((error) => {
          if (this.loose?.at === at) this.note()
          throw error
        })
      await withRoom(writeOrNote)
    })
  }

  /** An earlier page has typed this, and the disk does not take it yet: it is this page's to write and to note now. */
  takeOver(noted: UnsavedEdit, write: () => Promise<void>): void {
    if (this.loose) return
    this.loose = noted
    this.#write = write
    loose.add(this)
  }

  /** An edit that is taken over must be on the disk before: it is tried once more, and no later edit stands in for it. */
  async handOver<Value>(work: () => Promise<Value>): Promise<Value> {
    const handing = { before: this.loose }
    this.#handing = handing
    const write = this.#write
    try {
      const at = this.#stamp()
      return await this.turn(async () => {
        if (handing.before && write) await withRoom(write)
        return this.upTo(at, work)
      })
    } finally {
      if (this.#handing === handing) this.#handing = null
    }
  }

  committed(at: string): void {
    const handing = this.#handing
    if (handing?.before && handing.before.at <= at) handing.before = null
    if (this.loose && this.loose.at <= at) this.#clear()
  }

  /** Up to when what was typed ends with the draft, should it be deleted now. */
  endsAt(): string {
    const now = new Date().toISOString()
    return this.#underway ?? (now > this.#latestAt ? now : this.#latestAt)
  }

  /** Has the draft ended since? */
  hasEnded(at: string): boolean {
    return at <= this.#endedAt
  }

  /** The draft has ended: nothing typed up to then is written or noted any more. */
  end(upTo: string): void {
    this.hasSeen(upTo)
    this.hasRead(undefined)
    this.shown = null
    if (upTo > this.#endedAt) this.#endedAt = upTo
    if (this.loose && this.loose.at <= upTo) this.#clear()
  }

  /** Notes what is not on the disk yet. */
  note(): void {
    const [typed, handing] = [this.loose, this.#handing]
    if (!typed) return
    if (!handing || !this.join || handing.before === typed) this.#noteDown(typed)
    else if (handing.before)
      this.#noteDown({ ...handing.before, at: typed.at, state: this.join(handing.before.state, typed.state) })
    else this.#noteDown({ ...typed, follows: true })
  }

  #clear(): void {
    this.loose = null
    loose.delete(this)
  }

  /** The time of an edit that comes right after another one, before all that are typed later. */
  stampAfter(at: string): string {
    const next = new Date(Date.parse(at) + 1).toISOString()
    this.hasSeen(next)
    return next
  }

  #stamp(): string {
    const now = new Date().toISOString()
    this.#latestAt = now > this.#latestAt ? now : new Date(Date.parse(this.#latestAt) + 1).toISOString()
    return this.#latestAt
  }
}
