import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftKind, FieldVersion } from '#schema/draft'
import { deviceName } from '../disk/device-db'
import { keepStorage } from '../disk/keep-storage'
import type { PhotoBlob } from '../disk/local-db'
import { autosaveOf } from '../drafts/autosave'
import type { DraftState } from '../drafts/use-device-draft'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { type KeptOffering, keptFormDraft, readFormDraft } from './form-drafts'
import { keepDraft } from './keep-draft'
import { type FormShape, formValues } from './thing-form'

export interface OpenDraft<Values> {
  /** The form's first values; undefined until it has been read from this device. */
  start: Values | undefined
  state: DraftState
  /** The versions from elsewhere at the same time, by field. */
  others: Partial<Record<string, FieldVersion[]>>
  /** When what the form shows beside those was typed here, by field. */
  typedAt: Partial<Record<string, string>>
  /** Versions that choices have put aside lately, by field. */
  earlier: Partial<Record<string, FieldVersion[]>>
  /** The name under which this device writes drafts; empty until it is known. */
  device: string
  /** Keeps what was typed, with photos picked for it, and what else is known of it. */
  keep: (
    fields: Partial<Values>,
    picked?: PhotoBlob[],
    said?: Pick<KeptOffering, 'chosen' | 'aside' | 'bases'>,
  ) => Promise<void>
  /** Resolves when everything typed so far is on disk. */
  settled: () => Promise<unknown>
  /** Grows when the draft has changed, here or on another device. */
  version: unknown
  /** The draft as it is on the disk; null while something is on its way there. */
  read: () => Promise<{ values: Values; shownAt: Record<string, string | null> } | null>
}

/** The draft of a thing under its key: kept with every press, and followed as it changes elsewhere. */
export function useDraft<Values>(kind: DraftKind, shape: FormShape<Values>, key: string): OpenDraft<Values> {
  const { engine } = useAccount()
  const { db } = engine
  const keeper = useMemo(() => {
    const write = (form: KeptOffering) => keepDraft(engine, kind, key, form)
    return autosaveOf(engine.db, keptFormDraft(engine.db, kind, key, write))
  }, [engine, kind, key])
  const draft = useLiveQuery(async () => ({ held: await readFormDraft(db, kind, key) }), [db, kind, key])
  const [start, setStart] = useState<Values>()
  const [state, setState] = useState<DraftState>('none')
  const [device, setDevice] = useState('')
  const inFlight = useRef(0)

  useEffect(() => {
    deviceName().then(setDevice, () => undefined)
  }, [])

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
    typedAt: draft?.held?.typedAt ?? {},
    earlier: draft?.held?.earlier ?? {},
    device,
    version: draft,
    keep(fields, picked = [], said = {}) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      inFlight.current += 1
      const kept = keeper.keep({ values: { ...fields }, chosen: [], ...said }, picked)
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
      return held && inFlight.current === 0 ? { values: formValues(shape, held.values), shownAt: held.shownAt } : null
    },
  }
}
