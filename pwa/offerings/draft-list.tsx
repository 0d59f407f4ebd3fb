import { format } from 'date-fns'
import type { DraftKind } from '#schema/draft'
import { usePhotoAddress } from '../photos/use-photo-addresses'
import { useAccount } from '../session/account'
import { ButtonLink } from '../ui/button-link'
import { ConfirmButton } from '../ui/confirm-button'
import { Photo } from '../ui/photo'
import type { FormDraft } from './form-drafts'
import { dropDraft } from './keep-draft'
import { PublicationChip } from './publication-chip'
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
  const { title, photos, category } = draftHead(draft.values)
  const address = usePhotoAddress(photos[0]?.photo ?? null)
  const { create, untitled } = THING_KINDS[kind]
  const name = title.trim() || untitled
  return (
    <li>
      <span className="draft-list__photo">
        <Photo src={address} alt="" category={category} sizes="5rem" />
      </span>
      <div className="draft-list__words min-0 breaks stack gap-1">
        <strong dir="auto">{name}</strong>
        <span className="fine muted">{`Edited ${format(new Date(draft.updatedAt), 'EEE, MMM d, h:mm a')}`}</span>
        <PublicationChip kind={kind} draftKey={draft.key} />
      </div>
      <div className="row">
        <ButtonLink to={`${create}?draft=${draft.key}`} look="secondary" aria-label={`Continue ${name}`}>
          Continue
        </ButtonLink>
        <ConfirmButton
          label="Throw away"
          question={`Throw “${name}” away?`}
          onConfirm={() => void dropDraft(engine, kind, draft.key)}
        />
      </div>
    </li>
  )
}
