import { Link } from '@tanstack/react-router'
import type { UseFormReturn } from 'react-hook-form'
import type { Credentials } from '#schema/user'
import { useAccount } from '../session/account'
import { useReachability } from '../session/use-sync'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'
import { DemoAccounts } from './demo-accounts'
import { signIn } from './sign-in'
import { useEntry } from './use-entry'

export function LoginForm({ form }: { form: UseFormReturn<Credentials> }) {
  const { config } = useAccount()
  const { reachable } = useReachability()
  const enterWith = useEntry(form, 'Login failed')
  const { errors, isSubmitting } = form.formState
  const fill = (credentials: Credentials) => {
    form.setValue('username', credentials.username, { shouldValidate: true })
    form.setValue('password', credentials.password, { shouldValidate: true })
  }
  return (
    <div className="stack">
      <form className="stack" noValidate onSubmit={form.handleSubmit((credentials) => enterWith(signIn(credentials)))}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...form.register('username')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {!reachable && <NeedsConnection what="Signing in" />}
        <SubmitButton className="is-wide" busy={isSubmitting} busyLabel="Signing in" disabled={!reachable}>
          Login
        </SubmitButton>
        <Link to="/new-password">Forgot your password?</Link>
      </form>
      {config && config.demoAccounts.length > 0 && <DemoAccounts accounts={config.demoAccounts} onFill={fill} />}
    </div>
  )
}
