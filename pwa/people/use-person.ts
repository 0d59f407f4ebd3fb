import { useEffect, useState } from 'react'
import type { PublicUser } from '#schema/user'
import { useAccount } from '../session/account'
import { useCatalogue, useReachability } from '../session/use-sync'
import { ApiError, call } from '../sync/client'

type Asked = PublicUser | 'missing' | 'unreachable'

/** A person of this device's catalogue, or its own; anybody else has nothing on show and is asked for at the server. */
export function usePerson(id: number | null): Asked | 'loading' {
  const { user } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const { reachable } = useReachability()
  const [asked, setAsked] = useState<{ id: number; answer: Asked }>()
  // A person who has registered just now is known to this device before the server is asked.
  const held = id === null ? undefined : (catalogue.get('person', id) ?? (user?.id === id ? user : undefined))
  const isWanted = id !== null && ready && held === undefined && reachable
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    askServer(id).then((answer) => live && setAsked({ id, answer }))
    return () => {
      live = false
    }
  }, [isWanted, id])
  if (id === null) return 'missing'
  if (held) return held
  if (asked?.id === id) return asked.answer
  return ready && !reachable ? 'unreachable' : 'loading'
}

async function askServer(id: number): Promise<Asked> {
  try {
    return await call('getUser', { params: { id } })
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? 'missing' : 'unreachable'
  }
}
