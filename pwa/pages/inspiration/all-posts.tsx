import { useAccount } from '../../auth/account'
import { useReachability } from '../../auth/use-sync'
import { ButtonLink } from '../../components/button-link'
import { EmptyState } from '../../components/empty-state'
import { ListingCardSkeletons } from '../../components/listing-card-skeleton'
import { SearchField } from '../../forms/search-field'
import { filterPosts } from './filter-posts'
import { PostGrid } from './post-grid'
import { usePausedSearch } from './use-paused-search'
import { usePosts } from './use-posts'

/** Every post, with a search over what this device holds. */
export function AllPosts({ onShare }: { onShare: () => void }) {
  const { reachable } = useReachability()
  const { typed, search, type } = usePausedSearch()
  const { posts, waiting, ready, isFilled } = usePosts()
  const found = filterPosts(posts, search)
  const foundWaiting = filterPosts(waiting, search)
  return (
    <div className="stack">
      <div className="post-search">
        <SearchField label="Search inspiration" placeholder="Search inspiration..." value={typed} onChange={type} />
      </div>
      {!isFilled && waiting.length === 0 ? (
        ready && !reachable ? (
          <NotHere />
        ) : (
          <ListingCardSkeletons label="Loading posts" />
        )
      ) : posts.length + waiting.length === 0 ? (
        <NoPosts onShare={onShare} />
      ) : found.length + foundWaiting.length === 0 ? (
        <NothingFound search={search} onClear={() => type('')} />
      ) : (
        <PostGrid posts={found} waiting={foundWaiting} search={search} />
      )}
    </div>
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

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing="inspiration"
      title={`Nothing found for “${search}”`}
      action={
        <button type="button" className="is-secondary" onClick={onClear}>
          Clear search
        </button>
      }
    >
      Titles, descriptions and tags are searched.
    </EmptyState>
  )
}

function NotHere() {
  return (
    <EmptyState drawing="offline" title="The feed is not on this device yet">
      Connect once, and it can be read without a connection afterwards.
    </EmptyState>
  )
}
