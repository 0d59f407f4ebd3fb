import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordProof } from '#schema/account'
import { accountRoutes } from '#schema/account-routes'
import { PRODUCT_NAME } from '#schema/product'
import { useSend } from '../session/use-send'
import { useReachable } from '../session/use-sync'
import { ApiError, Unreachable } from '../sync/client'
import { foreignAnswer, refusalIn } from '../sync/http'
import { fieldOf } from '../ui/fields/field-of'
import { PasswordField } from '../ui/fields/password-field'
import { SubmitButton } from '../ui/fields/submit-button'
import { NeedsConnection } from '../ui/needs-connection'
import { saveFile } from '../ui/save-file'

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
      const content = await download(body)
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

/** Without a deadline: years of photos take their time. @throws ApiError, Unreachable */
async function download(body: PasswordProof): Promise<Blob> {
  const { method, path } = accountRoutes.exportAccount
  try {
    const response = await fetch(path, {
      method,
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.ok) return await response.blob()
    const text = await response.text()
    const isOurs = response.headers.get('content-type')?.includes('json')
    if (!isOurs) throw new Unreachable(foreignAnswer(response.status))
    throw new ApiError(response.status, refusalIn({ status: response.status, json: JSON.parse(text) }), text)
  } catch (error) {
    throw error instanceof TypeError ? new Unreachable('broken') : error
  }
}
