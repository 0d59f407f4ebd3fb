import type { Post } from '#schema/inspiration'
import { PostCard } from '../../components/post-card'
import { useGrowingList } from '../listings/use-growing-list'
import { useMarks } from './use-marks'
import '../../styles/inspiration.css'

/** Cards of the first row load at once; the rest wait until they come near. */
const FIRST_ROW = 4

interface PostGridProps {
  posts: readonly Post[]
  /** What the posts are the answer to; another answer starts at its beginning again. */
  search: string
}

/** Posts side by side, growing as their end comes near. */
export function PostGrid({ posts, search }: PostGridProps) {
  const { shown: marksOf, toggle } = useMarks()
  const { shown, hasMore, gridRef, sentinelRef } = useGrowingList(posts, search)
  return (
    <>
      <ul className="card-grid post-grid" ref={gridRef}>
        {shown.map((post, index) => (
          <li key={post.id}>
            <PostCard
              id={post.id}
              title={post.title}
              tags={post.tags}
              photo={{ src: post.imageUrl }}
              priority={index < FIRST_ROW}
              {...marksOf(post.id)}
              onLike={() => toggle('like', post.id)}
              onSave={() => toggle('save', post.id)}
            />
          </li>
        ))}
      </ul>
      {hasMore && <div ref={sentinelRef} />}
    </>
  )
}
