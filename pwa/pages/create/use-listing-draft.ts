import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldVersion } from '#schema/draft'
import { keepDraft } from '../../actions/keep-draft'
import { keepStorage } from '../../actions/keep-storage'
import { useAccount } from '../../auth/account'
import { type KeptForm, keptFormDraft, readFormDraft } from '../../db/form-drafts'
import { keeperOf } from '../../db/keeper'
import type { PhotoBlob } from '../../db/local-db'
import type { DraftState } from './draft-words'
import { formValues, type ListingField, type ListingFormValues } from './listing-values'

type Fields = Partial<ListingFormValues>

export interface ListingDraft {
  /** What the form starts with; undefined until it has been read from this device. */
  start: ListingFormValues | undefined
  state: DraftState
  /** What was written elsewhere at the same time, by field. */
  others: Partial<Record<ListingField, FieldVersion[]>>
  /** Keeps what was typed, with photos picked for it. `chosen`: fields between whose versions the person has decided. */
  keep: (fields: Fields, picked?: PhotoBlob[], chosen?: ListingField[]) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
  /** Grows when the draft has changed, here or on another device. */
  version: unknown
  /** The draft as it is on the disk; null while something is on its way there. */
  read: () => Promise<ListingFormValues | null>
}

/** The draft of a listing under its key: kept with every press, and followed as it changes elsewhere. */
export function useListingDraft(key: string): ListingDraft {
  const { engine } = useAccount()
  const { db } = engine
  const keeper = useMemo(() => {
    const write = (form: KeptForm) => keepDraft(engine, 'listing', key, form)
    return keeperOf(engine.db, keptFormDraft(engine.db, 'listing', key, write))
  }, [engine, key])
  const draft = useLiveQuery(async () => ({ held: await readFormDraft(db, 'listing', key) }), [db, key])
  const [start, setStart] = useState<ListingFormValues>()
  const [state, setState] = useState<DraftState>('none')
  const inFlight = useRef(0)

  useEffect(() => {
    keeper.open().then((held) => setStart((first) => first ?? formValues(held?.values ?? {})))
  }, [keeper])
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
      const held = inFlight.current === 0 ? await readFormDraft(db, 'listing', key) : null
      return held && inFlight.current === 0 ? formValues(held.values) : null
    },
  }
}
