import { useToast } from '../ui/toasts'
import { useAccount } from './account'
import { callAccount } from './call-account'
import { MailedLink } from './mailed-link'
import { OnlineButton } from './online-button'

/** Beside a press that is refused until the address of the account is confirmed; nothing once it is. */
export function ConfirmFirst({ kept }: { kept: string }) {
  const { user } = useAccount()
  if (!user?.unverified) return null
  return (
    <div className="framed framed--gold stack stack--tight" role="status">
      <p>
        Confirm your email address first: <MailedLink to={user.email} />
      </p>
      <p className="muted fine">{kept}</p>
      <div>
        <SendVerification look="is-secondary" />
      </div>
    </div>
  )
}

/** Asks for the link that confirms the account's address once more. */
export function SendVerification({ look = 'is-quiet' }: { look?: 'is-quiet' | 'is-secondary' }) {
  const toast = useToast()
  async function send() {
    await callAccount('sendVerification', {})
    toast({ title: 'The link is on its way', description: 'Only the newest link works.' })
  }
  return (
    <OnlineButton
      label="Send the link again"
      busyLabel="Sending it"
      failure="The link was not sent"
      look={look}
      onPress={send}
    />
  )
}
