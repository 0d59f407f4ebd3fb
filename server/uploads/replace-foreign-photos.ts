import type { Value } from '@libsql/client'
import { type SQL, sql } from 'drizzle-orm'
import type { PhotoShape } from '#schema/inspiration'
import { PhotoUrl } from '#schema/upload'
import type { ReadRow } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { uploads } from '../db/tables'
import type { Deps } from '../deps'
import { fetchPhoto } from './fetch-photo'
import { ownPhotoHash, storePhoto } from './photo-store'

/** A column that holds one address, or a list of them; the texts of `alts` belong to the main photo and the list, in this order. */
interface PhotoColumn {
  table: string
  column: string
  holds: 'one' | 'list'
  /** The person whose upload the photo becomes. */
  owner: string
  /** A post also knows the shape of its photo. */
  hasShape?: true
  alts?: true
}

const COLUMNS: PhotoColumn[] = [
  { table: 'users', column: 'profile_photo', holds: 'one', owner: 'id' },
  { table: 'listings', column: 'main_image', holds: 'one', owner: 'user_id' },
  { table: 'listings', column: 'images', holds: 'list', owner: 'user_id', alts: true },
  { table: 'bookings', column: 'listing_photo', holds: 'one', owner: 'owner_id' },
  { table: 'damage_reports', column: 'images', holds: 'list', owner: 'reporter_id' },
  {
    table: 'damage_reports',
    column: 'renter_response_images',
    holds: 'list',
    owner: '(SELECT user_id FROM bookings WHERE bookings.id = booking_id)',
  },
  { table: 'made_to_order_items', column: 'main_image', holds: 'one', owner: 'user_id' },
  { table: 'made_to_order_items', column: 'images', holds: 'list', owner: 'user_id', alts: true },
  { table: 'made_to_order_purchases', column: 'item_photo', holds: 'one', owner: 'seller_id' },
  { table: 'handovers', column: 'photos', holds: 'list', owner: 'user_id' },
  { table: 'inspiration_posts', column: 'image_url', holds: 'one', owner: 'user_id', hasShape: true },
]

/** The replacement of an address: a path of ours, or null when there is no photo. */
type Replacements = Map<string, { path: string; shape: PhotoShape } | null>

interface Row {
  id: number
  owner: number
  value: string | null
  alts: string | null
}

/**
 * Gives every photo address that is none of ours a place among the uploads, or drops it: a browser that showed a foreign
 * picture would tell a stranger who looks. Builds from before took any https address. An address that does not answer
 * today is asked again tomorrow.
 */
export async function replaceForeignPhotos(deps: Deps): Promise<void> {
  const known: Replacements = new Map()
  const asked = new Set<string>()
  for (const column of COLUMNS) {
    for (const row of await findRows(deps, column)) {
      for (const address of addressesIn(column, row.value)) {
        if (asked.has(address)) continue
        asked.add(address)
        const found = await ownPhoto(deps, address, row.owner)
        if (found !== undefined) known.set(address, found)
      }
      await replaceIn(deps, column, row.id, known)
    }
  }
}

/** Rows with an address that is not the path of an upload. Looks through a whole table, while others have their turns. */
async function findRows({ db }: Deps, column: PhotoColumn): Promise<Row[]> {
  const [rows = []] = await db.readLong([{ sql: foreignSql(column), args: [] }])
  return rows.map(toRow)
}

async function findRow({ db }: Deps, column: PhotoColumn, id: number): Promise<Row | null> {
  const [result] = await db.readBatch([{ sql: `${foreignSql(column)} AND id = ?`, args: [id] }])
  const [row] = result?.rows ?? []
  return row ? toRow(row) : null
}

function foreignSql({ table, column, owner, alts }: PhotoColumn): string {
  return `SELECT id, ${owner} AS owner, ${column} AS value, ${alts ? 'photo_alts' : 'NULL'} AS alts FROM ${table}
    WHERE (${column} LIKE '%://%' OR ${column} LIKE '%//%')`
}

