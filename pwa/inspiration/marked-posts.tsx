import type { ReactNode } from 'react'
import type { MarkKind } from '#schema/inspiration'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { useAccount } from '../session/account'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { filterPosts } from './filter-posts'
import { markedIds } from './mark-queries'
import { PostGrid } from './post-grid'
import type { ShownPost } from './post-overlay'
import { NoPostFound, PostSearch } from './post-search'
import { useMarks } from './use-marks'
import { usePausedSearch } from './use-paused-search'
import { usePostsById } from './use-posts-beyond'

interface MarkedPostsProps {
  kind: MarkKind
  /** A control on each post's photo. */
  corner?: (post: ShownPost) => ReactNode
}

/** The posts that one likes, or has saved. */
export function MarkedPosts({ kind, corner }: MarkedPostsProps) {
  const { user } = useAccount()
  const { marks } = useMarks()
  const { posts: marked, rest } = usePostsById(markedIds(kind, marks))
  const { typed, search, type } = usePausedSearch()
  const done = `${kind}d`
  if (user === null)
    return (
      <EmptyState
        drawing="inspiration"
        title={`Sign in to see your ${done} posts`}
        action={<ButtonLink to={`/auth?next=${encodeURIComponent(`/inspiration?tab=${done}`)}`}>Sign In</ButtonLink>}
      />
    )
  const posts = filterPosts(marked, search)
  const isAlone = marked.length === 0
  return (
    <div className="stack">
      {!isAlone && <PostSearch label={`Search ${done} posts`} typed={typed} onType={type} />}
      <RestOfList what="posts" rest={rest} isAlone={isAlone}>
        <EmptyState
          drawing="inspiration"
          title={`You haven't ${done} any posts yet.`}
          action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
        />
      </RestOfList>
      {posts.length > 0 ? (
        <PostGrid posts={posts} search={`${kind} ${search}`} corner={corner} />
      ) : (
        !isAlone && <NoPostFound search={search} onClear={() => type('')} />
      )}
    </div>
  )
}
