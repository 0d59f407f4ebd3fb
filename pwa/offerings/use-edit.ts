import { useEffect, useMemo, useRef, useState } from 'react'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { type Keeper, keeperOf } from '../drafts/keeper'
import { useAccount } from '../session/account'
import type { DraftState } from './draft-words'
import type { ShownOwn } from './own-thing-writes'
import { forgetEdit, keptEdit } from './thing-edits'
import { formValues, type ThingForm, type ThingValues } from './thing-form'

export interface ThingEdit<Values> {
  /** What the form starts with; undefined until it has been read from this device. */
  start: Values | undefined
  /** Grows when the form is to start over. */
  round: number
  state: DraftState
  keep: (values: Values, picked?: PhotoBlob[]) => Promise<void>
  settled: () => Promise<unknown>
  /** Throws away what was typed: the form is the thing again. */
  reset: () => Promise<void>
}

/** Changes to a thing as they are being written: as they were left here, as the server refused them, or none yet. */
export function useEdit<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): ThingEdit<Values> {
  const { db } = useAccount().engine
  const { kind } = thing
  const id = thing.idOf(shown)
  const [first] = useState(shown)
  const [start, setStart] = useState<Values>()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<DraftState>('none')
  const keeper = useMemo(() => keeperOf(db, keptEdit(db, kind, id)), [db, kind, id])
  const latest = useRef<Values | null>(null)

  useEffect(() => {
    let live = true
    readStart(db, keeper, thing, first).then(({ values, isKept }) => {
      if (!live) return
      if (isKept) setState('kept')
      setStart(values)
    })
    return () => {
      live = false
    }
  }, [db, keeper, thing, first])

  return {
    start,
    round,
    state,
    keep(values, picked = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      latest.current = values
      const isNewest = () => latest.current === values
      const kept = keeper.keep(Object.fromEntries(Object.entries(values)), picked)
      kept.then(
        () => isNewest() && setState('kept'),
        () => isNewest() && setState('failed'),
      )
      return kept
    },
    settled: keeper.settled,
    async reset() {
      await keeper.settled()
      latest.current = null
      await forgetEdit(db, kind, id)
      setState('none')
      setStart(thing.valuesOf(shown))
      setRound((before) => before + 1)
    },
  }
}

async function readStart<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  db: LocalDb,
  keeper: Keeper<Record<string, unknown>>,
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): Promise<{ values: Values; isKept: boolean }> {
  const kept = await keeper.open()
  if (kept) return { values: formValues(thing.shape, { ...thing.valuesOf(shown), ...kept }), isKept: true }
  const isChange = shown.refused?.kind === `${thing.kind}.change`
  const refused = shown.refused && isChange ? await db.outbox.get(shown.refused.opId) : undefined
  const values = refused ? thing.valuesOfRefused(refused.payload) : null
  return { values: values ?? thing.valuesOf(shown), isKept: false }
}
