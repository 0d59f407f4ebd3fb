import { useEffect, useMemo, useRef, useState } from 'react'
import { parseMutation } from '#schema/mutations'
import { keepStorage } from '../../actions/keep-storage'
import { useAccount } from '../../auth/account'
import { type Keeper, keeperOf } from '../../db/keeper'
import { forgetListingEdit, keptListingEdit } from '../../db/listing-edits'
import type { LocalDb, PhotoBlob } from '../../db/local-db'
import type { ShownOwnListing } from '../../db/own-listing-overlay'
import type { DraftState } from './draft-words'
import { formValues, type ListingFormValues, valuesOf, valuesOfChange } from './listing-values'

export interface ListingEdit {
  /** What the form starts with; undefined until it has been read from this device. */
  start: ListingFormValues | undefined
  /** Grows when the form is to start over. */
  round: number
  state: DraftState
  keep: (values: ListingFormValues, picked?: PhotoBlob[]) => Promise<void>
  settled: () => Promise<unknown>
  /** Throws away what was typed: the form is the listing again. */
  reset: () => Promise<void>
}

/** Changes to a listing as they are being written: as they were left here, as the server refused them, or none yet. */
export function useListingEdit(shown: ShownOwnListing): ListingEdit {
  const { db } = useAccount().engine
  const { id } = shown.listing
  const [first] = useState(shown)
  const [start, setStart] = useState<ListingFormValues>()
  const [round, setRound] = useState(0)
  const [state, setState] = useState<DraftState>('none')
  const keeper = useMemo(() => keeperOf(db, keptListingEdit(db, id)), [db, id])
  const latest = useRef<ListingFormValues | null>(null)

  useEffect(() => {
    let live = true
    readStart(db, keeper, first).then(({ values, isKept }) => {
      if (!live) return
      if (isKept) setState('kept')
      setStart(values)
    })
    return () => {
      live = false
    }
  }, [db, keeper, first])

  return {
    start,
    round,
    state,
    keep(values, picked = []) {
      if (state === 'none') void keepStorage()
      setState('keeping')
      latest.current = values
      const isNewest = () => latest.current === values
      const kept = keeper.keep({ ...values }, picked)
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
      await forgetListingEdit(db, id)
      setState('none')
      setStart(valuesOf(shown))
      setRound((before) => before + 1)
    },
  }
}

async function readStart(
  db: LocalDb,
  keeper: Keeper<Record<string, unknown>>,
  shown: ShownOwnListing,
): Promise<{ values: ListingFormValues; isKept: boolean }> {
  const kept = await keeper.open()
  if (kept) return { values: formValues({ ...valuesOf(shown), ...kept }), isKept: true }
  const refused = shown.refused?.kind === 'listing.change' ? await db.outbox.get(shown.refused.opId) : undefined
  const change = refused ? parseMutation('listing.change', refused.payload) : null
  return { values: change ? valuesOfChange(change) : valuesOf(shown), isKept: false }
}
