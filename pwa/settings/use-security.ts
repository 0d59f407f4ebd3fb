import { useEffect, useState } from 'react'
import type { AccountSecurity } from '#schema/account'
import { callAccount } from '../session/call-account'
import { useReachable } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'

export interface Security {
  /** As the server knows it; undefined until it has said so. */
  known: AccountSecurity | undefined
  /** Why nothing is known, or why the last change was refused. */
  problem: string
  isBusy: boolean
  /** Takes what a change elsewhere was answered with. */
  show(answer: AccountSecurity): void
  /** Makes a change whose answer is what holds from then on. */
  change(work: () => Promise<AccountSecurity>): Promise<boolean>
}

const OFFLINE = 'Without a connection nobody knows where your account is signed in.'
const UNKNOWN = 'This could not be read. Please try again.'

/** Sessions and sign-ins of the person, as the server has them. */
export function useSecurity(): Security {
  const reachable = useReachable()
  const [known, setKnown] = useState<AccountSecurity>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!reachable) return
    let live = true
    callAccount('accountSecurity', {}).then(
      (answer) => live && setKnown(answer),
      (error) => live && !(error instanceof Unreachable) && setProblem(messageOf(error, UNKNOWN)),
    )
    return () => {
      live = false
    }
  }, [reachable])

  return {
    known,
    problem: reachable ? problem : OFFLINE,
    isBusy: isBusy || !reachable,
    show: setKnown,
    async change(work) {
      setBusy(true)
      setProblem('')
      try {
        setKnown(await work())
        return true
      } catch (error) {
        setProblem(messageOf(error, UNKNOWN))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
