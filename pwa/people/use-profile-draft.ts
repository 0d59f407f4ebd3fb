import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import type { Autosave } from '../drafts/autosave'
import { type ProfileFields, profileDraft } from './profile-draft'
import { asLeft } from './profile-values'
import { giveUpProfile, readShownChanges, type ShownChanges } from './save-profile'

export interface ProfileStart extends ShownChanges {
  values: ProfileFields
  /** The description before the first values. */
  seen: string
}

export interface ProfileDraftState {
  /** The start of the form; undefined until read. */
  start: ProfileStart | undefined
  /** Grows when the form begins anew. */
  round: number
  /** There was no room for what was typed last: it is in this form alone. */
  isLost: boolean
  keep: (values: ProfileFields) => void
  /** Keeps a photo with the form that shows it. @throws when this device has no room for it */
  keepPhoto: (values: ProfileFields, photo: PhotoBlob) => Promise<void>
  handOver: Autosave<unknown>['handOver']
  /** Throws away what is kept, and the changes that the form showed as refused. */
  forget: () => Promise<void>
}

/**
 * The profile form as it was left on this device, else what the server refused of it, else the profile as it stands.
 * @param now the profile as it stands
 */
export function useProfileDraft(db: LocalDb, now: ProfileFields): ProfileDraftState {
  const [start, setStart] = useState<ProfileDraftState['start']>()
  const [round, setRound] = useState(0)
  const [isLost, setLost] = useState(false)
  const base = useRef(now)
  const latest = useRef<ProfileFields | null>(null)
  const keeper = useMemo(() => profileDraft.autosave(db), [db])

  const read = useEffectEvent(async () => {
    const [draft, shown] = await Promise.all([keeper.open(), readShownChanges(db)])
    const left = asLeft(draft, { now, refused: shown.refused })
    base.current = left.base
    keeper.shows({ base: left.base, values: left.values })
    setStart({ ...left, ...shown })
  })
  useEffect(() => {
    read()
  }, [])

  // Another tab has gone on with the form.
  const follow = useEffectEvent(async () => {
    if (!start) return
    await read()
    latest.current = null
    setRound((before) => before + 1)
  })
  useEffect(() => keeper.follow((kept) => kept && follow()), [keeper])

  const write = (values: ProfileFields, photo?: PhotoBlob) => {
    if (latest.current === null) void keepStorage()
    latest.current = values
    const kept = keeper.keep({ base: base.current, values }, photo && [photo])
    kept.then(
      () => setLost(false),
      () => setLost(true),
    )
    return kept
  }
  return {
    start,
    round,
    isLost,
    keep(values) {
      write(values).catch(() => undefined)
    },
    keepPhoto(values, photo) {
      const before = latest.current ?? start?.values
      const kept = write(values, photo)
      // The form shows no photo that is not on the disk. The caller gets the very promise of the write: it shows the photo before
      // anything else that was typed is kept.
      kept.catch(() => {
        if (before && latest.current === values) write(before).catch(() => undefined)
      })
      return kept
    },
    handOver: keeper.handOver,
    async forget() {
      await keeper.settled()
      if (start) await giveUpProfile(db, start)
      base.current = now
      setStart((before) => before && { ...before, seen: now.description, refused: null })
    },
  }
}
