import { format } from 'date-fns'
import type { DraftKind } from '#schema/draft'
import { usePhotoAddress } from '../photos/use-photo-addresses'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { ButtonLink } from '../ui/button-link'
import { ConfirmButton } from '../ui/confirm-button'
import { Photo } from '../ui/photo'
import { useToast } from '../ui/toasts'
import { MAY_HAVE_ARRIVED } from './draft-words'
import type { FormDraft } from './form-drafts'
import { dropDraft } from './keep-draft'
import type { WaitingThing } from './own-thing-writes'
import { PublicationChip } from './publication-chip'
import { readPublication } from './publications'
import { draftHead, THING_KINDS } from './thing-kinds'
import '../styles/create.css'

/** Things of a kind that are being written, the last touched first. */
export function DraftList({ kind, drafts }: { kind: DraftKind; drafts: FormDraft[] }) {
  return (
    <section className="stack stack--tight" aria-labelledby="drafts">
      <h2 id="drafts">Continue a draft</h2>
      <ul className="draft-list stack gap-3 plain-list flush">
        {drafts.map((draft) => (
          <DraftEntry key={draft.key} kind={kind} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DraftEntry({ kind, draft }: { kind: DraftKind; draft: FormDraft }) {
  const { engine } = useAccount()
  const toast = useToast()
  const waiting = useWaiting(kind, draft.key)
  const { title, photos, category } = draftHead(draft.values)
  const address = usePhotoAddress(photos[0]?.photo ?? null)
  const { create, untitled } = THING_KINDS[kind]
  const name = title.trim() || untitled
  async function throwAway() {
    if (!(await dropDraft(engine, kind, draft.key))) toast(MAY_HAVE_ARRIVED)
  }
  return (
    <li>
      <span className="draft-list__photo">
        <Photo src={address} alt="" category={category} sizes="5rem" />
      </span>
      <div className="draft-list__words min-0 breaks stack gap-1">
        <strong dir="auto">{name}</strong>
        <span className="fine muted">{`Edited ${format(new Date(draft.updatedAt), 'EEE, MMM d, h:mm a')}`}</span>
        <PublicationChip waiting={waiting} />
      </div>
      <div className="row">
        <ButtonLink to={`${create}?draft=${draft.key}`} look="secondary" aria-label={`Continue ${name}`}>
          Continue
        </ButtonLink>
        {waiting?.isUnsent !== false && (
          <ConfirmButton label="Throw away" question={`Throw “${name}” away?`} onConfirm={throwAway} />
        )}
      </div>
    </li>
  )
}

/** The draft's publication while it is on its way, or refused. */
function useWaiting(kind: DraftKind, key: string): WaitingThing | null {
  const { db } = useAccount().engine
  const publication = useLiveQuery(() => readPublication(db, kind, key), [db, kind, key])
  return publication && 'waiting' in publication ? publication.waiting : null
}
