import { useNavigate } from '@tanstack/react-router'
import type { DraftKind } from '#schema/draft'
import { useAccount } from '../session/account'
import { ConfirmButton } from '../ui/confirm-button'
import { useToast } from '../ui/toasts'
import { MAY_HAVE_ARRIVED } from './draft-words'
import { dropDraft } from './keep-draft'
import { THING_KINDS } from './thing-kinds'

/** Throws a draft away, here and on the person's other devices, after asking once more. */
export function ThrowAway({ kind, draftKey }: { kind: DraftKind; draftKey: string }) {
  const { engine } = useAccount()
  const navigate = useNavigate()
  const toast = useToast()
  async function confirm() {
    await navigate({ to: THING_KINDS[kind].create, replace: true })
    toast((await dropDraft(engine, kind, draftKey)) ? { title: 'Draft thrown away' } : MAY_HAVE_ARRIVED)
  }
  return <ConfirmButton label="Throw away" question="Throw this draft away, with its photos?" onConfirm={confirm} />
}
