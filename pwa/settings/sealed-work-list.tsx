import { format } from 'date-fns'
import { lazy, Suspense, useState } from 'react'
import { diskUnkept } from '../disk/disk-version'
import { listSealed, type SealedSummary } from '../session/sealing/sealed-work'
import { goneWords, sealedWords } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'

/** Asks the server whether the password is right: of no use without a connection. */
const SaveDialog = lazy(() =>
  import(/* piece: online */ './save-sealed-dialog').then((module) => ({ default: module.SaveSealedDialog })),
)

/** Unsent work of people who are not signed in: it waits for them, encrypted, and their password saves it as a file. */
export function SealedWorkList() {
  const sealed = useLiveQuery(listSealed)
  const [asked, setAsked] = useState<SealedSummary | null>(null)
  if (!sealed || sealed.length === 0) return null
  return (
    <section className="stack" aria-labelledby="storage-sealed">
      <h2 id="storage-sealed">Waiting for others</h2>
      <p className="muted fine">
        Nobody can read or send these things before their person signs in here. They are{' '}
        {diskUnkept() ? 'gone when you close this page' : 'deleted after 60 days'}.
      </p>
      <ul className="sealed-list plain-list">
        {sealed.map((work) => (
          <li key={work.dbName}>
            <span className="grow">
              {work.writes + work.drafts > 0 && sealedWords(work)}
              {work.gone > 0 && <span>{goneWords(work)}</span>}
              <span className="block muted fine">{`since ${format(work.sealedAt, 'PPP')}`}</span>
            </span>
            {work.writes + work.drafts > 0 && (
              <button type="button" className="is-secondary" onClick={() => setAsked(work)}>
                Save as a file
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Suspense>
          <SaveDialog work={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </section>
  )
}
