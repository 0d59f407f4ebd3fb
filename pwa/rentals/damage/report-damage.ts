import type { NewDamageReport } from '#schema/damage-report'
import { sendWithPhotos } from '../../photos/send-photos'
import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { endSentDraft, isUnsentReport, readWritten, reportDraft } from './damage-drafts'

export interface WrittenReport {
  words: Omit<NewDamageReport, 'images' | 'clientId'>
  photos: { blobId: string }[]
  /** The same for every try of one report: however often it is pressed, there is one. */
  clientId: string
}

/**
 * Sends a report while its owner waits: it is judged by the time at which the server has it, so it never waits in a queue.
 * Its draft ends once the server has all of it: an earlier try may have brought less, and the first one counts.
 * @returns whether all that is kept here is in the report
 * @throws ApiError, Unreachable, UploadFailed, PhotoLost
 */
export async function reportDamage(
  engine: SyncEngine,
  bookingId: number,
  { words, photos, clientId }: WrittenReport,
  onProgress: (place: number, count: number) => void,
): Promise<boolean> {
  const report = await sendWithPhotos(engine.db, photos, onProgress, (images) =>
    call('reportDamage', { params: { id: bookingId }, body: { ...words, images, clientId } }),
  )
  const draft = reportDraft(bookingId)
  const written = await readWritten(engine.db, draft).catch(() => null)
  const isAllFiled = !written || !isUnsentReport(report, written.values, written.addresses)
  if (isAllFiled) await endSentDraft(engine.db, draft)
  await engine.settle()
  return isAllFiled
}
