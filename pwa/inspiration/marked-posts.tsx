import type { ReactNode } from 'react'
import type { MarkKind } from '#schema/inspiration'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { useAccount } from '../session/account'
import { NotYetHere, useOwnQuery } from '../session/not-here'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { filterPosts } from './filter-posts'
import { markedIds, NO_MARKS, readMarks } from './mark-queries'
import { PostGrid } from './post-grid'
import type { ShownPost } from './post-overlay'
import { NoPostFound, PostSearch } from './post-search'
import { usePausedSearch } from './use-paused-search'
import { usePostsById } from './use-posts-beyond'

interface MarkedPostsProps {
  kind: MarkKind
  /** A control on each post's photo. */
  corner?: (post: ShownPost) => ReactNode
}

/** The posts that one likes, or has saved. */
export function MarkedPosts(props: MarkedPostsProps) {
  const { user } = useAccount()
  if (user) return <OwnMarkedPosts {...props} userId={user.id} />
  if (user === undefined) return null
  const done = `${props.kind}d`
  return (
    <EmptyState
      drawing="inspiration"
      title={`Sign in to see your ${done} posts`}
      action={<ButtonLink to={`/auth?next=${encodeURIComponent(`/inspiration?tab=${done}`)}`}>Sign In</ButtonLink>}
    />
  )
}

function OwnMarkedPosts({ kind, corner, userId }: MarkedPostsProps & { userId: number }) {
  const own = useOwnQuery(userId, readMarks)
  const { posts: marked, rest } = usePostsById(markedIds(kind, own?.found ?? NO_MARKS))
  const { typed, search, type } = usePausedSearch()
  const done = `${kind}d`
  const posts = filterPosts(marked, search)
  const isAlone = marked.length === 0
  if (isAlone && !own?.complete)
    return (
      <NotYetHere what={`Your ${done} posts`} isRead={own !== undefined}>
        <ListingCardSkeletons label={`Loading your ${done} posts`} />
      </NotYetHere>
    )
  return (
    <div className="stack">
      {!isAlone && <PostSearch label={`Search ${done} posts`} typed={typed} onType={type} />}
      <RestOfList what="posts" rest={rest} isAlone={posts.length === 0}>
        {isAlone ? (
          <EmptyState
            drawing="inspiration"
            title={`You haven't ${done} any posts yet.`}
            action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
          />
        ) : (
          <NoPostFound search={search} onClear={() => type('')} />
        )}
      </RestOfList>
      {posts.length > 0 && <PostGrid posts={posts} search={`${kind} ${search}`} corner={corner} />}
    </div>
  )
}
