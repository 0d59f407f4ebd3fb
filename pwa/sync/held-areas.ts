import type { AreasAnswer } from '#schema/sync'
import { type PublicCollection, partScope, publicScopes } from '#schema/sync-scopes'
import { type LocalDb, type Pack, readMeta, writeMeta } from '../disk/local-db'
import { collectionOf, packOf } from './packs'

/** The name under which the server's answer about this device's parts is kept. */
export const AREAS = 'areas'

/** The server's answer for these places, in a market whose public rows do not all fit on a device. */
export interface HeldParts extends AreasAnswer {
  places: string
  /** By the clock of this device. */
  askedAt: number
}

/** The same where the listings do not fit. */
export interface HeldAreas extends HeldParts {
  areas: NonNullable<AreasAnswer['areas']>
}

/** Of which collections this device is to hold parts, and which; null where it holds all public rows. */
export async function readParts(db: LocalDb): Promise<HeldParts | null> {
  return (await readMeta<HeldParts>(db, AREAS)) ?? null
}

/**
 * The areas that this device is to hold; null where it holds all listings. One whose listings have not come yet is not held in full, and
 * until all have come they are around no place.
 */
export async function readAreas(db: LocalDb): Promise<HeldAreas | null> {
  const held = await readParts(db)
  if (!held?.areas) return null
  const here = new Set(await db.scopes.toCollection().primaryKeys())
  const isHere = ({ area }: HeldAreas['areas'][number]) => here.has(partScope('listing', area))
  const areas = held.areas.map((area) => (isHere(area) ? area : { ...area, isPart: true as const }))
  return { ...held, areas, around: held.areas.every(isHere) ? held.around : null }
}

/** The areas of which this device has all listings. */
export function fullyHeld({ areas }: HeldAreas): string {
  return areas.flatMap(({ area, isPart }) => (isPart ? [] : [area])).join(',')
}

/** The scopes of a collection that this device is to hold. */
export function scopesOf(held: HeldParts | null, coll: PublicCollection): string[] {
  return partsOf(held, coll)?.map(({ scope }) => scope) ?? [publicScopes[coll]]
}

/** The parts of a collection that this device is to hold, each with its rows when the server was asked; null where it holds all of it. */
export function partsOf(held: HeldParts | null, coll: PublicCollection): { scope: string; rows: number }[] | null {
  if (coll !== 'listing' && coll !== 'person') return held?.parts?.[coll] ?? null
  const areas = held?.areas?.map(({ area, listings, people }) => ({
    scope: partScope(coll, area),
    rows: coll === 'listing' ? listings : people,
  }))
  const known = areas?.flatMap(({ scope, rows }) => (rows === undefined ? [] : { scope, rows }))
  // A server of an earlier build divides listings alone.
  return known && known.length === areas?.length ? known : null
}

/** The packs of a collection of which this device holds the newest rows alone, with the number of those; null where it holds all rows of it. */
export async function readLimits(db: LocalDb, coll: PublicCollection): Promise<ReadonlyMap<Pack, number> | null> {
  const limits = new Map<Pack, number>()
  for (const { scope, most } of await db.scopes.toArray()) {
    const pack = packOf(scope)
    if (pack && collectionOf(pack) === coll && most !== undefined) limits.set(pack, most)
  }
  return limits.size > 0 || partsOf(await readParts(db), coll) ? limits : null
}

/** Is one of these scopes here? One's own is. */
export async function holdsOneOf(db: LocalDb, scopes: readonly string[]): Promise<boolean> {
  const held = await readParts(db)
  return scopes.some((scope) => {
    const pack = packOf(scope)
    return pack === null || scopesOf(held, collectionOf(pack)).includes(scope)
  })
}

/** The scope of all rows of a collection, or that of a part. */
export function isScopeOf(coll: PublicCollection, scope: string): boolean {
  const pack = packOf(scope)
  return pack !== null && collectionOf(pack) === coll
}

/** Has the server be asked again when one of these is public: the server does not know it any more, or it has outgrown this device. */
export async function noteStaleParts(db: LocalDb, scopes: readonly string[]): Promise<void> {
  const held = await readParts(db)
  if (held && scopes.some((scope) => packOf(scope) !== null)) await writeMeta(db, AREAS, { ...held, askedAt: 0 })
}
