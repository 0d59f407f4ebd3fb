import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../sync/client'

type Answer<Found> = Found | 'missing' | 'unreachable'

/** There is no such row, it is there no more, or no row can have this number. Any other refusal says nothing about the row. */
const MISSING = new Set([404, 410, 422])
const ASK_AGAIN_MS = 5_000

/** The server's answer about what this device does not hold, asked for while it is wanted until it comes; undefined before. */
export function useServerAnswer<Found>(
  id: number | null,
  isWanted: boolean,
  ask: (id: number) => Promise<Found>,
): Answer<Found> | undefined {
  const [asked, setAsked] = useState<{ id: number; answer: Answer<Found> }>()
  const askOnce = useEffectEvent(async (wanted: number): Promise<Answer<Found>> => {
    try {
      return await ask(wanted)
    } catch (error) {
      return error instanceof ApiError && MISSING.has(error.status) ? 'missing' : 'unreachable'
    }
  })
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      const answer = await askOnce(id)
      if (!live) return
      setAsked({ id, answer })
      if (answer === 'unreachable') timer = setTimeout(look, ASK_AGAIN_MS)
    }
    void look()
    return () => {
      live = false
      clearTimeout(timer)
    }
  }, [isWanted, id])
  return asked?.id === id ? asked?.answer : undefined
}
