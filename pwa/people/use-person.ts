import type { PublicUser } from '#schema/user'
import { useAccount } from '../session/account'
import { useLastShown, useServerAnswer } from '../session/use-server-answer'
import { useCatalogue, useReachable } from '../session/use-sync'
import { call } from '../sync/client'

/** A person of this device's catalogue, or its own; anybody else has nothing on show and is asked for at the server. */
export function usePerson(id: number | null): PublicUser | 'missing' | 'unreachable' | 'loading' {
  const { user } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const reachable = useReachable()
  // A person who has registered just now is known to this device before the server is asked.
  const held = id === null ? undefined : (catalogue.get('person', id) ?? (user?.id === id ? user : undefined))
  const isWanted = id !== null && ready && held === undefined && reachable
  const answer = useServerAnswer(id, isWanted, (wanted) => call('getUser', { params: { id: wanted } }))
  const person = useLastShown<PublicUser>('person', id, held, answer)
  if (id === null || (!held && answer === 'missing')) return 'missing'
  if (person) return person
  if (typeof answer === 'string') return answer
  return ready && !reachable ? 'unreachable' : 'loading'
}
