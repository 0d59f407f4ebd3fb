import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { ButtonLink } from '../ui/button-link'
import { EmptyState } from '../ui/empty-state'
import { isolated } from '../ui/isolated'
import { OwnPostCorner } from './own-post-buttons'
import { PostGrid } from './post-grid'
import { ShareDialog } from './sharing/share-dialog'
import { usePostsBeyond } from './use-posts-beyond'

interface PersonPostsProps {
  person: { id: number; username: string }
  /** The person looks at themselves. */
  own: boolean
}

/** The posts of one person; their own can be added to, edited and deleted. */
export function PersonPosts({ person, own }: PersonPostsProps) {
  const [isSharing, setSharing] = useState(false)
  const share = () => setSharing(true)
  return (
    <div className="stack">
      {own && (
        <div>
          <button type="button" onClick={share}>
            <ImagePlus />
            Share New Inspiration
          </button>
        </div>
      )}
      <Posts person={person} own={own} onShare={share} />
      {own && (
        <ShareDialog open={isSharing} title="Share New Inspiration" onOpen={share} onClose={() => setSharing(false)} />
      )}
    </div>
  )
}

function Posts({ person, own, onShare }: PersonPostsProps & { onShare: () => void }) {
  const { posts: all, waiting: allWaiting, rest } = usePostsBeyond(`of ${person.id}`)
  const posts = all.filter(({ userId }) => userId === person.id)
  const waiting = own ? allWaiting : []
  const isAlone = posts.length + waiting.length === 0
  return (
    <>
      <RestOfList what="posts" rest={rest} isAlone={isAlone}>
        <EmptyState
          drawing="inspiration"
          title={
            own
              ? "You haven't shared any inspiration posts yet."
              : `${isolated(person.username)} hasn't shared any inspiration posts yet.`
          }
          action={
            own ? (
              <button type="button" onClick={onShare}>
                Share Your First Inspiration
              </button>
            ) : (
              <ButtonLink to="/inspiration">Explore Inspiration</ButtonLink>
            )
          }
        />
      </RestOfList>
      {!isAlone && (
        <PostGrid
          posts={posts}
          waiting={waiting}
          search={`person ${person.id}`}
          corner={own ? (post) => <OwnPostCorner post={post} /> : undefined}
        />
      )}
    </>
  )
}
