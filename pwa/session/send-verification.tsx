import { useState } from 'react'
import { messageOf } from '../sync/client'
import { errorNotice, useToast } from '../ui/toasts'
import { callAccount } from './call-account'
import { useReachable } from './use-sync'

/** Asks for the link that confirms the account's address once more. */
export function SendVerification({ look = 'is-quiet' }: { look?: 'is-quiet' | 'is-secondary' }) {
  const toast = useToast()
  const reachable = useReachable()
  const [isBusy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    try {
      await callAccount('sendVerification', {})
      toast({ title: 'The link is on its way', description: 'Only the newest link works.' })
    } catch (error) {
      const description = messageOf(error, 'Please try again.')
      toast(errorNotice('The link was not sent', description))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={look} aria-busy={isBusy} disabled={isBusy || !reachable} onClick={send}>
      Send the link again
    </button>
  )
}
