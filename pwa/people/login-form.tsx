import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Credentials, SignedInUser } from '#schema/user'
import { useAccount } from '../session/account'
import { untilDay } from '../session/session-words'
import { useReachable } from '../session/use-sync'
import { ApiError } from '../sync/client'
import { BusyButton } from '../ui/busy-button'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'
import { DemoAccounts } from './demo-accounts'

/** A closed account that a sign-in has met. */
interface Closed {
  /** An instant. */
  until: string
  way: 'password' | 'passkey'
}

export interface LoginFormProps {
  form: UseFormReturn<Credentials>
  /** Enters with the answer to a sign-in, and says why where that does not work. */
  enterWith: (answer: Promise<SignedInUser>) => Promise<void>
  signIn: (credentials: Credentials) => Promise<SignedInUser>
  /** `reopen` takes a closed account back. */
  signInByPasskey: (reopen: boolean) => Promise<SignedInUser>
}

export function LoginForm({ form, enterWith, signIn, signInByPasskey }: LoginFormProps) {
  const { config } = useAccount()
  const reachable = useReachable()
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const [asksCode, setAsksCode] = useState(false)
  const [closed, setClosed] = useState<Closed | null>(null)
  const [decision, setDecision] = useState('')
  const enterNoting = (answer: Promise<SignedInUser>, way: Closed['way']) =>
    enterWith(
      answer.catch((error) => {
        if (error instanceof ApiError && error.code === 'code_required') setAsksCode(true)
        if (error instanceof ApiError && error.code === 'account_closing')
          setClosed({ until: String(error.now?.until), way })
        setDecision(error instanceof ApiError ? String(error.now?.decision ?? '') : '')
        throw error
      }),
    )
  const enter = (credentials: Credentials) => enterNoting(signIn(credentials), 'password')
  const [isAsking, setAsking] = useState(false)
  const enterByPasskey = async (reopen = false) => {
    setAsking(true)
    await enterNoting(signInByPasskey(reopen), 'passkey')
    setAsking(false)
  }
  const takeBack = () =>
    closed?.way === 'passkey'
      ? enterByPasskey(true)
      : form.handleSubmit((credentials) => enter({ ...credentials, reopen: true }))()
  const fill = (credentials: Credentials) => {
    form.setValue('username', credentials.username, { shouldValidate: true })
    form.setValue('password', credentials.password, { shouldValidate: true })
  }
  return (
    <div className="stack">
      <form className="stack" noValidate onSubmit={form.handleSubmit(enter)}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        {asksCode && (
          <TextField
            label="Code"
            hint="The six digits that your app shows now, or a recovery code."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...field('code')}
          />
        )}
        {closed && (
          <div className="stack" role="status">
            <p>{`This account is closed. Until ${untilDay(closed.until)} you can restore it as it was.`}</p>
            <BusyButton
              className="is-wide"
              busy={isSubmitting || isAsking}
              busyLabel="Restoring it"
              disabled={!reachable}
              onClick={takeBack}
            >
              Restore my account
            </BusyButton>
          </div>
        )}
        {decision && (
          <p role="status">
            {'This account is suspended. '}
            <Link to="/decision" hash={decision}>
              Read why, and appeal
            </Link>
            .
          </p>
        )}
        {!reachable && <NeedsConnection what="Signing in" />}
        <SubmitButton className="is-wide" busy={isSubmitting} busyLabel="Signing in" disabled={!reachable}>
          Login
        </SubmitButton>
        {'PublicKeyCredential' in window && (
          <BusyButton
            className="is-wide is-secondary"
            busy={isAsking}
            busyLabel="Signing in"
            disabled={!reachable}
            onClick={() => enterByPasskey()}
          >
            Sign in with a passkey
          </BusyButton>
        )}
        <Link to="/new-password">Forgot your password?</Link>
      </form>
      {config && config.demoAccounts.length > 0 && <DemoAccounts accounts={config.demoAccounts} onFill={fill} />}
    </div>
  )
}
