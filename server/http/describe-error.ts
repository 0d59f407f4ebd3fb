/**
 * An unexpected error for the log: what and where, never with what. The database layer puts a statement's parameters, which
 * are people's words, into its messages, so for those the cause speaks.
 */
export function describeError(error: unknown): { error: string; stack?: string[] } {
  if (!(error instanceof Error)) return { error: 'Something was thrown that is no error' }
  const speaks = 'query' in error && error.cause instanceof Error ? error.cause : error
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
  return { error: `${speaks.name}: ${speaks.message}`, ...(stack ? { stack } : {}) }
}
