import { type LocalDb, type Pin, readMeta } from '../disk/local-db'

/** Pins of one kind, the newest reasons first; and how long one lasts. */
const LIMITS: Record<Pin['kind'], { most: number; lastsDays: number }> = {
  listing: { most: 30, lastsDays: 30 },
  item: { most: 30, lastsDays: 30 },
  post: { most: 30, lastsDays: 30 },
  place: { most: 3, lastsDays: 90 },
}
const DAY_MS = 24 * 60 * 60_000

/**
 * Keeps on this device a row that its person has just opened, or the areas around a place in which they have just searched, although
 * the market does not fit on it. Until a day of its own: each look begins that time anew.
 * @param id the number of a row, or the name of a place
 */
export async function pin(db: LocalDb, kind: Pin['kind'], id: Pin['id']): Promise<void> {
  const { most, lastsDays } = LIMITS[kind]
  await db.transaction('rw', db.pins, async () => {
    const others = (await standing(db, kind)).filter((one) => one.id !== id)
    await db.pins.where({ kind }).delete()
    // Later than all others, also when the clock was set back meanwhile.
    const until = Math.max(Date.now() + lastsDays * DAY_MS, (others[0]?.until ?? 0) + 1)
    await db.pins.bulkPut([{ kind, id, until }, ...others].slice(0, most))
  })
}

/** The pins that have not ended, the last one first. */
export async function pinned(db: LocalDb, kind: Pin['kind']): Promise<Pin['id'][]> {
  return (await standing(db, kind)).map(({ id }) => id)
}

async function standing(db: LocalDb, kind: Pin['kind']): Promise<Pin[]> {
  const pins = await db.pins.where({ kind }).toArray()
  return pins.filter(({ until }) => until > Date.now()).toSorted((one, other) => other.until - one.until)
}

/** Makes pins of the lists that an earlier build kept in `meta`, the last one first. */
export async function pinListed(db: LocalDb): Promise<void> {
  const lists = { listing: 'opened', item: 'openedItems', post: 'openedPosts', place: 'places' } as const
  await db.transaction('rw', db.meta, db.pins, async () => {
    for (const kind of Object.keys(lists) as Pin['kind'][]) {
      const listed = await readMeta<({ id: number; at: number } | string)[]>(db, lists[kind])
      if (!listed) continue
      const pins = listed.map((one, nth): Pin => {
        const { id, at } = typeof one === 'string' ? { id: one, at: Date.now() } : one
        return { kind, id, until: at + LIMITS[kind].lastsDays * DAY_MS - nth }
      })
      const newer = await db.pins.where({ kind }).toArray()
      await db.pins.bulkPut([...pins, ...newer])
      await db.meta.delete(lists[kind])
    }
  })
}
