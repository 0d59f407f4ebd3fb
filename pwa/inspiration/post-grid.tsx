import {
  type CSSProperties,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { MarkKind } from '#schema/inspiration'
import { EAGER_PHOTOS } from '../ui/photo'
import { FeedCard } from './feed-card'
import { flowingStyles } from './flowing-wall'
import { type Place, photoRatio } from './lay-out-posts'
import { cardKey, type ShownPost, type WaitingPost } from './post-overlay'
import type { WaitingQuestion } from './sharing/waiting-dialog'
import { useMarks } from './use-marks'
import { useWall } from './use-wall'
import { WaitingCard } from './waiting-card'
import '../styles/inspiration.css'
import '../styles/post-wall.css'

const WaitingDialog = lazy(() =>
  import(/* piece: write */ './sharing/waiting-dialog').then((module) => ({ default: module.WaitingDialog })),
)

interface PostGridProps {
  posts: readonly ShownPost[]
  /** On top: posts that the server does not have yet. */
  waiting?: readonly WaitingPost[]
  /** The question that the posts answer; another answer starts at its beginning again. */
  search: string
  /** A control on each post's photo. */
  corner?: (post: ShownPost) => ReactNode
  /** Of the cards' titles; 3 where the grid stands under a heading of its own. */
  headingLevel?: 2 | 3
}

const NONE: readonly WaitingPost[] = []

/** Posts like prints on a wall. However many there are, only those near the screen are in the page. */
export function PostGrid({ posts, waiting = NONE, search, corner, headingLevel = 2 }: PostGridProps) {
  const { shown: marksOf, toggle } = useMarks()
  const press = useLatest(toggle)
  const cards = useMemo(
    () => [
      ...waiting.map((post) => ({ key: cardKey(post), ratio: photoRatio(null) })),
      ...posts.map((post) => ({ key: cardKey(post), ratio: photoRatio(post.shape) })),
    ],
    [waiting, posts],
  )
  const { ref, isMeasured, height, columnWidth, shown } = useWall(cards, search)
  const flowing = isMeasured ? null : flowingStyles(shown.map(({ index }) => cards[index]?.ratio ?? 1))
  // Asked here and not on the card, which turns into another one when the post is sent meanwhile.
  const [question, setQuestion] = useState<WaitingQuestion | null>(null)
  return (
    <>
      <ul
        className="post-wall plain-list flush"
        ref={ref}
        data-flows={flowing ? '' : undefined}
        style={flowing ? flowing.wall : { height }}
      >
        {shown.map(({ index, place }) => {
          const [unsent, post] = [waiting[index], posts[index - waiting.length]]
          const key = cards[index]?.key
          return (
            <li
              key={key}
              data-card={key}
              style={flowing ? flowing.cards[index] : styleOf(place, columnWidth)}
              aria-setsize={cards.length}
              aria-posinset={index + 1}
            >
              {unsent && <WaitingCard post={unsent} headingLevel={headingLevel} onAsk={setQuestion} />}
              {post && (
                <WallCard
                  post={post}
                  priority={index < EAGER_PHOTOS}
                  headingLevel={headingLevel}
                  corner={corner?.(post)}
                  {...marksOf(post.id, post.stat)}
                  press={press}
                />
              )}
            </li>
          )
        })}
      </ul>
      {question && (
        <Suspense>
          <WaitingDialog question={question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </>
  )
}

interface WallCardProps {
  post: ShownPost
  priority: boolean
  headingLevel: 2 | 3
  corner: ReactNode
  liked: boolean
  saved: boolean
  likeCount: number
  saveCount: number
  press: (kind: MarkKind, postId: number) => void
}

/** Rendered again only when something of it is different: scrolling renders the wall many times. */
const WallCard = memo(function WallCard({ press, ...card }: WallCardProps) {
  const { id } = card.post
  return <FeedCard {...card} onLike={() => press('like', id)} onSave={() => press('save', id)} />
})

function styleOf({ x, y, height, photoHeight }: Place, width: number): CSSProperties {
  return { width, height, translate: `${x}px ${y}px`, '--photo-height': `${photoHeight}px` } as CSSProperties
}

/** A function that stays the same and calls the newest one. */
function useLatest<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
