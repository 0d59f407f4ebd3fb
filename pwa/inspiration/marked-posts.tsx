import type { ReactNode } from 'react'
import type { MarkKind } from '#schema/inspiration'
import { ListingCardSkeletons } from '../rentals/listings/listing-card-skeleton'
import { useAccount } from '../session/account'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { filterPosts } from './filter-posts'
import { markedPosts } from './mark-queries'
import { PostGrid } from './post-grid'
import type { ShownPost } from './post-overlay'
import { NoPostFound, PostSearch } from './post-search'
import { useMarks } from './use-marks'
import { usePausedSearch } from './use-paused-search'
import { usePosts } from './use-posts'

const WORDS: Record<MarkKind, { none: string; search: string; signIn: string; next: string }> = {
  like: {
    none: "You haven't liked any posts yet.",
    search: 'Search liked posts',
    signIn: 'Sign in to see your liked posts',
    next: '/inspiration?tab=liked',
  },
  save: {
    none: "You haven't saved any posts yet.",
    search: 'Search saved posts',
    signIn: 'Sign in to see your saved posts',
    next: '/inspiration?tab=saved',
  },
}

interface MarkedPostsProps {
  kind: MarkKind
  /** A control on each post's photo. */
  corner?: (post: ShownPost) => ReactNode
}

/** The posts that one likes, or has saved. */
export function MarkedPosts({ kind, corner }: MarkedPostsProps) {
  const { user } = useAccount()
  const { posts: all, isFilled } = usePosts()
  const { marks } = useMarks()
  const { typed, search, type } = usePausedSearch()
  const words = WORDS[kind]
  if (user === null)
    return (
      <EmptyState
        drawing="inspiration"
        title={words.signIn}
        action={<ButtonLink to={`/auth?next=${encodeURIComponent(words.next)}`}>Sign In</ButtonLink>}
      />
    )
  if (!isFilled) return <ListingCardSkeletons label="Loading posts" />
  const marked = markedPosts(all, kind, marks)
  if (marked.length === 0)
    return (
      <EmptyState
        drawing="inspiration"
        title={words.none}
        action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
      />
    )
  const posts = filterPosts(marked, search)
  return (
    <div className="stack">
      <PostSearch label={words.search} typed={typed} onType={type} />
      {posts.length > 0 ? (
        <PostGrid posts={posts} search={`${kind} ${search}`} corner={corner} />
      ) : (
        <NoPostFound search={search} onClear={() => type('')} />
      )}
    </div>
  )
}
