import { useEffect, useMemo, useRef, useState } from 'react'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { SeenWords } from '../disk/mutations'
import type { Autosave } from '../drafts/autosave'
import { layOver, seenOfRefused } from '../drafts/seen-words'
import type { DraftState } from '../drafts/use-device-draft'
import { useAccount } from '../session/account'
import type { ShownOwn } from './own-thing-writes'
import { autosaveEdit, giveUpEdit } from './thing-edits'
import { formValues, type ThingForm, type ThingValues } from './thing-form'

export interface ThingEdit<Values> {
  /** What the form starts with; undefined until it has been read from this device. */
  start: Values | undefined
  /** Grows when the form is to start over. */
  round: number
  state: DraftState
  keep: (values: Values, picked?: PhotoBlob[]) => Promise<void>
  handOver: Autosave<unknown>['handOver']
  /** What the form showed before its person changed anything, or chose between both sides since. */
  seen: SeenWords
  /** Notes that the person was shown what stands now, and has chosen. */
  see: (seen: SeenWords) => void
  /** Throws away what was typed, and a change that was refused: the form is the thing again. */
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
  const [seen, setSeen] = useState(() => thing.wordsOf(shown))
  const latestSeen = useRef(seen)
  const [state, setState] = useState<DraftState>('none')
  const keeper = useMemo(() => autosaveEdit(db, kind, id), [db, kind, id])
  const latest = useRef<Values | null>(null)

  useEffect(() => {
    let live = true
    readStart(db, keeper, thing, first).then(({ values, isKept, seen: before }) => {
      if (!live) return
      latestSeen.current = before
      setSeen(before)
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
    seen,
    see(now) {
      latestSeen.current = now
      setSeen(now)
    },
    keep(values, picked = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      latest.current = values
      const isNewest = () => latest.current === values
      const kept = keeper.keep({ ...Object.fromEntries(Object.entries(values)), seen: latestSeen.current }, picked)
      kept.then(
        () => isNewest() && setState('kept'),
        () => isNewest() && setState('failed'),
      )
      return kept
    },
    handOver: keeper.handOver,
    async reset() {
      await keeper.settled()
      latest.current = null
      await giveUpEdit(db, kind, id, shown.refusedChange?.opId)
      setState('none')
      latestSeen.current = thing.wordsOf(shown)
      setSeen(latestSeen.current)
      setStart(thing.valuesOf(shown))
      setRound((before) => before + 1)
    },
  }
}

async function readStart<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  db: LocalDb,
  keeper: Autosave<Record<string, unknown>>,
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): Promise<{ values: Values; isKept: boolean; seen: SeenWords }> {
  const kept = await keeper.open()
  const stands = thing.wordsOf(shown)
  if (kept) {
    const seen = SeenWords.safeParse(kept.seen).data ?? stands
    return { values: formValues(thing.shape, { ...thing.valuesOf(shown), ...kept }), isKept: true, seen }
  }
  const refused = shown.refusedChange && (await db.outbox.get(shown.refusedChange.opId))
  const sent = refused ? thing.sentIn(refused.payload) : null
  if (!sent) return { values: thing.valuesOf(shown), isKept: false, seen: stands }
  const values = thing.valuesOf(thing.withWords(shown, layOver(stands, sent)))
  return { values, isKept: false, seen: seenOfRefused(stands, sent) }
}
