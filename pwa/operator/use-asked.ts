import { useCallback, useEffect, useState } from 'react'
import { useReachable } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'

export type Asked<Answer> =
  | { state: 'loading' }
  | { state: 'offline' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; answer: Answer }

/**
 * The server's answer, asked again when the connection is back. The old answer stays meanwhile.
 * @param ask must stay the same function as long as the question does
 */
export function useAsked<Answer>(ask: () => Promise<Answer>): { asked: Asked<Answer>; again: () => Promise<void> } {
  const reachable = useReachable()
  const [asked, setAsked] = useState<Asked<Answer>>({ state: 'loading' })
  const again = useCallback(async () => {
    try {
      const answer = await ask()
      setAsked({ state: 'loaded', answer })
    } catch (error) {
      setAsked((before) => (before.state === 'loaded' ? before : failure(error)))
    }
  }, [ask])
  useEffect(() => {
    if (reachable) void again()
    else setAsked((before) => (before.state === 'loaded' ? before : { state: 'offline' }))
  }, [reachable, again])
  return { asked, again }
}

function failure(error: unknown): { state: 'offline' } | { state: 'failed'; message: string } {
  if (error instanceof Unreachable) return { state: 'offline' }
  return { state: 'failed', message: messageOf(error, 'That could not be loaded.') }
}
