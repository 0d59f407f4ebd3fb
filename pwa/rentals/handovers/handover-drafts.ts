import * as z from 'zod/mini'
import { HANDOVER_MOMENTS, HandoverChange, HandoverCheck, type HandoverMoment } from '#schema/handover'
import type { LocalDb } from '../../disk/local-db'
import { PhotoRef } from '../../disk/mutations'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'
import { blobsIn } from '../../drafts/kept-photos'

/** A page of a hand-over as its person has it on the screen. A note is kept even while it is too long to be sent. */
export const HandoverDraft = z.object({
  checks: z.array(HandoverCheck),
  photos: z.array(PhotoRef),
  note: z.string().check(z.maxLength(100_000)),
  /** When the pages that it goes on from were written; absent in a draft of an earlier build. */
  seen: HandoverChange.shape.seen,
})
export type HandoverDraft = z.infer<typeof HandoverDraft>

/** The page of a moment as it is typed, on this device, until it is saved. */
export const handoverDraft = (bookingId: number, moment: HandoverMoment): DeviceDraft<HandoverDraft> =>
  draftOf({
    id: `handover:${bookingId}:${moment}`,
    kind: 'handover',
    shape: HandoverDraft,
    startOf: ({ seen }) => seen,
    photosOf: ({ photos }) => blobsIn(photos),
    withoutLost: (page, isHeld) => ({ ...page, photos: page.photos.filter(isHeld) }),
  })

export type UnsavedPages = Partial<Record<HandoverMoment, HandoverDraft>>

/** The pages of a booking that were typed and not saved. */
export async function readUnsavedPages(db: LocalDb, bookingId: number): Promise<UnsavedPages> {
  const drafts = await Promise.all(HANDOVER_MOMENTS.map((moment) => handoverDraft(bookingId, moment).read(db)))
  return Object.fromEntries(
    HANDOVER_MOMENTS.flatMap((moment, nth) => {
      const page = drafts[nth]
      return page && hasContent(page) ? [[moment, page]] : []
    }),
  )
}

const hasContent = ({ checks, photos, note }: HandoverDraft) =>
  checks.length > 0 || photos.length > 0 || note.trim() !== ''
