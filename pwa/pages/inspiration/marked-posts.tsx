import type { MarkKind } from '#schema/inspiration'
import { useAccount } from '../../auth/account'
import { useCatalogue } from '../../auth/use-sync'
import { ButtonLink } from '../../components/button-link'
import { EmptyState } from '../../components/empty-state'
import { ListingCardSkeletons } from '../../components/listing-card-skeleton'
import { markedPosts } from '../../db/mark-queries'
import { PostGrid } from './post-grid'
import { useMarks } from './use-marks'

const WORDS: Record<MarkKind, { none: string; signIn: string; next: string }> = {
  like: {
    none: "You haven't liked any posts yet.",
    signIn: 'Sign in to see your liked posts',
    next: '/inspiration?tab=liked',
  },
  save: {
    none: "You haven't saved any posts yet.",
    signIn: 'Sign in to see your saved posts',
    next: '/inspiration?tab=saved',
  },
}

/** The posts that one likes, or has saved. */
export function MarkedPosts({ kind }: { kind: MarkKind }) {
  const { user } = useAccount()
  const { catalogue, ready } = useCatalogue()
  const { marks } = useMarks()
  const words = WORDS[kind]
  if (user === null)
    return (
      <EmptyState
        drawing="inspiration"
        title={words.signIn}
        action={<ButtonLink to={`/auth?next=${encodeURIComponent(words.next)}`}>Sign In</ButtonLink>}
      />
    )
  if (!ready || !catalogue.isFilled('post')) return <ListingCardSkeletons label="Loading posts" />
  const posts = markedPosts(catalogue.all('post'), kind, marks)
  if (posts.length === 0)
    return (
      <EmptyState
        drawing="inspiration"
        title={words.none}
        action={<ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>}
      />
    )
  return <PostGrid posts={posts} search={kind} />
}
