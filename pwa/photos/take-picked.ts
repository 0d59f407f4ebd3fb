import { isDiskFull } from '../disk/disk-full'
import type { LocalDb, PhotoBlob, PickedFile } from '../disk/local-db'
import { withRoom } from '../disk/with-room'
import { watchDropped } from './drop-picked'
import { preparePhoto } from './prepare-photo'

/** A form's work on picked files. */
export interface PickWork {
  /** Hears which files are about to be made ready. */
  begin(files: readonly File[]): void
  /**
   * Keeps a photo together with the form that shows it.
   * @param isLate an earlier page of the form was left with it
   * @throws when this device has no room for it
   */
  take(photo: PhotoBlob, isLate: boolean): Promise<void>
  /** Hears that a file is in the form, or why it is not. */
  end(file: File, error: unknown): void
  /** The form was left: nobody hears of its files. */
  isClosed(): boolean
  /** The form was left, and the next page of it has begun to read its draft: files that are kept wait for that page. */
  isLeft(): boolean
}

/** The batches that this page of the browser works on. */
const underWay = new Set<string>()

/**
 * Makes picked files ready one after the other, once it is their `turn`, and hands them to their form. To make a photo
 * ready takes a phone its time: until then the files are kept as they are, so that a page that is left loses none.
 */
export async function takePicked(
  db: LocalDb,
  form: string,
  files: readonly File[],
  work: PickWork,
  turn: Promise<void>,
): Promise<void> {
  if (files.length === 0) return turn
  work.begin(files)
  const batch = crypto.randomUUID()
  const picks = files.map((file) => ({ id: crypto.randomUUID(), file }))
  const isDropped = watchDropped(db, form)
  underWay.add(batch)
  await navigator.locks.request(lockOf(batch), async () => {
    // Without room for them as they are there may still be room for them made small.
    await keepAll(db, form, batch, picks).catch(() => undefined)
    await turn
    for (const pick of picks) await takeOne(db, pick, work, { isDropped, isLate: false })
  })
  underWay.delete(batch)
}

/** The same with files that an earlier page of this form was left with; never with those on which another tab works. */
export async function takeLeftBehind(db: LocalDb, form: string, work: PickWork): Promise<void> {
  const isDropped = watchDropped(db, form)
  const batches = new Set((await db.picked.where('form').equals(form).toArray()).map(({ batch }) => batch))
  // A form that was left a moment ago ends its file first.
  for (const batch of batches)
    await navigator.locks.request(lockOf(batch), { ifAvailable: !underWay.has(batch) }, async (lock) => {
      if (!lock) return
      underWay.add(batch)
      const left = (await db.picked.where('form').equals(form).sortBy('n')).filter((one) => one.batch === batch)
      const picks = left.map(({ id, name, type, bytes }) => ({ id, file: new File([bytes], name, { type }) }))
      work.begin(picks.map(({ file }) => file))
      for (const pick of picks) await takeOne(db, pick, work, { isDropped, isLate: true })
      underWay.delete(batch)
    })
}

const lockOf = (batch: string) => `picked ${batch}`

async function keepAll(db: LocalDb, form: string, batch: string, picks: { id: string; file: File }[]): Promise<void> {
  // One after the other: a phone has no memory for ten large photos at once.
  for (const [n, { id, file }] of picks.entries()) {
    const { name, type } = file
    const picked: PickedFile = { id, form, batch, n, name, type, bytes: await file.arrayBuffer() }
    await withRoom(() => db.picked.add(picked))
  }
}

async function takeOne(
  db: LocalDb,
  { id, file }: { id: string; file: File },
  work: PickWork,
  { isDropped, isLate }: { isDropped: () => boolean; isLate: boolean },
): Promise<void> {
  const isForLater = async () => work.isLeft() && (await db.picked.get(id)) !== undefined
  if (await isForLater()) return
  try {
    // The page may have been left between the form's last word and the file's.
    const isIn = (await db.blobs.get(id)) !== undefined
    if (!isIn && !isDropped()) {
      const photo = { blobId: id, ...(await preparePhoto(file)), createdAt: new Date().toISOString(), url: null }
      if (await isForLater()) return
      // The form may have been thrown away while its photo was made ready: it must not come back.
      if (!isDropped())
        await work.take(photo, isLate).catch(async (error) => {
          if (!isDiskFull(error)) throw error
          // The file as it is may have taken the room that the small photo needs.
          const kept = await db.picked.get(id)
          await db.picked.delete(id)
          await work.take(photo, isLate).catch(async (again) => {
            if (kept && !isDropped()) await db.picked.put(kept)
            throw again
          })
        })
    }
    work.end(file, null)
  } catch (error) {
    work.end(file, error)
    // The next page of the form tries once more, and says why not.
    if (work.isClosed()) return
  }
  await db.picked.delete(id)
}
