import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { MINIMUM_AGE } from '#schema/consent'
import type { Registration } from '#schema/registration'
import { LegalLinks } from '../session/legal-links'
import { NewPasswordField } from '../session/new-password-field'
import { useReachable } from '../session/use-sync'
import { AddressFields } from '../ui/fields/address-fields'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'

export interface RegisterFormProps {
  form: UseFormReturn<Registration>
  onSubmit: () => void
}

export function RegisterForm({ form, onSubmit }: RegisterFormProps) {
  const reachable = useReachable()
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const [password, username, email] = form.watch(['password', 'username', 'email'])
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <NewPasswordField label="Password" password={password} personal={[username, email]} {...field('password')} />
      <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <AddressPart form={form} />
      <p className="muted fine">
        {`By registering you say that you are ${MINIMUM_AGE} or older and agree to the `}
        <LegalLinks />.
      </p>
      {!reachable && <NeedsConnection what="Creating an account" />}
      <SubmitButton className="is-wide" busy={isSubmitting} busyLabel="Creating your account" disabled={!reachable}>
        Register
      </SubmitButton>
    </form>
  )
}

/** Opens by itself when one of its fields is refused, and never closes by itself. */
function AddressPart({ form }: Pick<RegisterFormProps, 'form'>) {
  const [opened, setOpened] = useState(false)
  const { street, city, state, zipCode } = form.formState.errors
  const hasError = Boolean(street ?? city ?? state ?? zipCode)
  return (
    <details
      className="auth__address bare"
      open={opened || hasError}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>Address (optional)</summary>
      <div className="stack">
        <p className="muted fine">Owners need one to list items. Only renters who have paid ever see the street.</p>
        <AddressFields field={fieldOf(form)} optional />
      </div>
    </details>
  )
}
