import type * as z from 'zod/mini'
import type { LocalDb, PhotoBlob } from '../disk/local-db'
import { type Autosave, autosaveOf, type KeptDraft } from './autosave'
import { endDraft } from './end-draft'
import { blobsIn, dropPhotoIfUnneeded, withPhotos } from './kept-photos'
import { isEqual, withFieldsOf } from './with-fields-of'

/** A photo of a form: bytes on this device, an address elsewhere, or none. */
type FormPhoto = { blobId: string } | { url: string } | null

/** One form of the product, as this device saves it. */
export interface FormSpec<Values> {
  id: string
  /** The drafts of one kind of form bear the same name on the disk. */
  kind: string
  /** Rejects what an older build or a foreign hand has left. Allows text that is too long to be sent. */
  shape: z.ZodMiniType<Values>
  /** The photos on this device that the form refers to, by their `blobId`. Absent for forms without photos. */
  photosOf?: (values: Values) => string[]
  /** The form without photos whose bytes this device has lost. */
  withoutLost?: (values: Values, isHeld: (photo: FormPhoto) => boolean) => Values
  /** Whether nothing worth keeping is in the form: such a draft is deleted. */
  isBlank?: (values: Values) => boolean
  /** The form with what stays of the draft on the disk, whatever a page of this form writes. */
  withHeld?: (values: Values, held: Values | null) => Values
  /** Keeps elsewhere what the draft holds and these values do not go on with, in the same transaction. */
  makeRoom?: (db: LocalDb, values: Values) => Promise<void>
  /** Keeps photos that another page has taken for the same form, and that have no place beside this page's, in the same transaction. */
  keepElsewhere?: (db: LocalDb, blobIds: string[]) => Promise<void>
  /** The start that the form compares its values with. The fields of two forms that began otherwise are not mixed. */
  startOf?: (values: Values) => unknown
  /** Is the draft on the disk about the same? If not, `makeRoom` keeps all of it. */
  isSame?: (values: Values, held: Values) => boolean
}

/** The draft of one form, on this device. */
export interface DeviceDraft<Values> {
  id: string
  /** The form as it was left, without lost photos; null for none, and for one that makes no sense. */
  read(db: LocalDb): Promise<Values | null>
  /** Saves the form as it is now, together with photos that were just picked for it, in one transaction. */
  save(db: LocalDb, values: Values, ...picked: PhotoBlob[]): Promise<void>
  /**
   * Deletes the draft. Its photos stay where a waiting write needs them.
   * @param values what the form that ends holds, where another tab may have put something else into the draft: that is kept
   */
  forget(db: LocalDb, values?: Values): Promise<void>
  /** The draft as autosave reads and writes it. */
  kept(db: LocalDb): KeptDraft<Values>
  autosave(db: LocalDb): Autosave<Values>
}

/** The draft of a form that is saved on this device as it is typed. */
export function draftOf<Values>({
  id,
  kind,
  shape,
  photosOf,
  withoutLost,
  isBlank,
  withHeld,
  makeRoom,
  keepElsewhere,
  startOf = () => null,
  isSame = () => true,
}: FormSpec<Values>): DeviceDraft<Values> {
  const parse = (values: unknown): Values | null => shape.safeParse(values).data ?? null

  async function read(db: LocalDb): Promise<Values | null> {
    const values = parse((await db.drafts.get(id))?.values)
    if (values === null || !photosOf || !withoutLost) return values
    const held = new Set((await db.blobs.bulkGet(photosOf(values))).map((blob) => blob?.blobId))
    return withoutLost(values, (photo) => photo === null || !('blobId' in photo) || held.has(photo.blobId))
  }

  /** Deletes photos that the form showed before the change and that nothing needs any more. */
  async function change(db: LocalDb, work: () => Promise<unknown>): Promise<void> {
    if (!photosOf) return void (await work())
    await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
      const before = await read(db)
      await work()
      for (const blobId of before === null ? [] : photosOf(before)) await dropPhotoIfUnneeded(db, blobId)
    })
  }

  const forget = (db: LocalDb, values?: Values) =>
    change(db, async () => {
      if (values && makeRoom) await makeRoom(db, values)
      await endDraft(db, id)
      for (const blobId of (values && photosOf?.(values)) ?? []) await dropPhotoIfUnneeded(db, blobId)
    })
  const save = async (db: LocalDb, typed: Values, ...picked: PhotoBlob[]) => {
    const values = withHeld ? withHeld(typed, await read(db)) : typed
    if (isBlank?.(values)) return forget(db)
    await change(db, async () => {
      await makeRoom?.(db, values)
      if (picked.length > 0) await db.blobs.bulkPut(picked)
      await db.drafts.put({ draftId: id, kind, values, updatedAt: new Date().toISOString() })
    })
  }
  const kept = (db: LocalDb): KeptDraft<Values> => ({
    draftId: id,
    tables: photosOf ? [db.blobs, db.outbox] : [],
    read: () => read(db),
    write: (values, picked) => save(db, values, ...picked),
    parse,
    withOthers(typed, row, { shown, known, isHeldUp }) {
      const held = parse(row)
      if (held === null || !isSame(typed, held) || !(photosOf || isHeldUp)) return typed
      const isMixed = shown !== null && isEqual(startOf(shown), startOf(held))
      const [earlier, later] = isHeldUp && isMixed ? [typed, held] : [held, typed]
      const values = (isMixed && parse(withFieldsOf(earlier, later, shown))) || typed
      const before = earlier === typed ? blobsIn(shown) : [...known]
      const others = blobsIn(earlier).filter((blobId) => ![...before, ...blobsIn(values)].includes(blobId))
      if (others.length === 0) return isEqual(values, parse(typed)) ? typed : values
      const whole = withPhotos(values, earlier, others)
      const left = others.filter((blobId) => !blobsIn(whole).includes(blobId))
      return left.length > 0 && keepElsewhere ? keepElsewhere(db, left).then(() => whole) : whole
    },
  })
  return { id, read, save, forget, kept, autosave: (db) => autosaveOf(db, kept(db)) }
}
