import * as z from 'zod/mini'
import { EARLIER_KEPT, EARLIER_KEPT_MS, EarlierVersion, type FieldVersion, withoutOld } from '#schema/draft'
import { deviceName } from '../disk/device-db'
import type { LocalDb } from '../disk/local-db'
import type { Autosave } from './autosave'
import { blobsIn, dropPhotoIfUnneeded } from './kept-photos'

/**
 * Versions of something published that a choice between two devices has put aside: on this device alone, for 30 days. They lie
 * among the drafts, and are no unfinished one.
 */
export const EARLIER_KIND = 'earlier'

/** Every device but this one, of whose version only the time of the choice is known. */
const ANOTHER_DEVICE = { by: '00000000-0000-4000-8000-000000000000', from: 'Another device, put aside' }
const Versions = z.record(z.string(), z.array(EarlierVersion))
export type EarlierWords = z.infer<typeof Versions>

/** Its place among the drafts. @param subject what was published, as 'listing:7' */
export const earlierId = (subject: string) => `${EARLIER_KIND}:${subject}`

/** @param subject what was published, as 'listing:7' */
export async function readEarlierWords(db: LocalDb, subject: string, now: Date): Promise<EarlierWords> {
  return youngIn((await db.drafts.get(earlierId(subject)))?.values, now)
}

const youngIn = (kept: unknown, now: Date) => withoutOld(Versions.safeParse(kept).data ?? {}, now)

/**
 * Puts a version of a field aside, the newest first; the same words of the same side stand there once. Versions that are too
 * old go, and their photos with them.
 */
export async function putAside(
  db: LocalDb,
  subject: string,
  { field, value, isMine }: { field: string; value: unknown; isMine: boolean },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const device = isMine ? { by: await deviceName() } : ANOTHER_DEVICE
  const version: EarlierVersion = { value, at, ...device, asideAt: at }
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const held = await db.drafts.where('kind').equals(EARLIER_KIND).toArray()
    const before = await readEarlierWords(db, subject, now)
    const values = withVersions(before, field, [version])
    const tooOld = new Date(now.getTime() - EARLIER_KEPT_MS).toISOString()
    await db.drafts
      .where('kind')
      .equals(EARLIER_KIND)
      .filter(({ updatedAt }) => updatedAt < tooOld)
      .delete()
    await db.drafts.put({ draftId: earlierId(subject), kind: EARLIER_KIND, values, updatedAt: at })
    const young = new Set(blobsIn(held.map((row) => youngIn(row.values, now))))
    for (const blobId of blobsIn(held)) if (!young.has(blobId)) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Puts versions that other devices wrote aside, as they were written. */
export async function putVersionsAside(
  db: LocalDb,
  subject: string,
  versions: Record<string, (FieldVersion & { asideAt?: string })[]>,
  now: Date,
): Promise<void> {
  const asideAt = now.toISOString()
  await db.transaction('rw', db.drafts, async () => {
    let values = await readEarlierWords(db, subject, now)
    for (const [field, list] of Object.entries(versions))
      values = withVersions(
        values,
        field,
        list.map((version) => ({ asideAt, ...version })),
      )
    if (Object.keys(values).length === 0) return
    await db.drafts.put({ draftId: earlierId(subject), kind: EARLIER_KIND, values, updatedAt: asideAt })
  })
}

/** Gives the versions put aside under one name another: a draft has become what was published. */
export async function renameEarlier(db: LocalDb, from: string, to: string, now: Date): Promise<void> {
  await db.transaction('rw', db.drafts, async () => {
    await putVersionsAside(db, to, await readEarlierWords(db, from, now), now)
    await db.drafts.delete(earlierId(from))
  })
}

function withVersions(before: EarlierWords, field: string, versions: EarlierVersion[]): EarlierWords {
  const isTold = (one: EarlierVersion) =>
    versions.some(({ by, value }) => by === one.by && JSON.stringify(value) === JSON.stringify(one.value))
  const others = (before[field] ?? []).filter((one) => !isTold(one))
  return { ...before, [field]: [...versions, ...others].slice(0, EARLIER_KEPT) }
}

/**
 * Puts aside what a form says in a field before it goes on with something else: what it keeps next comes behind this on the
 * disk, where a photo that nothing names is let go.
 */
export function leaveAside(
  form: Pick<Autosave<unknown>, 'handOver'>,
  db: LocalDb,
  subject: string,
  version: Parameters<typeof putAside>[2],
): void {
  // The choice is made also if nothing can be kept: both versions were on the screen.
  void form.handOver(() => putAside(db, subject, version, new Date())).catch(() => undefined)
}
