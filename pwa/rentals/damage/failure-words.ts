import { PhotoLost, UploadFailed } from '../../photos/send-photos'
import { messageOf } from '../../sync/client'

export interface DamageFailure {
  title: string
  words: string
}

/** Why a report or an answer could not be sent. The written form is kept in every case. @param title when its photos had arrived */
export function damageFailure(error: unknown, title: string): DamageFailure {
  if (error instanceof PhotoLost) return { title, words: error.message }
  if (error instanceof UploadFailed) return { title: error.message, words: messageOf(error.cause, KEPT) }
  return { title, words: messageOf(error, KEPT) }
}

const KEPT = 'What you wrote is kept. Please try again.'
