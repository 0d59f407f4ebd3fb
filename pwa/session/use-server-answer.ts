import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../sync/client'

type Answer<Found> = Found | 'missing' | 'unreachable'

/** The server's answer about what this device does not hold, asked for once while it is wanted; undefined until it comes. */
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
      return error instanceof ApiError && error.status < 500 ? 'missing' : 'unreachable'
    }
  })
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    askOnce(id).then((answer) => live && setAsked({ id, answer }))
    return () => {
      live = false
    }
  }, [isWanted, id])
  return asked?.id === id ? asked?.answer : undefined
}
