import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef, useState } from 'react'
import type { DraftKind, FieldVersion } from '#schema/draft'
import { keepDraft } from '../../actions/keep-draft'
import { keepStorage } from '../../actions/keep-storage'
import { useAccount } from '../../auth/account'
import { readFormDraft } from '../../db/form-drafts'
import type { PhotoBlob } from '../../db/local-db'
import type { DraftState } from './draft-words'
import { type FormShape, formValues, type ThingField } from './thing-form'

export interface ThingDraft<Values> {
  /** What the form starts with; undefined until it has been read from this device. */
  start: Values | undefined
  state: DraftState
  /** What was written elsewhere at the same time, by field. */
  others: Partial<Record<string, FieldVersion[]>>
  /** Keeps what was typed, with photos picked for it. `chosen`: fields between whose versions the person has decided. */
  keep: (fields: Partial<Values>, picked?: PhotoBlob[], chosen?: ThingField<Values>[]) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
  /** Grows when the draft has changed, here or on another device. */
  version: unknown
  /** The draft as it is on the disk; null while something is on its way there. */
  read: () => Promise<Values | null>
}

/** The draft of a thing under its key: kept with every press, and followed as it changes elsewhere. */
export function useDraft<Values>(kind: DraftKind, shape: FormShape<Values>, key: string): ThingDraft<Values> {
  const { engine } = useAccount()
  const { db } = engine
  const draft = useLiveQuery(async () => ({ held: await readFormDraft(db, kind, key) }), [db, kind, key])
  const [start, setStart] = useState<Values>()
  const [state, setState] = useState<DraftState>('none')
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  const inFlight = useRef(0)

  useEffect(() => {
    if (!draft) return
    setStart((first) => first ?? formValues(shape, draft.held?.values ?? {}))
    setState((now) => (now === 'none' && draft.held ? 'kept' : now))
  }, [draft, shape])

  return {
    start,
    state,
    others: draft?.held?.others ?? {},
    version: draft,
    keep(fields, picked = [], chosen = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      inFlight.current += 1
      // One after the other: what was typed last is kept last.
      const kept = saving.current.then(() => keepDraft(engine, kind, key, { values: { ...fields }, picked, chosen }))
      saving.current = kept
        .then(
          () => inFlight.current === 1 && setState('kept'),
          () => setState('failed'),
        )
        .finally(() => {
          inFlight.current -= 1
        })
      return kept
    },
    settled: () => saving.current,
    async read() {
      await saving.current
      const held = inFlight.current === 0 ? await readFormDraft(db, kind, key) : null
      return held && inFlight.current === 0 ? formValues(shape, held.values) : null
    },
  }
}
