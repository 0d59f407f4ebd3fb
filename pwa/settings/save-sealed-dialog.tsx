import { useState } from 'react'
import type { SealedSummary } from '../session/sealing/sealed-work'
import { ApiError, messageOf } from '../sync/client'
import { Modal } from '../ui/modal'
import { useToast } from '../ui/toasts'
import { OtherAccount, saveSealed } from './save-sealed'

/** Asks for the password of the person whose work is saved. */
export function SaveSealedDialog({ work, onClose }: { work: SealedSummary; onClose: () => void }) {
  const toast = useToast()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function save(form: FormData) {
    setBusy(true)
    try {
      await saveSealed(work, String(form.get('password')))
      toast({ title: 'Saved as a file' })
      onClose()
    } catch (error) {
      setProblem(problemWords(error))
      setBusy(false)
    }
  }
  return (
    <Modal open title={`The password of ${work.username}`} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <label>
          Password
          <input
            type="password"
            name="password"
            autoComplete="off"
            required
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'sealed-problem' : undefined}
          />
        </label>
        {problem && (
          <p id="sealed-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" aria-busy={isBusy} disabled={isBusy}>
          Save as a file
        </button>
      </form>
    </Modal>
  )
}

function problemWords(error: unknown): string {
  if (error instanceof OtherAccount)
    return 'This was written by an earlier account of that name. Its password is not known here any more.'
  if (error instanceof ApiError && error.code === 'invalid_credentials') return 'That is not the right password.'
  return messageOf(error, 'This could not be saved. Please try again.')
}
