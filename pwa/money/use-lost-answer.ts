import { useEffect, useEffectEvent, useState } from 'react'
import { useReachable } from '../session/use-sync'

const AGAIN_AFTER_MS = 3_000

/**
 * Asks the server what became of a payment whose answer this page has not heard: once when the page opens, and after
 * each lost answer. Asks again until the server has said it.
 * @param isReady the attempt of an earlier press has been read from this device, and its person is known
 * @param ask acts on what the server says, and answers whether the server said it; `isLost`: this page's own press lost its answer
 * @returns notes that the answer of a press was lost
 */
export function useLostAnswer(isReady: boolean, ask: (isLost: boolean) => Promise<boolean>): () => void {
  const [question, setQuestion] = useState<'opened' | 'lost' | null>('opened')
  const [failures, setFailures] = useState(0)
  const reachable = useReachable()
  const askOnce = useEffectEvent(async () => {
    if (!(await ask(question === 'lost'))) return setFailures((before) => before + 1)
    setQuestion(null)
    setFailures(0)
  })
  const isDue = isReady && reachable && question !== null
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void askOnce(), failures === 0 ? 0 : AGAIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDue, failures])
  return () => setQuestion('lost')
}
