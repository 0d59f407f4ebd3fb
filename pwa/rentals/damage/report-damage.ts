import type { NewDamageReport } from '#schema/damage-report'
import { sendWithPhotos } from '../../photos/send-photos'
import { call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { endSentDraft, isUnsentReport, reportDraft } from './damage-drafts'

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
  const isAllFiled = await endSentDraft(engine.db, reportDraft(bookingId), (values, addresses) =>
    isUnsentReport(report, values, addresses),
  )
  await engine.settle()
  return isAllFiled
}
