import type { PublicCollection } from '#schema/sync-scopes'
import type { Find } from '../session/ask-past-held'
import type { Catalogue } from '../sync/catalogue'
import { isPinned } from '../sync/packs'

/** Finds in the order in which they are shown. */
export interface Places<Row> {
  /** The search that they answer, as text. */
  search: string
  /** Above: the finds of this device, as far as nothing stood below them when they came. */
  near: readonly Row[]
  /** Below: the finds of the server, and those that have come to this device since. */
  far: readonly Row[]
}

/**
 * Lays finds out anew without moving any that is shown: each keeps its place for as long as the search stays, whether the device
 * or the server has it by now. New ones come last.
 * @param before what is shown; the same object comes back when nothing changes
 * @param found the finds of now, of the device and of the server; one may be among both
 * @param isOver whether a row that is shown, and not found any more, is to go: one of an area that has left the device stays
 */
export function keepPlaces<Row extends { id: number }>(
  before: Places<Row> | null,
  found: Places<Row>,
  isOver: (row: Row) => boolean,
): Places<Row> {
  const shown = before?.search === found.search ? before : { near: [], far: [] }
  const rows = new Map([...found.far, ...found.near].map((row) => [row.id, row]))
  const stay = (held: readonly Row[]) =>
    held.flatMap((row) => (rows.has(row.id) || !isOver(row) ? [rows.get(row.id) ?? row] : []))
  const [near, far] = [stay(shown.near), stay(shown.far)]
  const later = without(found.near, [...near, ...far])
  const further = without(found.far, [...near, ...far, ...later])
  const next =
    far.length === 0
      ? { search: found.search, near: [...near, ...later], far: further }
      : { search: found.search, near, far: [...far, ...later, ...further] }
  return before && isSame(before, next) ? before : next
}

/** Has the feed taken a row away from this device since it was found? It may have moved to where the server has found it. */
export function isGone(
  catalogue: Pick<Catalogue, 'get' | 'numberOf'>,
  coll: PublicCollection,
  { id, foundAt = 0 }: Find<{ id: number }>,
): boolean {
  return catalogue.get(coll, id) === undefined && (catalogue.numberOf(coll, id) ?? 0) > foundAt
}

/** Does the feed bring this device news of a row? One that is kept for its person alone may be older than the server's. */
export function isFed(catalogue: Pick<Catalogue, 'packOf'>, coll: PublicCollection, id: number): boolean {
  const pack = catalogue.packOf(coll, id)
  return pack !== undefined && !isPinned(pack)
}

/** Finds of this device, in the place of those without news the server's. */
export function withNewer<Row extends { id: number }>(
  catalogue: Pick<Catalogue, 'packOf'>,
  coll: PublicCollection,
  rows: readonly Row[],
  found: readonly Row[],
): readonly Row[] {
  const newer = new Map(found.flatMap((row) => (isFed(catalogue, coll, row.id) ? [] : [[row.id, row]])))
  return rows.map((row) => newer.get(row.id) ?? row)
}

/** The rows that this device holds, as one list. */
export function onDevice<Row extends { id: number }>(
  { search, near, far }: Places<Row>,
  isHeld: (id: number) => boolean,
): Places<Row> {
  return { search, near: [...near, ...far].filter(({ id }) => isHeld(id)), far: [] }
}

/** The rows that are not among others, each once. */
export function without<Row extends { id: number }>(rows: readonly Row[], others: readonly Row[]): Row[] {
  const ids = new Set(others.map(({ id }) => id))
  return rows.filter(({ id }) => !ids.has(id) && ids.add(id))
}

function isSame<Row>(one: Places<Row>, other: Places<Row>): boolean {
  const isSameList = (a: readonly Row[], b: readonly Row[]) =>
    a.length === b.length && a.every((row, at) => row === b[at])
  return one.search === other.search && isSameList(one.near, other.near) && isSameList(one.far, other.far)
}
