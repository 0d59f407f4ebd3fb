import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { HandoverChange, type HandoverMoment, SEEN_PAGES_MAX } from '#schema/handover'
import { keepStorage } from '../../disk/keep-storage'
import type { PhotoBlob } from '../../disk/local-db'
import type { PhotoRef } from '../../disk/mutations'
import { useAccount } from '../../session/account'
import { type HandoverDraft, handoverDraft } from './handover-drafts'
import type { ShownHandover } from './handover-overlay'
import { putHandover } from './put-handover'

const EMPTY: HandoverDraft = { checks: [], photos: [], note: '', seen: [] }

export interface HandoverFormState {
  values: HandoverDraft
  /** False until what was typed before has been read from this device. */
  isReady: boolean
  /** Something is typed that has not been saved. */
  isTyped: boolean
  error: string | null
  change: (part: Partial<HandoverDraft>) => void
  /** Keeps a photo together with the page that shows it. @throws when this device has no room for it */
  addPhoto: (photo: PhotoBlob) => Promise<void>
  removePhoto: (id: string) => void
  /** @returns whether it was saved; otherwise `error` says why not */
  save: () => Promise<boolean>
}

/** One's own page of a moment: as it was typed, else as it was saved. Every press is kept on this device at once. */
export function useHandoverForm(bookingId: number, moment: HandoverMoment, saved?: ShownHandover): HandoverFormState {
  const { engine } = useAccount()
  const { db } = engine
  const [draft, setDraft] = useState<HandoverDraft | null | undefined>(undefined)
  const [justSaved, setJustSaved] = useState<{ at: string; values: HandoverDraft } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef<HandoverDraft | null>(null)
  const keeper = useMemo(() => handoverDraft(bookingId, moment).autosave(db), [db, bookingId, moment])

  useEffect(() => {
    let live = true
    keeper.open().then((kept) => {
      if (live && latest.current === null) setDraft(kept)
    })
    return () => {
      live = false
    }
  }, [keeper])

  const follow = useEffectEvent((kept: HandoverDraft | null) => {
    if (draft === undefined) return
    latest.current = kept
    setDraft(kept)
  })
  useEffect(() => keeper.follow((kept) => follow(kept)), [keeper])

  const values = draft ?? savedValues(saved, justSaved)
  // Text typed while a photo is being prepared must not be lost to the photo, nor the photo to the text.
  const current = () => latest.current ?? values

  function write(next: HandoverDraft, taken: PhotoBlob[] = []): Promise<void> {
    if (latest.current === null) void keepStorage()
    keeper.shows(current())
    latest.current = next
    setDraft(next)
    return keeper.keep(next, taken)
  }

  function change(part: Partial<HandoverDraft>): void {
    setError(null)
    // Without room on disk the page goes on in memory.
    write({ ...current(), ...part }).catch(() => undefined)
  }

  const removePhoto = (id: string) => change({ photos: current().photos.filter((photo) => photoId(photo) !== id) })

  async function addPhoto(photo: PhotoBlob): Promise<void> {
    const photos = [...current().photos, { blobId: photo.blobId }]
    await write({ ...current(), photos }, [photo]).catch((error) => {
      // The page shows no photo that is not on the disk.
      removePhoto(photo.blobId)
      throw error
    })
  }

  async function save(): Promise<boolean> {
    const typed = latest.current
    const page = current()
    const note = HandoverChange.shape.note.safeParse(page.note)
    setError(note.success ? null : (note.error.issues[0]?.message ?? 'Please shorten the note'))
    if (!note.success) return false
    // The page of another device stands beside the form: its person knows what they put in its place.
    const seen = page.seen && withSeen(page.seen, saved?.stands?.writtenAt)
    const written = { bookingId, moment, ...page, seen, note: page.note.trim() || null }
    const at = await keeper.handOver(() => putHandover(engine, written))
    setJustSaved({ at, values: { ...page, seen: seen && withSeen(seen, at) } })
    if (latest.current === typed) {
      latest.current = null
      setDraft(null)
    } else if (latest.current) await write({ ...latest.current, seen: seen && withSeen(seen, at) })
    return true
  }

  return {
    values,
    isReady: draft !== undefined,
    isTyped: draft !== null && draft !== undefined,
    error,
    change,
    addPhoto,
    removePhoto,
    save,
  }
}

/** The same for as long as a photo is on this page. */
export function photoId(photo: PhotoRef): string {
  return 'url' in photo ? photo.url : photo.blobId
}

/** The page as it was saved. A save of a moment ago counts until it has been read back from the disk. */
function savedValues(
  saved: ShownHandover | undefined,
  justSaved: { at: string; values: HandoverDraft } | null,
): HandoverDraft {
  if (justSaved && (!saved || saved.writtenAt < justSaved.at)) return justSaved.values
  if (!saved) return EMPTY
  const { checks, photos, note, writtenAt, seen = [] } = saved
  return { checks, photos, note: note ?? '', seen: withSeen(seen, writtenAt) }
}

function withSeen(seen: readonly string[], at: string | undefined): string[] {
  return [...new Set([...seen, ...(at ? [at] : [])])].slice(-SEEN_PAGES_MAX)
}
