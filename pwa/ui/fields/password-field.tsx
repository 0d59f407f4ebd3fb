import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../icon-button'
import { Field, type FieldProps } from './field'

export type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

/** A password that can be looked at. Pass `autoComplete` 'current-password' or 'new-password'. */
export function PasswordField({ label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <div className="adorned">
          <input
            {...input}
            {...control}
            type={visible ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
          />
          <IconButton
            className="adorned__after"
            label={visible ? 'Hide password' : 'Show password'}
            icon={visible ? <EyeOff /> : <Eye />}
            onClick={() => setVisible(!visible)}
          />
        </div>
      )}
    </Field>
  )
}
