/**
 * An unexpected error for the log: what, why and where, never with what. The database layer puts a statement's parameters, which
 * are people's words, into its messages, so for those the cause speaks.
 */
export function describeError(error: unknown): { error: string; cause?: string; stack?: string[] } {
  if (!(error instanceof Error)) return { error: 'Something was thrown that is no error' }
  const speaks = speakerOf(error)
  const cause = speaks.cause instanceof Error ? speakerOf(speaks.cause) : null
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
  return { error: wordsOf(speaks), ...(cause && { cause: wordsOf(cause) }), ...(stack ? { stack } : {}) }
}

const speakerOf = (error: Error) => ('query' in error && error.cause instanceof Error ? error.cause : error)

/** A bucket's errors say more by their code than by their message. */
function wordsOf({ name, message, code }: Error & { code?: unknown }): string {
  return `${name}: ${typeof code === 'string' && !message.includes(code) ? `${code}: ` : ''}${message}`
}
