import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccount } from '../session/account'
import { whenAtRest } from '../ui/first-rest'
import { useToast } from '../ui/toasts'

/** Begins what goes on behind a signed-in person's visit; on the landing page once it has come to rest. */
export function useVisit(): void {
  const { engine } = useAccount()
  const { history } = useRouter()
  const toast = useToast()
  useEffect(() => {
    if (engine.userId === null) return
    let end: (() => void) | null | undefined
    const begin = () =>
      // Without its code the next start does it.
      void import(/* piece: behind */ './visit')
        .then(({ beginVisit }) => {
          if (end !== null) end = beginVisit(engine, (path) => history.push(path), toast)
        })
        .catch(() => undefined)
    const isLanding = window.location.pathname === '/'
    const callOff = isLanding ? whenAtRest(begin) : begin()
    return () => {
      callOff?.()
      end?.()
      end = null
    }
  }, [engine, history, toast])
}
