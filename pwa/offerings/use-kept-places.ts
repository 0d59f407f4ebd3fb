import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { PublicRow } from '#schema/sync-scopes'
import { useCatalogue, useReachable } from '../session/use-sync'
import type { Catalogue } from '../sync/catalogue'
import { isFed, isGone, keepPlaces, onDevice, type Places, withNewer, without } from './keep-places'

/** The answer to a search. */
export interface Finds<Row> {
  /** As text. */
  search: string
  rows: readonly Row[]
}

interface Left {
  entry: string
  catalogue: Catalogue
  places: Places<{ id: number }>
}

const PATHS = { listing: '/listings', item: '/made-to-order' }

/** The places that were shown last of each collection: the way back finds them as they were left. */
const left = new Map<string, Left>()

/**
 * The finds of a search on a device that holds a part of a collection: its own, and those of the server below. None of them moves for as
 * long as the search stays, whatever comes to the device meanwhile. Without a connection those of the device alone are shown.
 * @param wanted the search, as text
 * @param near finds of the device; null before there are any
 * @param far finds of the server; null without an answer
 * @returns null before anything is known of this search
 */
export function useKeptPlaces<C extends 'listing' | 'item'>(
  coll: C,
  wanted: string,
  near: Finds<PublicRow<C>> | null,
  far: Finds<PublicRow<C>> | null,
): Places<PublicRow<C>> | null {
  const { catalogue } = useCatalogue()
  const reachable = useReachable()
  const [kept, setKept] = useLeftPlaces(coll)
  const places = useMemo(() => {
    if (!near) return kept?.search === wanted ? kept : null
    const { search, rows } = near
    const answer = far?.search === search ? far.rows.filter((row) => !isGone(catalogue, coll, row)) : []
    // A row that this device holds and does not find has changed.
    const isOver = (row: PublicRow<C>) => isGone(catalogue, coll, row) || isFed(catalogue, coll, row.id)
    return keepPlaces(kept, { search, near: withNewer(catalogue, coll, rows, answer), far: answer }, isOver)
  }, [coll, catalogue, kept, wanted, near, far])
  if (places !== kept) setKept(places)
  return useMemo(() => {
    if (!places) return null
    return reachable ? withFormer(places, far) : onDevice(places, (id) => catalogue.get(coll, id) !== undefined)
  }, [coll, catalogue, places, far, reachable])
}

/** The server's finds of the search before stay below those of the device until there is an answer. */
function withFormer<Row extends { id: number }>(places: Places<Row>, far: Finds<Row> | null): Places<Row> {
  const isAnswered = !far || far.search === places.search || places.far.length > 0
  // Alone they would pass for finds of this search.
  return isAnswered || places.near.length === 0 ? places : { ...places, far: without(far.rows, places.near) }
}

/** Is a row shown among the finds of this search? */
export function isShown(coll: 'listing' | 'item', search: string, id: number): boolean {
  const places = left.get(coll)?.places
  return places?.search === search && [places.near, places.far].some((rows) => rows.some((row) => row.id === id))
}

function useLeftPlaces<C extends 'listing' | 'item'>(coll: C) {
  const { catalogue } = useCatalogue()
  // The location is that of the next page already when this one is left.
  const entry = useLocation({
    select: ({ state, href, pathname }) => (pathname === PATHS[coll] ? (state.__TSR_key ?? href) : null),
  })
  const [places, setPlaces] = useState(() => {
    const last = left.get(coll)
    return last?.entry === entry && last.catalogue === catalogue ? (last.places as Places<PublicRow<C>>) : null
  })
  useEffect(() => {
    if (places && entry) left.set(coll, { entry, catalogue, places })
  }, [coll, entry, catalogue, places])
  return [places, setPlaces] as const
}
