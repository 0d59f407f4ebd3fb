import type { ErrorCode } from '#schema/errors'
import type { NoAnswer } from './http'

const KEPT = 'Nothing you typed was lost.'

/** The words for each, used by every press. */
export const NO_ANSWER_WORDS: Record<NoAnswer, string> = {
  offline: `There is no connection right now. ${KEPT}`,
  broken: `The server could not be reached. ${KEPT}`,
  timeout: `The server did not answer in time. ${KEPT}`,
  portal: `This network wants you to sign in to it first. Open its page in your browser, then try again. ${KEPT}`,
  unavailable: `The server is not available right now. Please try again in a moment. ${KEPT}`,
}

/** Refusals that say more here than in the server's words; all others are told as they came. */
const REFUSAL_WORDS: Partial<Record<ErrorCode, string>> = {
  unauthenticated: `Your session has ended. Please sign in again. ${KEPT}`,
}

export function refusalWords(code: string, message: string): string {
  const words: Partial<Record<string, string>> = REFUSAL_WORDS
  return words[code] ?? message
}

/** A press that moves money, and whose answer was lost. */
export const OUTCOME_UNKNOWN = 'We do not know yet whether this went through. Pressing again cannot charge twice.'
