import { useEffect, useState } from 'react'
import { useReachable } from '../session/use-sync'
import { call } from '../sync/client'

/** Says, where cards and payout accounts are only played, that nobody pays anything; nothing beside a real provider. */
export function TestPayments() {
  const reachable = useReachable()
  const [isTest, setTest] = useState(false)
  useEffect(() => {
    if (!reachable) return
    let live = true
    call('paymentConfig', {}).then(
      ({ mode }) => live && setTest(mode === 'local'),
      // Without an answer there is no card to pay with either.
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [reachable])
  if (!isTest) return null
  return (
    <p className="fine">
      <strong>Test payments: no real money moves.</strong>
    </p>
  )
}
