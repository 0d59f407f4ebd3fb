import { useId, useMemo } from 'react'
import type { PostLink } from '#schema/inspiration'
import { PostGrid } from './post-grid'
import { isSameLink } from './sharing/link-choices'
import { usePosts } from './use-posts'

const SHOWN = 8

/** The posts in which something to rent or order can be seen; nothing where there are none. */
export function SeenIn({ kind, id }: PostLink) {
  const { posts } = usePosts()
  const heading = useId()
  const found = useMemo(
    () => posts.filter(({ links }) => links.some((link) => isSameLink(link, { kind, id }))).slice(0, SHOWN),
    [posts, kind, id],
  )
  if (found.length === 0) return null
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>Seen in</h2>
      <PostGrid posts={found} search={`${kind} ${id}`} headingLevel={3} />
    </section>
  )
}
