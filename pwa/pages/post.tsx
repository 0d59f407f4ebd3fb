import { getRouteApi } from '@tanstack/react-router'
import { PostDetail } from '../inspiration/post-detail'
import { usePost } from '../inspiration/use-post'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import { Spinner } from '../ui/spinner'

const route = getRouteApi('/inspiration/$id')

/** One post of the feed. */
export function PostPage() {
  const shown = usePost(routeId(route.useParams().id))
  usePageTitle(typeof shown === 'object' ? shown.post.title : undefined)
  if (shown === 'loading') return <Spinner label="Loading the post" />
  if (typeof shown === 'string') return <NoPost offline={shown === 'unreachable'} />
  return <PostDetail key={shown.post.id} {...shown} />
}

function NoPost({ offline }: { offline: boolean }) {
  return (
    <EmptyPage
      drawing={offline ? 'offline' : 'not-found'}
      title={offline ? 'This post is not on this device yet' : 'Post not found'}
      action={<ButtonLink to="/inspiration">Back to Inspiration</ButtonLink>}
    />
  )
}
