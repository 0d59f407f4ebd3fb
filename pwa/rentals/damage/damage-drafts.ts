import * as z from 'zod/mini'
import type { DamageReport } from '#schema/damage-report'
import { dollarsToCents } from '#schema/money'
import type { LocalDb } from '../../disk/local-db'
import { type DeviceDraft, draftOf } from '../../drafts/draft-of'
import { blobsIn } from '../../drafts/kept-photos'

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

/** The owner's report about a booking. */
export const reportDraft = (bookingId: number): DeviceDraft<ReportDraft> =>
  damageDraft(`damage:${bookingId}`, ReportDraft)

/** The renter's answer to a report. */
export const answerDraft = (reportId: number): DeviceDraft<AnswerDraft> =>
  damageDraft(`damage-answer:${reportId}`, AnswerDraft)

export function emptyReport(): ReportDraft {
  return { clientId: crypto.randomUUID(), description: '', photos: [], estimate: '', invoice: '' }
}

/** The name of the files that are picked for it. */
export const answerPicks = (reportId: number) => `answer:${reportId}`

/** The addresses at the server of a form's photos: null for one that has not arrived there. */
type Addresses = readonly (string | null)[]

/** A draft, with the addresses of its photos. */
export async function readWritten<Values extends { photos: { blobId: string }[] }>(
  db: LocalDb,
  draft: DeviceDraft<Values>,
): Promise<{ values: Values; addresses: Addresses } | null> {
  const values = await draft.read(db)
  if (values === null) return null
  const photos = await db.blobs.bulkGet(values.photos.map(({ blobId }) => blobId))
  return { values, addresses: photos.map((photo) => photo?.url ?? null) }
}

/** Has this answer words or photos that the claim does not have? */
export function isUnsentAnswer(
  { renterResponse, renterResponseImages }: Pick<DamageReport, 'renterResponse' | 'renterResponseImages'>,
  { response }: AnswerDraft,
  addresses: Addresses,
): boolean {
  return isUnsaid([response.trim(), addresses], [renterResponse ?? '', renterResponseImages])
}

/** Has the claim been answered in the words of this answer, with as many photos? Photos lose their bytes here once they are sent. */
export function isAnsweredWith(
  report: Pick<DamageReport, 'reviewedAt' | 'renterResponse' | 'renterResponseImages'>,
  { response, photos }: AnswerDraft,
): boolean {
  const isSaid = (report.renterResponse ?? '') === response.trim()
  return report.reviewedAt !== null && isSaid && report.renterResponseImages.length === photos.length
}

type Filed = Pick<DamageReport, 'description' | 'images' | 'repairEstimate' | 'repairInvoiceUrl'>

/** Has this report words, photos, an estimate or an invoice that the claim, filed on another device perhaps, does not have? */
export function isUnsentReport(
  { description, images, repairEstimate, repairInvoiceUrl }: Filed,
  draft: Omit<ReportDraft, 'clientId'>,
  addresses: Addresses,
): boolean {
  const estimate = draft.estimate.trim()
  const cents = dollarsToCents(estimate)
  const invoice = draft.invoice.trim()
  return (
    isUnsaid([draft.description.trim(), addresses], [description, images]) ||
    (estimate !== '' && (cents === null || cents !== repairEstimate)) ||
    (invoice !== '' && invoice !== repairInvoiceUrl)
  )
}

type Said = readonly [words: string, photos: Addresses]

function isUnsaid([words, photos]: Said, [saidWords, saidPhotos]: Said): boolean {
  return (words !== '' && words !== saidWords) || photos.some((photo) => photo === null || !saidPhotos.includes(photo))
}

/**
 * Ends the draft of what the server has; words that another tab has typed since stay. On a full disk all of them stay, until
 * their person throws them away.
 * @param isUnsent whether the draft, as it stands once all of it is on the disk, holds more than the server has: then it stays
 * @returns whether the draft holds nothing more
 */
export async function endSentDraft<Values extends { photos: { blobId: string }[] }>(
  db: LocalDb,
  draft: DeviceDraft<Values>,
  isUnsent: (values: Values, addresses: Addresses) => boolean = () => false,
): Promise<boolean> {
  const end = async () => {
    const written = await readWritten(db, draft)
    if (written && isUnsent(written.values, written.addresses)) return false
    await draft.forget(db)
    return true
  }
  return draft
    .autosave(db)
    .handOver(end)
    .catch(() => true)
}

export const EMPTY_ANSWER: AnswerDraft = { accepts: null, response: '', photos: [] }

function damageDraft<Values extends { photos: { blobId: string }[] }>(
  id: string,
  shape: z.ZodMiniType<Values>,
): DeviceDraft<Values> {
  return draftOf({
    id,
    kind: 'damage',
    shape,
    photosOf: ({ photos }) => blobsIn(photos),
    withoutLost: (values, isHeld) => ({ ...values, photos: values.photos.filter(isHeld) }),
  })
}
