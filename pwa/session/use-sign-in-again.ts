import { useNavigate } from '@tanstack/react-router'
import { useAccount } from './account'

/**
 * Leads to the login page, and from there to `next`, after a call was refused because the session has ended. Locks the device
 * first: until then the login page takes its person for signed in, and leads straight back.
 */
export function useSignInAgain(): (next: string) => Promise<void> {
  const { lockIfEnded } = useAccount()
  const navigate = useNavigate()
  return async (next) => {
    await lockIfEnded()
    await navigate({ to: '/login', search: { next } })
  }
}
