import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftKind, FieldVersion } from '#schema/draft'
import { keepDraft } from '../../actions/keep-draft'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { type KeptForm, keptFormDraft, readFormDraft } from '../../db/form-drafts'
import { keepStorage } from '../../db/keep-storage'
import { keeperOf } from '../../db/keeper'
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
  const keeper = useMemo(() => {
    const write = (form: KeptForm) => keepDraft(engine, kind, key, form)
    return keeperOf(engine.db, keptFormDraft(engine.db, kind, key, write))
  }, [engine, kind, key])
  const draft = useLiveQuery(async () => ({ held: await readFormDraft(db, kind, key) }), [db, kind, key])
  const [start, setStart] = useState<Values>()
  const [state, setState] = useState<DraftState>('none')
  const inFlight = useRef(0)

  useEffect(() => {
    keeper.open().then((held) => setStart((first) => first ?? formValues(shape, held?.values ?? {})))
  }, [keeper, shape])
  useEffect(() => {
    if (draft?.held) setState((now) => (now === 'none' ? 'kept' : now))
  }, [draft])

  return {
    start,
    state,
    others: draft?.held?.others ?? {},
    version: draft,
    keep(fields, picked = [], chosen = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      inFlight.current += 1
      const kept = keeper.keep({ values: { ...fields }, chosen }, picked)
      kept
        .then(
          () => inFlight.current === 1 && setState('kept'),
          () => setState('failed'),
        )
        .finally(() => {
          inFlight.current -= 1
        })
      return kept
    },
    settled: keeper.settled,
    async read() {
      await keeper.settled()
      const held = inFlight.current === 0 ? await readFormDraft(db, kind, key) : null
      return held && inFlight.current === 0 ? formValues(shape, held.values) : null
    },
  }
}
