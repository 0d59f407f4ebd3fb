import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordProof } from '#schema/account'
import { PRODUCT_NAME } from '#schema/product'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { NeedsConnection } from '../ui/needs-connection'
import { saveFile } from '../ui/save-file'
import { downloadAccount } from './download-account'

const NOBODY: PasswordProof = { password: '' }

/** Hands everything that the account holds to its person, as one file. */
export function ExportAccount() {
  const reachable = useReachable()
  const [saved, setSaved] = useState('')
  const form = useForm<PasswordProof>({ resolver: standardSchemaResolver(PasswordProof), defaultValues: NOBODY })
  const send = useSend(form, 'Your data could not be downloaded', null)
  const { isSubmitting } = form.formState
  const field = fieldOf(form)
  const submit = form.handleSubmit(async (body) => {
    setSaved('')
    const isSent = await send(async () => {
      const content = await downloadAccount(body)
      const name = `${PRODUCT_NAME.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.zip`
      saveFile(name, 'application/zip', content)
      setSaved(name)
    })
    if (isSent) form.reset(NOBODY)
  })
  return (
    <section className="stack" aria-labelledby="export-account">
      <h2 id="export-account">Download your data</h2>
      <p>
        Everything that you have written, bought, sold and been told, with your photos, in one zip file. It is made anew
        each time, three times a day at most.
      </p>
      <form className="stack" noValidate onSubmit={submit}>
        <PasswordField label="Your password for the download" autoComplete="current-password" {...field('password')} />
        {!reachable && <NeedsConnection what="A download of your data" />}
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} busyLabel="Downloading" disabled={!reachable}>
            Download
          </SubmitButton>
        </div>
        <p role="status">{saved && `${saved} is saved.`}</p>
      </form>
    </section>
  )
}
