import { PhotoLost } from '../../photos/send-photos'
import { messageOf } from '../../sync/client'

/** Why a report or an answer could not be sent. The written form is kept in every case. */
export function failureWords(error: unknown): string {
  return error instanceof PhotoLost ? error.message : messageOf(error, 'What you wrote is kept. Please try again.')
}
