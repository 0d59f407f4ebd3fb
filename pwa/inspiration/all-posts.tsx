import { useState } from 'react'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { useAccount } from '../session/account'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { OlderPosts } from './older-posts'
import { OtherKinds } from './other-kinds'
import { PostGrid } from './post-grid'
import type { ShownPost } from './post-overlay'
import { NoPostFound, PostSearch } from './post-search'
import { useFoundPosts } from './use-found-posts'
import { usePausedSearch } from './use-paused-search'

/** Every post, with a search over what this device and the server hold. */
export function AllPosts({ onShare }: { onShare: () => void }) {
  const { typed, search, type } = usePausedSearch()
  return (
    <div className="stack">
      <PostSearch label="Search inspiration" typed={typed} onType={type} />
      <OtherKinds but="post" search={search} />
      <Found search={search} onShare={onShare} onClear={() => type('')} />
    </div>
  )
}

function Found({ search, onShare, onClear }: { search: string; onShare: () => void; onClear: () => void }) {
  const [older, setOlder] = useState<readonly ShownPost[]>([])
  const { found, foundWaiting, isShowing, rest, before, isEmpty } = useFoundPosts(search, older)
  const none = isEmpty ? <NoPosts onShare={onShare} /> : <NoPostFound search={search} onClear={onClear} />
  return (
    <>
      <RestOfList what="posts" rest={rest} isAlone={!isShowing}>
        {before === null && none}
      </RestOfList>
      {isShowing && <PostGrid posts={found} waiting={foundWaiting} search={search} />}
      {typeof before === 'number' && (
        <OlderPosts key={search} search={search} before={before} none={isShowing ? null : none} onShow={setOlder} />
      )}
    </>
  )
}

const SIGN_IN_TO_SHARE = `/auth?next=${encodeURIComponent('/inspiration?share=1')}`

function NoPosts({ onShare }: { onShare: () => void }) {
  const { user } = useAccount()
  return (
    <EmptyState
      drawing="inspiration"
      title="No inspiration posts yet."
      action={
        user === null ? (
          <ButtonLink to={SIGN_IN_TO_SHARE}>Sign In to Share</ButtonLink>
        ) : (
          <button type="button" onClick={onShare}>
            Share Your First Inspiration
          </button>
        )
      }
    />
  )
}
