import { useEffect, useMemo, useRef, useState } from 'react'
import type { DraftKind } from '#schema/draft'
import { differingFields, type SeenFields } from '#schema/edit'
import { keepStorage } from '../disk/keep-storage'
import type { LocalDb, OutboxItem, PhotoBlob } from '../disk/local-db'
import { SeenWords } from '../disk/mutations'
import type { Autosave } from '../drafts/autosave'
import { chosenSince, layOver, seenBefore, takeFields } from '../drafts/seen-words'
import type { DraftState } from '../drafts/use-device-draft'
import { useAccount } from '../session/account'
import type { ShownOwn } from './own-thing-writes'
import { autosaveEdit, giveUpEdit } from './thing-edits'
import { formValues, type ShownWords, type ThingForm, type ThingValues } from './thing-form'

export interface ThingEdit<Values, Checked> {
  /** The form's first values; undefined until it has been read from this device. */
  start: Values | undefined
  /** Grows when the form is to start over. */
  round: number
  state: DraftState
  keep: (values: Values, picked?: PhotoBlob[]) => Promise<void>
  handOver: Autosave<unknown>['handOver']
  /** Saves the form in the place of the changes whose words it shows. */
  send: (checked: Checked) => Promise<void>
  /** The form's values before its person changed anything, or chose between both sides since. */
  seen: SeenWords
  /** Does the form show the words of this change? */
  shows: (opId: string) => boolean
  /** Notes that the person was shown what stands now, and has chosen. */
  see: (seen: SeenWords) => void
  /** Throws away what was typed, and the refused changes that the form shows: the form is the thing again. */
  reset: () => Promise<void>
}

/** Changes to a thing as they are being written: as they were left here, as the server refused them, or none yet. */
export function useEdit<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): ThingEdit<Values, Checked> {
  const { engine } = useAccount()
  const { db } = engine
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
  /** The changes whose words the form shows, by id. */
  const over = useRef<string[]>([])

  const [news, setNews] = useState(0)
  // Another tab has gone on with the form.
  useEffect(() => keeper.follow((kept) => kept && setNews((before) => before + 1)), [keeper])

  useEffect(() => {
    let live = true
    readStart(db, keeper, thing, first).then(({ values, isKept, seen: before, over: shownChanges }) => {
      if (!live) return
      latestSeen.current = before
      over.current = shownChanges
      keeper.shows({ ...Object.fromEntries(Object.entries(values)), seen: before, over: shownChanges })
      setSeen(before)
      if (isKept) setState('kept')
      setStart(values)
      if (news > 0) setRound((before) => before + 1)
    })
    return () => {
      live = false
    }
  }, [db, keeper, thing, first, news])

  const see = (now: SeenWords) => {
    latestSeen.current = now
    setSeen(now)
  }
  const refusedId = shown.refusedChange?.opId
  // A change that this form has sent and that was refused is all that the form shows from now on.
  useEffect(() => {
    if (refusedId !== undefined) setSeen(latestSeen.current)
  }, [refusedId])

  return {
    start,
    round,
    state,
    seen,
    shows: (opId) => over.current.includes(opId),
    see,
    keep(values, picked = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      latest.current = values
      const isNewest = () => latest.current === values
      const words = Object.fromEntries(Object.entries(values))
      const kept = keeper.keep({ ...words, seen: latestSeen.current, over: over.current }, picked)
      kept.then(
        () => isNewest() && setState('kept'),
        () => isNewest() && setState('failed'),
      )
      return kept
    },
    handOver: (work) => keeper.handOver(work),
    send: (checked) =>
      keeper.handOver(async () => {
        const shows = { seen: latestSeen.current, over: over.current }
        const opId = await thing.change(engine, shown, checked, shows)
        if (opId === null) return
        over.current = [...over.current, opId]
        const sent = thing.sentIn((await db.outbox.get(opId))?.payload)
        if (sent) latestSeen.current = layOver(latestSeen.current, sent)
      }),
    async reset() {
      await keeper.settled()
      latest.current = null
      await giveUpEdit(db, kind, id, over.current)
      setState('none')
      see(thing.wordsOf(shown))
      setStart(thing.valuesOf(shown))
      setRound((before) => before + 1)
    },
  }
}

/**
 * Reads the start of a form: the thing as it stands, with the changes that were refused laid over. A form that was left keeps
 * the fields that its person typed in or chose, with what they had seen of them.
 */
export async function readStart<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  db: LocalDb,
  keeper: Autosave<Record<string, unknown>>,
  thing: ThingForm<Values, Checked, Shown>,
  shown: Shown,
): Promise<{ values: Values; isKept: boolean } & ShownWords> {
  const kept = await keeper.open()
  const stands = thing.wordsOf(shown)
  const changes = await changesShown(db, thing.kind, thing.idOf(shown))
  const over = changes.map(({ opId }) => opId)
  const refused = changes.filter(({ state }) => state === 'attention')
  const first = refused.reduce((laid, { payload }) => {
    const sent = thing.sentIn(payload)
    return sent ? layOver(laid, sent) : laid
  }, stands)
  const valuesIn = (words: SeenWords) => thing.valuesOf(thing.withWords(shown, words))
  const values = valuesIn(first)
  if (!kept) return { values, isKept: false, seen: first, over }
  const seen = SeenWords.safeParse(kept.seen).data ?? stands
  const left = formValues(thing.shape, { ...thing.valuesOf(shown), ...kept })
  // Earlier builds kept one id.
  const keptOver = [kept.over].flat()
  const before = refused.filter(({ opId }) => keptOver.includes(opId))
  const typed = differingFields(withoutIds(left), withoutIds(valuesIn(seen)))
  const own = new Set([...typed, ...before.flatMap(({ error }) => chosenSince(error, first, seen))])
  const ownValues = Object.fromEntries(Object.entries(left).filter(([name]) => own.has(name)))
  const stood = seenBefore((kept.discarded as OutboxItem[] | undefined) ?? [], seen, thing.sentIn) ?? seen
  return { values: { ...values, ...ownValues }, isKept: true, seen: takeFields(first, stood, own), over }
}

/** The changes of a thing whose words its form shows, in order: those that stand, and those that were refused after them. */
async function changesShown(db: LocalDb, kind: DraftKind, id: number): Promise<OutboxItem[]> {
  const line = await db.outbox.where('lane').startsWith(`${kind}:`).sortBy('order')
  const isChange = ({ kind: name, payload }: OutboxItem) =>
    name === `${kind}.change` && (payload as Record<string, unknown>)[`${kind}Id`] === id
  const changes = line.filter(isChange)
  const lastStanding = changes.findLastIndex(({ state }) => state !== 'attention')
  return changes.filter(({ state }, nth) => state !== 'attention' || nth > lastStanding)
}

/** Every reading of an item gives its options other ids. */
function withoutIds(values: object): SeenFields {
  return JSON.parse(JSON.stringify(values, (name, part: unknown) => (name === 'id' ? undefined : part)))
}
