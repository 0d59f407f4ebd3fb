import { format } from 'date-fns'
import { useState } from 'react'
import { listSealed, type SealedSummary } from '../session/sealing/sealed-work'
import { goneWords, sealedWords } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { ApiError, messageOf } from '../sync/client'
import { Modal } from '../ui/modal'
import { useToast } from '../ui/toasts'
import { OtherAccount, saveSealed } from './save-sealed'

/** Unsent work of people who are not signed in: it waits for them, encrypted, and their password saves it as a file. */
export function SealedWorkList() {
  const sealed = useLiveQuery(listSealed)
  const [asked, setAsked] = useState<SealedSummary | null>(null)
  if (!sealed || sealed.length === 0) return null
  return (
    <section className="stack" aria-labelledby="storage-sealed">
      <h2 id="storage-sealed">Waiting for others</h2>
      <p className="muted fine">
        Nobody can read or send these things before their person signs in here. They are deleted after 60 days.
      </p>
      <ul className="sealed-list">
        {sealed.map((work) => (
          <li key={work.dbName}>
            <span className="grow">
              {work.writes + work.drafts > 0 && sealedWords(work)}
              {work.gone > 0 && <span>{goneWords(work)}</span>}
              <span className="muted fine">{`since ${format(work.sealedAt, 'PPP')}`}</span>
            </span>
            {work.writes + work.drafts > 0 && (
              <button type="button" className="is-secondary" onClick={() => setAsked(work)}>
                Save as a file
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && <SaveDialog work={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function SaveDialog({ work, onClose }: { work: SealedSummary; onClose: () => void }) {
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
          <p id="sealed-problem" className="field-error" role="alert">
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
