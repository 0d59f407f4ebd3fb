import { useEffect, useMemo, useRef, useState } from 'react'
import { differingFields, type SeenFields } from '#schema/edit'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { SeenWords } from '../disk/mutations'
import type { Autosave } from '../drafts/autosave'
import { chosenSince, layOver, takeFields } from '../drafts/seen-words'
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
  /** The form shows the words of a change that was refused: it started with them, or has sent them. */
  const showsRefused = useRef(first.refusedChange !== undefined)

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

  const see = (now: SeenWords) => {
    latestSeen.current = now
    setSeen(now)
  }
  const refusedId = shown.refusedChange?.opId
  const startedOver = first.refusedChange?.opId
  // A change that this form has sent and that was refused is all that the form shows from now on.
  useEffect(() => {
    if (refusedId === undefined || refusedId === startedOver || !showsRefused.current) return
    let live = true
    db.outbox.get(refusedId).then((refused) => {
      const sent = refused && thing.sentIn(refused.payload)
      if (!live || !sent) return
      latestSeen.current = layOver(latestSeen.current, sent)
      setSeen(latestSeen.current)
    })
    return () => {
      live = false
    }
  }, [db, thing, refusedId, startedOver])

  return {
    start,
    round,
    state,
    seen,
    see,
    keep(values, picked = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      latest.current = values
      const isNewest = () => latest.current === values
      const over = showsRefused.current ? shown.refusedChange?.opId : undefined
      const kept = keeper.keep(
        { ...Object.fromEntries(Object.entries(values)), seen: latestSeen.current, over },
        picked,
      )
      kept.then(
        () => isNewest() && setState('kept'),
        () => isNewest() && setState('failed'),
      )
      return kept
    },
    async handOver(work) {
      const value = await keeper.handOver(work)
      showsRefused.current = true
      return value
    },
    async reset() {
      await keeper.settled()
      latest.current = null
      await giveUpEdit(db, kind, id, shown.refusedChange?.opId)
      setState('none')
      see(thing.wordsOf(shown))
      setStart(thing.valuesOf(shown))
      setRound((before) => before + 1)
    },
  }
}

/**
 * Reads the start of a form: the thing as it stands, with a change that was refused laid over. A form that was left keeps the
 * fields that its person typed in or chose, with what they had seen of them.
 */
export async function readStart<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  db: LocalDb,
  keeper: Autosave<Record<string, unknown>>,
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): Promise<{ values: Values; isKept: boolean; seen: SeenWords }> {
  const kept = await keeper.open()
  const stands = thing.wordsOf(shown)
  const change = shown.refusedChange
  const refused = change && (await db.outbox.get(change.opId))
  const sent = refused ? thing.sentIn(refused.payload) : null
  const first = sent ? layOver(stands, sent) : stands
  const valuesIn = (words: SeenWords) => thing.valuesOf(thing.withWords(shown, words))
  const values = valuesIn(first)
  if (!kept) return { values, isKept: false, seen: first }
  const seen = SeenWords.safeParse(kept.seen).data ?? stands
  const left = formValues(thing.shape, { ...thing.valuesOf(shown), ...kept })
  const isOver = change !== undefined && kept.over === change.opId
  const shownFirst = sent && isOver ? layOver(seen, sent) : seen
  const typed = differingFields(withoutIds(left), withoutIds(valuesIn(shownFirst)))
  const own = new Set([...typed, ...(isOver ? chosenSince(change.error, first, seen) : [])])
  const ownValues = Object.fromEntries(Object.entries(left).filter(([name]) => own.has(name)))
  return { values: { ...values, ...ownValues }, isKept: true, seen: takeFields(first, seen, own) }
}

/** Every reading of an item gives its options other ids. */
function withoutIds(values: object): SeenFields {
  return JSON.parse(JSON.stringify(values, (name, part: unknown) => (name === 'id' ? undefined : part)))
}
