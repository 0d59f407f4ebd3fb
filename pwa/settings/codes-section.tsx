import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AccountSecurity, CodesBegin, type CodesOn, type CodesStarted, PasswordProof } from '#schema/account'
import { callAccount } from '../session/call-account'
import { useSend } from '../session/use-send'
import { CopyButton } from '../ui/copy-button'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { Modal } from '../ui/modal'
import { useToast } from '../ui/toasts'
import type { Security } from './use-security'

/** Codes of an app as the second proof beside the password. */
export function CodesSection({ security }: { security: Security }) {
  const { known, isBusy } = security
  const toast = useToast()
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  // Here, so that an answer which comes after the form was closed is shown all the same.
  const [on, setOn] = useState<CodesOn | null>(null)
  const close = () => setAsked(null)
  return (
    <section className="stack" aria-labelledby="security-codes">
      <h2 id="security-codes">Two-step sign-in</h2>
      <p className="muted">
        An app on your phone shows a code that changes every half minute. Signing in with the password then needs this
        code too.
      </p>
      {known?.codes && <p role="status">{`Codes are on. Recovery codes left: ${known.codes.recoveryLeft} of 10.`}</p>}
      {known && (
        <div className="form-actions">
          <button
            type="button"
            className="is-secondary"
            disabled={isBusy}
            onClick={() => setAsked(known.codes ? 'off' : 'on')}
          >
            {known.codes ? 'Turn codes off' : 'Turn codes on'}
          </button>
        </div>
      )}
      {asked === 'on' && (
        <TurnOn
          onClose={close}
          onOn={(answer) => {
            setOn(answer)
            close()
          }}
          onOnBefore={(answer) => {
            security.show(answer)
            close()
            toast({ title: 'Codes are on', description: NO_RECOVERY })
          }}
        />
      )}
      {on && (
        <RecoveryCodes
          codes={on.recoveryCodes}
          onClose={() => {
            security.show(on.security)
            setOn(null)
          }}
        />
      )}
      {asked === 'off' && <TurnOff security={security} onClose={close} />}
    </section>
  )
}

const NO_RECOVERY = 'Your recovery codes did not arrive here. Turn codes off and on again to get new ones.'

interface TurnOnProps {
  onClose: () => void
  onOn: (answer: CodesOn) => void
  /** They were on already, as after a press whose answer was lost. */
  onOnBefore: (security: AccountSecurity) => void
}

/** The password, then the app's first code. */
function TurnOn({ onClose, onOn, onOnBefore }: TurnOnProps) {
  const [started, setStarted] = useState<CodesStarted | null>(null)
  return (
    <Modal open title="Turn codes on" onClose={onClose}>
      {started ? (
        <FirstCode started={started} onOn={onOn} onOnBefore={onOnBefore} />
      ) : (
        <Proof press="Continue" onProven={async (body) => setStarted(await callAccount('startCodes', { body }))} />
      )}
    </Modal>
  )
}

function TurnOff({ security, onClose }: { security: Security; onClose: () => void }) {
  return (
    <Modal open title="Turn codes off?" onClose={onClose}>
      <Proof
        press="Turn codes off"
        onProven={async (body) => {
          security.show(await callAccount('turnOffCodes', { body }))
          onClose()
        }}
      />
    </Modal>
  )
}

function Proof({ press, onProven }: { press: string; onProven: (body: PasswordProof) => Promise<void> }) {
  const form = useForm<PasswordProof>({
    resolver: standardSchemaResolver(PasswordProof),
    defaultValues: { password: '' },
  })
  const send = useSend(form, 'Nothing was changed')
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit((body) => send(() => onProven(body)))}>
      <PasswordField label="Your password" autoComplete="current-password" {...field('password')} />
      <SubmitButton busy={isSubmitting}>{press}</SubmitButton>
    </form>
  )
}

interface FirstCodeProps extends Omit<TurnOnProps, 'onClose'> {
  started: CodesStarted
}

function FirstCode({ started: { uri, secret }, onOn, onOnBefore }: FirstCodeProps) {
  const picture = usePicture(uri)
  const form = useForm<CodesBegin>({ resolver: standardSchemaResolver(CodesBegin), defaultValues: { code: '' } })
  const send = useSend(form, 'This code was not confirmed')
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const turnOn = async (body: CodesBegin) => {
    try {
      onOn(await callAccount('turnOnCodes', { body }))
    } catch (error) {
      const security = await callAccount('accountSecurity', {}).catch(() => null)
      if (!security?.codes) throw error
      onOnBefore(security)
    }
  }
  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit((body) => send(() => turnOn(body)))}>
      <p>Let the app read this picture, or type the letters below it into the app.</p>
      {picture && <img className="codes-picture" src={picture} alt="The secret for the app, as a QR code" />}
      <p className="breaks">
        <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} />
      </p>
      <TextField
        label="Code"
        hint="The six digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code')}
      />
      <SubmitButton busy={isSubmitting}>Turn codes on</SubmitButton>
    </form>
  )
}

/** The QR code as the address of a picture; the code that draws it is loaded when it is needed. */
function usePicture(uri: string): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    import(/* piece: online */ 'uqr').then(
      ({ renderSVG }) => live && setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`),
      // The letters do as well.
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [uri])
  return picture
}

/** Shown this once. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal open title="Keep your recovery codes" onClose={onClose} lightDismiss={false}>
      <div className="stack">
        <p>
          Codes are on. Each of these takes the place of a code once, if you lose the app. Nobody can show them again.
        </p>
        <ul className="codes-recovery grid gap-2 plain-list">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} />
        <button type="button" onClick={onClose}>
          I have kept them
        </button>
      </div>
    </Modal>
  )
}
