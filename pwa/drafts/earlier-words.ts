import * as z from 'zod/mini'
import { EARLIER_KEPT, EARLIER_KEPT_MS, EarlierVersion, withoutOld } from '#schema/draft'
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

const idOf = (subject: string) => `${EARLIER_KIND}:${subject}`

/** @param subject what was published, as 'listing:7' */
export async function readEarlierWords(db: LocalDb, subject: string, now: Date): Promise<EarlierWords> {
  return youngIn((await db.drafts.get(idOf(subject)))?.values, now)
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
  const text = JSON.stringify(value)
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const held = await db.drafts.where('kind').equals(EARLIER_KIND).toArray()
    const before = await readEarlierWords(db, subject, now)
    const others = (before[field] ?? []).filter((one) => one.by !== version.by || JSON.stringify(one.value) !== text)
    const values = { ...before, [field]: [version, ...others].slice(0, EARLIER_KEPT) }
    const tooOld = new Date(now.getTime() - EARLIER_KEPT_MS).toISOString()
    await db.drafts
      .where('kind')
      .equals(EARLIER_KIND)
      .filter(({ updatedAt }) => updatedAt < tooOld)
      .delete()
    await db.drafts.put({ draftId: idOf(subject), kind: EARLIER_KIND, values, updatedAt: at })
    const young = new Set(blobsIn(held.map((row) => youngIn(row.values, now))))
    for (const blobId of blobsIn(held)) if (!young.has(blobId)) await dropPhotoIfUnneeded(db, blobId)
  })
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
