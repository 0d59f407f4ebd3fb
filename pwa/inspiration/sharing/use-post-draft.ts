import { useEffect, useMemo, useRef, useState } from 'react'
import { keepStorage } from '../../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import { autosaveOf } from '../../drafts/autosave'
import type { DraftState } from '../../offerings/draft-words'
import { forgetPostDraft, keptPost, type PostDraft } from './post-drafts'

export interface PostDraftState {
  /** The first values of the form; undefined until they have been read from this device. */
  start: PostDraft | undefined
  state: DraftState
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
  const [state, setState] = useState<DraftState>('none')
  const [makeFresh] = useState(() => fresh)
  const latest = useRef<PostDraft | null>(null)
  const keeper = useMemo(() => autosaveOf(db, keptPost(db, key)), [db, key])

  useEffect(() => {
    let live = true
    keeper.open().then((kept) => {
      if (!live) return
      setState(kept === null ? 'none' : 'kept')
      setStart(kept ?? makeFresh())
    })
    return () => {
      live = false
    }
  }, [keeper, makeFresh])

  // Without room the form goes on in memory.
  const write = (values: PostDraft, photo?: PhotoBlob) => {
    if (state === 'none') void keepStorage()
    setState('keeping')
    latest.current = values
    const isNewest = () => latest.current === values
    const kept = keeper.keep(values, photo && [photo])
    kept.then(
      () => isNewest() && setState('kept'),
      () => isNewest() && setState('failed'),
    )
    return kept
  }
  return {
    start,
    state,
    keep(values) {
      write(values).catch(() => undefined)
    },
    keepPhoto: write,
    settled: keeper.settled,
    async reset() {
      await keeper.settled()
      latest.current = null
      await forgetPostDraft(db, key)
      setState('none')
      setStart(makeFresh())
    },
  }
}
