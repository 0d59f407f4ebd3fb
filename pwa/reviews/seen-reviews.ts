import * as z from 'zod/mini'
import { PublicReview } from '#schema/review'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'

export interface ReviewSubject {
  kind: 'listing' | 'item' | 'person'
  id: number
}

const KEY = 'seenReviews'
const KEPT_SUBJECTS = 30
const KEPT_REVIEWS = 5
const Seen = z.array(z.object({ of: z.string(), reviews: z.array(PublicReview) }))

const nameOf = ({ kind, id }: ReviewSubject) => `${kind}/${id}`

async function readAll(db: LocalDb): Promise<z.infer<typeof Seen>> {
  return Seen.safeParse(await readMeta(db, KEY)).data ?? []
}

/** The newest reviews of something that was looked at with a connection; null when it never was, or long ago. */
export async function readSeenReviews(db: LocalDb, subject: ReviewSubject): Promise<PublicReview[] | null> {
  return (await readAll(db)).find(({ of }) => of === nameOf(subject))?.reviews ?? null
}

/** Keeps the newest five reviews of the thirty things that were looked at last. */
export async function keepSeenReviews(db: LocalDb, subject: ReviewSubject, reviews: PublicReview[]): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const others = (await readAll(db)).filter(({ of }) => of !== nameOf(subject))
    const newest = { of: nameOf(subject), reviews: reviews.slice(0, KEPT_REVIEWS) }
    await writeMeta(db, KEY, [newest, ...others].slice(0, KEPT_SUBJECTS))
  })
}
