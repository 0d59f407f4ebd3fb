import { PhotoLost, UploadFailed } from '../../photos/send-photos'
import { isOutcomeUnknown, messageOf } from '../../sync/client'

export interface DamageFailure {
  title: string
  words: string
}

/** Why a report or an answer could not be sent. The written form is kept in every case. @param title when its photos had arrived */
export function damageFailure(error: unknown, title: string): DamageFailure {
  if (error instanceof PhotoLost) return { title, words: error.message }
  if (error instanceof UploadFailed) return { title: error.message, words: messageOf(error.cause, KEPT) }
  if (isOutcomeUnknown(error)) return { title: 'No answer yet', words: MAY_HAVE_ARRIVED }
  return { title, words: messageOf(error, KEPT) }
}

const KEPT = 'What you wrote is kept. Please try again.'
const MAY_HAVE_ARRIVED =
  'It may have arrived all the same. What you wrote is kept, and pressing again cannot send it twice.'
