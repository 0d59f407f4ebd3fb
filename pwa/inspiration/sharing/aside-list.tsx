import { NOT_READ_YET, usePhotoAddress } from '../../photos/use-photo-addresses'
import { ConfirmButton } from '../../ui/confirm-button'
import type { PostAside } from './posts-aside'
import '../../styles/aside-list.css'

interface AsideListProps {
  posts: PostAside[]
  onContinue: (draftId: string) => void
  onDiscard: (draftId: string) => void
}

/** Posts that were begun before the one in the form, each with its words and its photo. */
export function AsideList({ posts, onContinue, onDiscard }: AsideListProps) {
  return (
    <section className="aside-list well grid gap-2" aria-labelledby="aside-title">
      <h3 id="aside-title">Your other drafts</h3>
      <ul className="plain-list grid gap-2">
        {posts.map((post) => (
          <Aside key={post.draftId} post={post} onContinue={onContinue} onDiscard={onDiscard} />
        ))}
      </ul>
    </section>
  )
}

function Aside({
  post: { draftId, draft },
  onContinue,
  onDiscard,
}: Omit<AsideListProps, 'posts'> & { post: PostAside }) {
  const address = usePhotoAddress(draft.photo)
  const title = draft.title.trim() || draft.description.trim() || 'A post without a title'
  return (
    <li>
      {draft.photo && <img src={address ?? NOT_READ_YET} alt="" />}
      <p dir="auto">{title}</p>
      <div className="row">
        <button
          type="button"
          className="is-secondary"
          aria-label={`Continue ${title}`}
          onClick={() => onContinue(draftId)}
        >
          Continue
        </button>
        <ConfirmButton
          label="Discard"
          question={draft.photo ? 'Discard this and its photo?' : 'Discard this?'}
          onConfirm={() => onDiscard(draftId)}
        />
      </div>
    </li>
  )
}
