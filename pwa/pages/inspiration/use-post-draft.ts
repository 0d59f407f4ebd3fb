import { useEffect, useRef, useState } from 'react'
import { keepStorage } from '../../actions/keep-storage'
import type { LocalDb, PhotoBlob } from '../../db/local-db'
import { forgetPostDraft, keepPostDraft, type PostDraft, readPostDraft } from '../../db/post-drafts'

export interface PostDraftState {
  /** What the form starts with; undefined until it has been read from this device. */
  start: PostDraft | undefined
  /** Is there something kept that the person may want to throw away? */
  isKept: boolean
  /** Keeps the form as it is now. */
  keep: (values: PostDraft) => void
  /** Keeps a photo with the form that shows it. @throws when this device has no room for it */
  keepPhoto: (values: PostDraft, photo: PhotoBlob) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
  /** Throws away what is kept and starts over. */
  reset: () => Promise<void>
}

/**
 * The form of a post, as it was left on this device.
 * @param key of the post, or NEW_POST
 * @param fresh what the form starts with when nothing was kept
 */
export function usePostDraft(db: LocalDb, key: string, fresh: () => PostDraft): PostDraftState {
  const [start, setStart] = useState<PostDraft>()
  const [isKept, setKept] = useState(false)
  const [makeFresh] = useState(() => fresh)
  const latest = useRef<PostDraft | null>(null)
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  useEffect(() => {
    let live = true
    readPostDraft(db, key).then((kept) => {
      if (!live) return
      setKept(kept !== null)
      setStart(kept ?? makeFresh())
    })
    return () => {
      live = false
    }
  }, [db, key, makeFresh])

  const began = () => {
    if (!isKept) void keepStorage()
    setKept(true)
  }
  return {
    start,
    isKept,
    keep(values) {
      began()
      latest.current = values
      // One after the other, and only the newest of those that had to wait. Without room the form goes on in memory.
      saving.current = saving.current
        .then(() => (latest.current === values ? keepPostDraft(db, key, values) : undefined))
        .catch(() => undefined)
    },
    async keepPhoto(values, photo) {
      began()
      latest.current = values
      const kept = saving.current.then(() => keepPostDraft(db, key, values, photo))
      saving.current = kept.catch(() => undefined)
      await kept
    },
    settled: () => saving.current,
    async reset() {
      await saving.current
      latest.current = null
      await forgetPostDraft(db, key)
      setKept(false)
      setStart(makeFresh())
    },
  }
}
