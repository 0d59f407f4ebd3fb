import type { Deps } from '../deps'
import { findUser } from '../users/user-queries'
import { isPagePath } from './page-paths'

/** 404: there is no such page or thing. 410: there was such a thing, and it was deleted or taken down. */
export type PageStatus = 200 | 404 | 410

const PERSON = /^\/users\/([^/]+)\/inspiration$/
const THING = /^\/(inspiration|listings|made-to-order)\/([^/]+)$/
const ID = /^[1-9]\d{0,14}$/
const TABLES: Readonly<Record<string, string>> = {
  inspiration: 'inspiration_posts',
  listings: 'listings',
  'made-to-order': 'made_to_order_items',
}

/** The status of the app's page at this path. Crawlers read the status; people read what the page shows. */
export async function findPageStatus({ db }: Deps, path: string): Promise<PageStatus> {
  if (!isPagePath(path)) return 404
  // The router reads capitals and a slash at the end as the same page.
  const plain = path.toLowerCase().replace(/\/$/, '')
  const [, person] = PERSON.exec(plain) ?? []
  if (person !== undefined) return ID.test(person) && (await findUser(db, Number(person))) ? 200 : 404
  const [, section, id] = THING.exec(plain) ?? []
  if (section === undefined || id === undefined) return 200
  if (!ID.test(id)) return 404
  const sql = `SELECT coalesce(deleted_at, hidden_at) AS gone_at FROM ${TABLES[section]} WHERE id = ?`
  const [found] = await db.readBatch([{ sql, args: [Number(id)] }])
  const row = found?.rows[0]
  if (!row) return 404
  return row.gone_at === null ? 200 : 410
}
