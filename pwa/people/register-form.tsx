import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { MINIMUM_AGE } from '#schema/consent'
import type { Registration } from '#schema/user'
import { LegalLinks } from '../session/legal-links'
import { NewPasswordField } from '../session/new-password-field'
import { useReachability } from '../session/use-sync'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { NeedsConnection } from '../ui/needs-connection'

export interface RegisterFormProps {
  form: UseFormReturn<Registration>
  onSubmit: () => void
}

export function RegisterForm({ form, onSubmit }: RegisterFormProps) {
  const { reachable } = useReachability()
  const { errors, isSubmitting } = form.formState
  const [password, username, email] = form.watch(['password', 'username', 'email'])
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <NewPasswordField
        label="Password"
        password={password}
        personal={[username, email]}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
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
        <TextField
          label="Street"
          optional
          autoComplete="street-address"
          error={street?.message}
          {...form.register('street')}
        />
        <TextField
          label="City"
          optional
          autoComplete="address-level2"
          error={city?.message}
          {...form.register('city')}
        />
        <div className="field-pair">
          <TextField
            label="State"
            optional
            autoComplete="address-level1"
            error={state?.message}
            {...form.register('state')}
          />
          <TextField
            label="ZIP code"
            optional
            inputMode="numeric"
            autoComplete="postal-code"
            error={zipCode?.message}
            {...form.register('zipCode')}
          />
        </div>
      </div>
    </details>
  )
}
