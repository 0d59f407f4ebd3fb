import { useId, useMemo } from 'react'
import type { PostLink } from '#schema/inspiration'
import { RestOfList } from '../rentals/listings/rest-of-list'
import { PostGrid } from './post-grid'
import { isSameLink, SEEN_IN_SHOWN } from './sharing/link-choices'
import { usePostsBeyond } from './use-posts-beyond'

/** The newest posts in which something to rent or order can be seen; nothing where there are none. */
export function SeenIn({ kind, id }: PostLink) {
  const { posts, rest } = usePostsBeyond(`with ${kind}/${id}`)
  const heading = useId()
  const found = useMemo(
    () => posts.filter(({ links }) => links.some((link) => isSameLink(link, { kind, id }))).slice(0, SEEN_IN_SHOWN),
    [posts, kind, id],
  )
  // Most things are in no post: those that are on their way need no place.
  if (found.length === 0 && rest !== 'unknown') return null
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>Seen in</h2>
      <RestOfList what="posts" rest={rest} isAlone={false}>
        {null}
      </RestOfList>
      {found.length > 0 && <PostGrid posts={found} search={`${kind} ${id}`} headingLevel={3} />}
    </section>
  )
}
