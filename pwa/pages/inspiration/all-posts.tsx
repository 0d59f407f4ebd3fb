import { useAccount } from '../../auth/account'
import { useCatalogue, useReachability } from '../../auth/use-sync'
import { ButtonLink } from '../../components/button-link'
import { EmptyState } from '../../components/empty-state'
import { ListingCardSkeletons } from '../../components/listing-card-skeleton'
import { SearchField } from '../../forms/search-field'
import { filterPosts } from './filter-posts'
import { PostGrid } from './post-grid'
import { usePausedSearch } from './use-paused-search'

/** Every post, with a search over what this device holds. */
export function AllPosts() {
  const { catalogue, ready } = useCatalogue()
  const { reachable } = useReachability()
  const { typed, search, type } = usePausedSearch()
  const posts = catalogue.all('post')
  const found = filterPosts(posts, search)
  return (
    <div className="stack">
      <div className="post-search">
        <SearchField label="Search inspiration" placeholder="Search inspiration..." value={typed} onChange={type} />
      </div>
      {!(ready && catalogue.isFilled('post')) ? (
        ready && !reachable ? (
          <NotHere />
        ) : (
          <ListingCardSkeletons label="Loading posts" />
        )
      ) : posts.length === 0 ? (
        <NoPosts />
      ) : found.length === 0 ? (
        <NothingFound search={search} onClear={() => type('')} />
      ) : (
        <PostGrid posts={found} search={search} />
      )}
    </div>
  )
}

function NoPosts() {
  const { user } = useAccount()
  return (
    <EmptyState
      drawing="inspiration"
      title="No inspiration posts yet."
      action={user === null && <ButtonLink to="/auth?next=%2Finspiration">Sign In to Share</ButtonLink>}
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
