import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'

export type OpenedKind = 'listing' | 'item' | 'post'

const OPENED_MOST = 30
const OPENED_KEPT_MS = 30 * 24 * 60 * 60_000
/** The names under which the rows that were opened last are noted. */
const OPENED: Record<OpenedKind, string> = { listing: 'opened', item: 'openedItems', post: 'openedPosts' }

interface Opened {
  id: number
  at: number
}

/** Remembers that a row was opened: outside of the parts that this device holds it is kept here for some weeks. */
export async function noteOpened(db: LocalDb, kind: OpenedKind, id: number): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = (await readOpened(db, kind)).filter((one) => one.id !== id)
    await writeMeta(db, OPENED[kind], [{ id, at: Date.now() }, ...others].slice(0, OPENED_MOST))
  })
}

/** The numbers of the rows that were opened in the last weeks, the last one first. */
export async function openedLately(db: LocalDb, kind: OpenedKind): Promise<number[]> {
  return (await readOpened(db, kind)).flatMap(({ id, at }) => (Date.now() - at < OPENED_KEPT_MS ? [id] : []))
}

async function readOpened(db: LocalDb, kind: OpenedKind): Promise<Opened[]> {
  return (await readMeta<Opened[]>(db, OPENED[kind])) ?? []
}
