import type { DamageReport } from '#schema/damage-report'
import { sendWithPhotos } from '../../photos/send-photos'
import { ApiError, call } from '../../sync/client'
import type { SyncEngine } from '../../sync/engine'
import { type AnswerDraft, answerDraft, endSentDraft, isUnsentAnswer } from './damage-drafts'

/**
 * Sends the renter's answer while they wait: accepting takes money. Its draft ends once the server has all of it: more may have
 * been written in a form that was opened again meanwhile.
 * @throws ApiError, Unreachable, UploadFailed, PhotoLost
 */
export async function answerDamage(
  engine: SyncEngine,
  reportId: number,
  answer: AnswerDraft & { accepts: boolean },
  onProgress: (place: number, count: number) => void,
): Promise<DamageReport> {
  const words = { acceptResponsibility: answer.accepts, response: answer.response || null }
  try {
    const report = await sendWithPhotos(engine.db, answer.photos, onProgress, (images) =>
      call('respondToDamage', { params: { id: reportId }, body: { ...words, images } }),
    )
    await endSentDraft(engine.db, answerDraft(reportId), (values, addresses) =>
      isUnsentAnswer(report, values, addresses),
    )
    await engine.settle()
    return report
  } catch (error) {
    // An earlier press had arrived although its answer got lost: show what became of it.
    if (error instanceof ApiError && error.code === 'damage_answered') await engine.settle()
    throw error
  }
}
