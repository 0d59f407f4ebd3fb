import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '#schema/password'
import { callAccount } from '../session/call-account'
import { NewPasswordField } from '../session/new-password-field'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { NeedsConnection } from '../ui/needs-connection'
import { useToast } from '../ui/toasts'
import type { Security } from './use-security'

const EMPTY: PasswordChange = { oldPassword: '', password: '' }

const NEXT = 'Press once more. If your current password is refused then, try both at your next sign-in.'

/** Another password for whoever is signed in and knows the one from before. */
export function ChangePassword({ security }: { security: Security }) {
  const reachable = useReachable()
  const toast = useToast()
  const form = useForm<PasswordChange>({
    resolver: standardSchemaResolver(PasswordChange),
    defaultValues: EMPTY,
  })
  const send = useSend(form, 'The password was not changed', NEXT)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async (body) => {
    if (!(await send(() => callAccount('changePassword', { body })))) return
    form.reset(EMPTY)
    toast({ title: 'Your password was changed', description: 'Every other device was signed out.' })
    await security.change(() => callAccount('accountSecurity', {}))
  })
  return (
    <section className="stack" aria-labelledby="change-password">
      <h2 id="change-password">Change your password</h2>
      <p className="muted">Every other device is signed out. Its unsent work waits there.</p>
      <form className="stack" noValidate onSubmit={submit}>
        <PasswordField label="Current password" autoComplete="current-password" {...field('oldPassword')} />
        <NewPasswordField label="New password" password={form.watch('password')} {...field('password')} />
        {!reachable && <NeedsConnection what="Changing a password" />}
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} disabled={!reachable}>
            Change password
          </SubmitButton>
        </div>
      </form>
    </section>
  )
}
