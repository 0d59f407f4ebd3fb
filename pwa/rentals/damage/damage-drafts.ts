import * as z from 'zod/mini'
import type { LocalDb, PhotoBlob } from '../../disk/local-db'
import type { KeptDraft } from '../../drafts/autosave'
import { endDraft } from '../../drafts/end-draft'
import { dropPhotoIfUnneeded } from '../../drafts/kept-photos'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(100_000))
const Photos = z.array(z.object({ blobId: z.uuid() }))

/** An owner's report as it was left. `clientId` goes with it, so that tries of one report never become two. */
const ReportDraft = z.object({
  clientId: z.uuid(),
  description: Typed,
  photos: Photos,
  /** Dollars, as typed. */
  estimate: Typed,
  invoice: Typed,
})
export type ReportDraft = z.infer<typeof ReportDraft>

/** A renter's answer as it was left; `accepts` is null until they have chosen. */
const AnswerDraft = z.object({ accepts: z.nullable(z.boolean()), response: Typed, photos: Photos })
export type AnswerDraft = z.infer<typeof AnswerDraft>

/** A form with photos that is kept on this device until it is sent or thrown away. */
export interface DamageDraft<Values> {
  /** As it was left, without photos that are gone; null when nothing was kept. */
  read(db: LocalDb): Promise<Values | null>
  /** Keeps it as it is now, together with the photo that was just picked for it, if any. */
  keep(db: LocalDb, values: Values, picked?: PhotoBlob): Promise<void>
  forget(db: LocalDb): Promise<void>
  /** The form as it keeps itself. */
  kept(db: LocalDb): KeptDraft<Values>
}

/** The owner's report about a booking. */
export function reportDraft(bookingId: number): DamageDraft<ReportDraft> {
  return keptForm(`damage:${bookingId}`, ReportDraft)
}

/** The renter's answer to a report. */
export function answerDraft(reportId: number): DamageDraft<AnswerDraft> {
  return keptForm(`damage-answer:${reportId}`, AnswerDraft)
}

export function emptyReport(): ReportDraft {
  return { clientId: crypto.randomUUID(), description: '', photos: [], estimate: '', invoice: '' }
}

export const EMPTY_ANSWER: AnswerDraft = { accepts: null, response: '', photos: [] }

function keptForm<Values extends { photos: { blobId: string }[] }>(
  draftId: string,
  shape: z.ZodMiniType<Values>,
): DamageDraft<Values> {
  async function read(db: LocalDb): Promise<Values | null> {
    const kept = shape.safeParse((await db.drafts.get(draftId))?.values)
    if (!kept.success) return null
    const held = await db.blobs.bulkGet(kept.data.photos.map(({ blobId }) => blobId))
    return { ...kept.data, photos: kept.data.photos.filter((_, index) => held[index] !== undefined) }
  }

  async function change(db: LocalDb, work: () => Promise<unknown>): Promise<void> {
    await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
      const before = await read(db)
      await work()
      for (const { blobId } of before?.photos ?? []) await dropPhotoIfUnneeded(db, blobId)
    })
  }

  const keep = (db: LocalDb, values: Values, picked?: PhotoBlob) =>
    change(db, async () => {
      if (picked) await db.blobs.put(picked)
      await db.drafts.put({ draftId, kind: 'damage', values, updatedAt: new Date().toISOString() })
    })

  return {
    read,
    keep,
    forget: (db) => change(db, () => endDraft(db, draftId)),
    kept: (db) => ({
      draftId,
      tables: [db.blobs, db.outbox],
      read: () => read(db),
      write: (values, [picked]) => keep(db, values, picked),
      parse: (noted) => shape.safeParse(noted).data ?? null,
    }),
  }
}
