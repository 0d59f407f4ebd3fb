import { useAccount } from './account'
import { MailedLink } from './mailed-link'
import { SendVerification } from './send-verification'

/** Beside a press that is refused until the address of the account is confirmed; nothing once it is. */
export function ConfirmFirst({ kept }: { kept: string }) {
  const { user } = useAccount()
  if (!user?.unverified) return null
  return (
    <div className="framed framed--gold stack stack--tight" role="status">
      <p>
        Confirm your address first: <MailedLink to={user.email} />
      </p>
      <p className="muted fine">{kept}</p>
      <div>
        <SendVerification look="is-secondary" />
      </div>
    </div>
  )
}
