import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type AccountSecurity, PasskeyNaming, PasswordProof } from '#schema/account'
import { callAccount } from '../session/call-account'
import { useSend } from '../session/use-send'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { Modal } from '../ui/modal'
import { clockTime } from '../ui/times/clock-time'
import { makePasskey } from './make-passkey'
import type { Security } from './use-security'

type Passkey = AccountSecurity['passkeys'][number]
/** The dialog's subject: a new passkey, or one of those that are there. */
type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** Passkeys: a device signs in with its own lock, without a password. */
export function PasskeyList({ security }: { security: Security }) {
  const { known, isBusy } = security
  const [asked, setAsked] = useState<Asked | null>(null)
  const isSupported = 'PublicKeyCredential' in window
  return (
    <section className="stack" aria-labelledby="security-passkeys">
      <h2 id="security-passkeys">Passkeys</h2>
      <p className="muted">
        {isSupported
          ? 'A passkey signs you in with the lock of your device, such as a fingerprint, instead of the password.'
          : 'This browser knows no passkeys. Another one on this device may.'}
      </p>
      {known && known.passkeys.length > 0 && (
        <ul className="plain-list stack gap-3">
          {known.passkeys.map((passkey) => (
            <li key={passkey.id} className="settings-row grid sheet">
              <KeyRound className="settings-row__icon" aria-hidden />
              <span className="settings-row__words min-0 breaks">
                <strong dir="auto">{passkey.name}</strong>
                <span className="muted fine settings-note__line">{usedWords(passkey)}</span>
              </span>
              <span className="settings-row__buttons">
                <button
                  type="button"
                  className="is-quiet"
                  aria-label={`Rename ${passkey.name}`}
                  disabled={isBusy}
                  onClick={() => setAsked({ what: 'rename', passkey })}
                >
                  Rename
                </button>
                <button
                  type="button"
                  className="is-quiet"
                  aria-label={`Remove ${passkey.name}`}
                  disabled={isBusy}
                  onClick={() => setAsked({ what: 'remove', passkey })}
                >
                  Remove
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isSupported && (
        <div className="form-actions">
          <button type="button" className="is-secondary" disabled={isBusy} onClick={() => setAsked({ what: 'add' })}>
            Add a passkey
          </button>
        </div>
      )}
      {asked && <PasskeyDialog asked={asked} security={security} onClose={() => setAsked(null)} />}
    </section>
  )
}

function usedWords({ createdAt, lastUsedAt }: Passkey): string {
  const now = new Date()
  return lastUsedAt ? `Last used ${clockTime(lastUsedAt, now)}` : `Added ${clockTime(createdAt, now)}, not used yet`
}

const TITLES = { add: 'Add a passkey', rename: 'Rename this passkey', remove: 'Remove this passkey?' }
const PRESSES = { add: 'Continue', rename: 'Rename', remove: 'Remove' }
const Name = z.object({ name: PasskeyNaming.shape.name, password: z.string() })
const Proof = z.object({ name: z.string(), password: PasswordProof.shape.password })
const Both = z.object({ name: PasskeyNaming.shape.name, password: PasswordProof.shape.password })
const FORMS = { add: Both, rename: Name, remove: Proof }
type Values = z.infer<typeof Both>

interface PasskeyDialogProps {
  asked: Asked
  security: Security
  onClose: () => void
}

function PasskeyDialog({ asked, security, onClose }: PasskeyDialogProps) {
  const { what } = asked
  const form = useForm<Values>({
    resolver: standardSchemaResolver(FORMS[what]),
    defaultValues: { name: what === 'add' ? '' : asked.passkey.name, password: '' },
  })
  const send = useSend(form, 'Nothing was changed')
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async (values) => {
    if (await send(async () => security.show(await press(asked, values)))) onClose()
  })
  return (
    <Modal open title={TITLES[what]} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        {what === 'remove' && <p dir="auto">{`${asked.passkey.name} signs nobody in any more.`}</p>}
        {what !== 'remove' && <TextField label="Name" hint="Such as the device that keeps it." {...field('name')} />}
        {what !== 'rename' && (
          <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
        )}
        <SubmitButton busy={isSubmitting}>{PRESSES[what]}</SubmitButton>
      </form>
    </Modal>
  )
}

function press(asked: Asked, { name, password }: Values): Promise<AccountSecurity> {
  if (asked.what === 'add') return makePasskey(name, password)
  const { id } = asked.passkey
  return asked.what === 'rename'
    ? callAccount('renamePasskey', { body: { id, name } })
    : callAccount('removePasskey', { body: { id, password } })
}
