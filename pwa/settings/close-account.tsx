import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNavigate } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { CLOSING_DAYS, type OpenMatter, PasswordProof } from '#schema/account'
import { type CurrentUser, FORMER_MEMBER } from '#schema/user'
import { useAccount } from '../session/account'
import { callAccount } from '../session/call-account'
import { untilDay } from '../session/session-words'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { NavLink } from '../ui/nav-link'
import { NeedsConnection } from '../ui/needs-connection'
import { useToast } from '../ui/toasts'

const NOBODY: PasswordProof = { password: '' }
const NEXT = 'If it was, this device is signed out in a moment, and a sign-in restores the account.'
const UNKNOWN = 'What is still open could not be read. Please try again.'

/** Closes the account once nothing is open; its person can take it back for some days. */
export function CloseAccount({ user }: { user: CurrentUser }) {
  const reachable = useReachable()
  const [open, setOpen] = useState<OpenMatter[]>()
  const [problem, setProblem] = useState('')
  const look = useCallback(
    () =>
      callAccount('closing', {}).then(
        (answer) => setOpen(answer.open),
        (error) => error instanceof Unreachable || setProblem(messageOf(error, UNKNOWN)),
      ),
    [],
  )
  useEffect(() => {
    if (reachable) void look()
  }, [reachable, look])
  return (
    <section className="stack" aria-labelledby="close-account">
      <h2 id="close-account">Close your account</h2>
      <p>
        {`Everything of yours is hidden at once, and every device is signed out. For ${CLOSING_DAYS} days a sign-in restores the account as it was. Then your words, photos, address, cards and payout account are removed for good. Amounts stay in the books under a number, and others read “${FORMER_MEMBER}” where your name stood.`}
      </p>
      {problem && (
        <p role="alert" className="settings-note">
          {problem}
        </p>
      )}
      {user.isOperator && <p className="settings-note">An operator’s account cannot be closed.</p>}
      {open && open.length > 0 && <OpenMatters open={open} />}
      {open?.length === 0 && !user.isOperator && <ClosingForm onRefused={look} />}
      {!reachable && <NeedsConnection what="Closing an account" />}
    </section>
  )
}

function OpenMatters({ open }: { open: OpenMatter[] }) {
  return (
    <>
      <p className="settings-note" role="status">
        {open.length === 1
          ? 'One thing is still open. It must end first.'
          : `${open.length} things are still open. They must end first.`}
      </p>
      <ul className="plain-list stack gap-3">
        {open.map((matter) => (
          <li key={`${matter.about}-${matter.id}`} className="settings-row grid sheet">
            <Hourglass className="settings-row__icon" aria-hidden />
            <span className="settings-row__words min-0 breaks">
              <strong dir="auto">
                <NavLink to={pathOf(matter)}>{matter.title}</NavLink>
              </strong>
              <span className="muted fine settings-note__line">{wordsOf(matter)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function wordsOf({ kind, selling }: OpenMatter): string {
  if (kind === 'booking') return selling ? 'A booking of what you rent out' : 'A booking of yours'
  if (kind === 'order') return selling ? 'An order that you are making' : 'An order of yours'
  if (kind === 'claim') return 'A damage claim'
  if (kind === 'dispute') return 'A bank is deciding about the payment'
  return selling ? 'Money is on its way to you' : 'Its money is not settled yet'
}

function pathOf({ kind, about, id, selling }: OpenMatter): string {
  if (kind === 'money' && selling) return '/settings?tab=earnings'
  if (about === 'booking') return `/offers/${id}`
  return selling ? '/manage-made-to-order' : '/purchases'
}

function ClosingForm({ onRefused }: { onRefused: () => Promise<unknown> }) {
  const reachable = useReachable()
  const { lockIfEnded, leave } = useAccount()
  const navigate = useNavigate()
  const toast = useToast()
  const form = useForm<PasswordProof>({ resolver: standardSchemaResolver(PasswordProof), defaultValues: NOBODY })
  const send = useSend(form, 'The account was not closed', NEXT)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async (body) => {
    let until = ''
    const isClosed = await send(async () => {
      until = (await callAccount('closeAccount', { body })).until
    })
    // Something may have become open meanwhile.
    if (!isClosed) {
      await onRefused()
      return
    }
    toast({ title: 'Your account is closed', description: `Until ${untilDay(until)} a sign-in restores it.` })
    // The session is over: this device locks as it does when another one has ended it. Without the code for it, the next contact does.
    await lockIfEnded()
    await leave()
    await navigate({ to: '/auth' })
  })
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      <div className="form-actions">
        <SubmitButton className="is-danger" busy={isSubmitting} busyLabel="Closing" disabled={!reachable}>
          Close my account
        </SubmitButton>
      </div>
    </form>
  )
}
