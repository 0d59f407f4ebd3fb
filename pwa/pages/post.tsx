import { getRouteApi } from '@tanstack/react-router'
import { useReachability } from '../auth/use-sync'
import { ButtonLink } from '../components/button-link'
import { EmptyState } from '../components/empty-state'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { PostDetail } from './inspiration/post-detail'
import { usePosts } from './inspiration/use-posts'
import { routeId } from './route-id'

const route = getRouteApi('/inspiration/$id')

/** One post of the feed. */
export function PostPage() {
  const id = routeId(route.useParams().id)
  const { reachable } = useReachability()
  const { posts, ready, isFilled } = usePosts()
  const post = posts.find((one) => one.id === id)
  usePageTitle(post?.title)
  if (post) return <PostDetail key={post.id} post={post} />
  if (id !== null && !isFilled) return ready && !reachable ? <NoPost offline /> : <Spinner label="Loading the post" />
  return <NoPost />
}

function NoPost({ offline = false }: { offline?: boolean }) {
  return (
    <div className="page">
      <EmptyState
        drawing={offline ? 'offline' : 'not-found'}
        title={offline ? 'This post is not on this device yet' : 'Post not found'}
        headingLevel={1}
        action={<ButtonLink to="/inspiration">Back to Inspiration</ButtonLink>}
      />
    </div>
  )
}
