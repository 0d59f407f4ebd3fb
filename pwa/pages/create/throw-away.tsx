import { useNavigate } from '@tanstack/react-router'
import { dropDraft } from '../../actions/keep-draft'
import { useAccount } from '../../auth/account'
import { ConfirmButton } from '../../components/confirm-button'
import { useToast } from '../../notifications/toasts'

/** Throws a draft away, here and on the person's other devices, after asking once more. */
export function ThrowAway({ draftKey }: { draftKey: string }) {
  const { engine } = useAccount()
  const navigate = useNavigate()
  const toast = useToast()
  async function confirm() {
    await navigate({ to: '/create', replace: true })
    await dropDraft(engine, 'listing', draftKey)
    toast({ title: 'Draft thrown away' })
  }
  return <ConfirmButton label="Throw away" question="Throw this draft away, with its photos?" onConfirm={confirm} />
}