const toRow = ({ id, owner, value, alts }: ReadRow): Row => ({
  id: Number(id),
  owner: Number(owner),
  value: textOf(value),
  alts: textOf(alts),
})

const textOf = (value: Value | undefined) => (value === null || value === undefined ? null : String(value))

function photosIn({ holds }: PhotoColumn, value: string | null): string[] {
  if (value === null) return []
  return holds === 'one' ? [value] : (JSON.parse(value) as string[])
}

function addressesIn(column: PhotoColumn, value: string | null): string[] {
  return photosIn(column, value).filter((url) => url !== '' && !PhotoUrl.safeParse(url).success)
}

/** The upload that has this picture, made now where there is none; null when there is no picture, undefined when nobody could say. */
async function ownPhoto(deps: Deps, address: string, userId: number) {
  const fetched = await fetchPhoto(address, deps.env.push.allowsLoopback)
  if (fetched.kind !== 'photo') return fetched.kind === 'none' ? null : undefined
  return addUpload(deps, fetched.bytes, userId).catch(() => null)
}

async function addUpload(deps: Deps, bytes: Uint8Array, userId: number) {
  const { sha256, width, height, tint, bytes: length } = await storePhoto(deps.photos, bytes)
  const row = { userId, sha256, width, height, tint, bytes: length, createdAt: deps.now().toISOString() }
  const insert = build.insert(uploads).values(row).onConflictDoNothing()
  await deps.db.write(() => [step(insert)])
  return { path: `/uploads/${sha256}.jpg`, shape: { width, height, tint } }
}

async function replaceIn(deps: Deps, column: PhotoColumn, id: number, known: Replacements): Promise<void> {
  await deps.db.write(async () => {
    // Read again within the turn: its person may have changed it meanwhile.
    const row = await findRow(deps, column, id)
    const changes = row ? changesOf(column, row, known) : []
    const steps: Step[] = []
    if (!row || changes.length === 0) return steps
    steps.push(step(sql`UPDATE ${sql.identifier(column.table)} SET ${sql.join(changes, sql`, `)} WHERE id = ${id}`))
    for (const url of photosIn(column, row.value)) {
      const hash = ownPhotoHash(known.get(url)?.path ?? null)
      if (hash) steps.push(step(shareUpload(hash, row.owner)))
    }
    return steps
  })
}

/** The upload of one person counts as another's too: both showed the same foreign picture. */
function shareUpload(sha256: string, userId: number): SQL {
  return sql`INSERT OR IGNORE INTO uploads (user_id, sha256, bytes, width, height, tint, created_at)
    SELECT ${userId}, sha256, bytes, width, height, tint, created_at FROM uploads WHERE sha256 = ${sha256} LIMIT 1`
}

function changesOf(column: PhotoColumn, row: Row, known: Replacements): SQL[] {
  const photos = photosIn(column, row.value)
  const isDropped = (url: string) => known.get(url) === null
  if (!photos.some((url) => known.has(url))) return []
  const name = sql.identifier(column.column)
  if (column.holds === 'one') {
    const found = known.get(photos[0] ?? '')
    // A column that must hold something holds an empty text: screens draw a placeholder for it.
    const path = found?.path ?? (column.table === 'users' ? null : '')
    const shape = column.hasShape ? [sql`shape = ${found ? JSON.stringify(found.shape) : null}`] : []
    return [sql`${name} = ${path}`, ...shape]
  }
  const left = photos.filter((url) => !isDropped(url)).map((url) => known.get(url)?.path ?? url)
  const alts = row.alts === null ? [] : (JSON.parse(row.alts) as string[])
  const altsLeft = alts.filter((_, at) => at === 0 || !isDropped(photos[at - 1] ?? ''))
  return [
    sql`${name} = ${JSON.stringify(left)}`,
    ...(alts.length > 0 ? [sql`photo_alts = ${JSON.stringify(altsLeft)}`] : []),
  ]
}
