import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Day } from '#schema/date-range'
import type { Board } from '#schema/inspiration'
import { formatCount } from '#schema/money'
import { itemQuery } from '../../made-to-order/items/items-search'
import { RestOfList } from '../../rentals/listings/rest-of-list'
import { wishQuery } from '../../rentals/listings/wish'
import { useAccount } from '../../session/account'
import { useFirstBookableDay, useToday } from '../../session/use-today'
import { EmptyState } from '../../ui/empty-state'
import { NavLink } from '../../ui/nav-link'
import { PressDialog } from '../../ui/press-dialog'
import { errorNotice, useToast } from '../../ui/toasts'
import { PostGrid } from '../post-grid'
import { usePostsById } from '../use-posts-beyond'
import { boardFacts } from './board-row'
import { BoardThings } from './board-things'
import { deleteBoard } from './delete-board'
import { PinButton } from './pin-button'

const BoardDialog = lazy(() =>
  import(/* piece: write */ './board-dialog').then((module) => ({ default: module.BoardDialog })),
)

interface BoardViewProps {
  board: Board
  boards: readonly Board[]
  onGone: () => void
}

/** One board: its event, its posts, and what can be done with it. */
export function BoardView({ board, boards, onGone }: BoardViewProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const { things = [], postIds } = board
  const { posts, rest } = usePostsById(postIds.toSorted((a, b) => b - a))

  async function remove() {
    try {
      await deleteBoard(engine, board.key)
    } catch {
      toast(errorNotice('Failed to delete the board', 'Please try again.'))
      return
    }
    setAsking(null)
    onGone()
  }
  return (
    <section className="stack" aria-labelledby="board-name">
      <div className="board-head row">
        <div>
          <h2 id="board-name" dir="auto">
            {board.name}
          </h2>
          <p className="muted fine">
            {boardFacts({ ...board, postIds: rest === 'none' ? posts.map(({ id }) => id) : postIds }, new Date())}
          </p>
          <EventFacts board={board} />
          <FindThings day={board.eventDate} />
        </div>
        <div className="row">
          <button type="button" className="is-quiet" onClick={() => setAsking('edit')}>
            <Pencil />
            Edit board
          </button>
          <button type="button" className="is-quiet" onClick={() => setAsking('delete')}>
            <Trash2 />
            Delete board
          </button>
        </div>
      </div>
      <BoardThings board={board} />
      <RestOfList what="posts" rest={rest} isAlone={posts.length === 0}>
        {things.length === 0 && (
          <EmptyState drawing="inspiration" title="Nothing on this board yet" headingLevel={3}>
            Press the heart on a listing or an item, or in All saved the folder on a post, to put it here.
          </EmptyState>
        )}
      </RestOfList>
      {posts.length > 0 && (
        <PostGrid
          posts={posts}
          search={`board ${board.key}`}
          headingLevel={3}
          corner={(post) => <PinButton post={post} boards={boards} />}
        />
      )}
      {asking === 'edit' && (
        <Suspense>
          <BoardDialog board={board} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <PressDialog
        open={asking === 'delete'}
        title={`Delete “${board.name}”?`}
        isDanger
        press="Delete board"
        back="Keep it"
        onPress={remove}
        onClose={() => setAsking(null)}
      >
        <p>The posts on it stay among your saved posts; its listings and items are not saved elsewhere.</p>
      </PressDialog>
    </section>
  )
}

/** Leads to things for the event: to those that are free or ready on its day, while they can still be had for it. */
function FindThings({ day }: { day: Day | null }) {
  const today = useToday()
  const first = useFirstBookableDay()
  const isAhead = day !== null && day >= today
  const range = day !== null && day >= first ? { startDate: day, endDate: day } : null
  return (
    <p className="wrap gap-2">
      <NavLink className="chip chip--link" to={`/listings${wishQuery({ range, pieces: 1 })}`}>
        {range ? 'Rentals free on the day' : 'Find rentals'}
      </NavLink>
      <NavLink
        className="chip chip--link"
        to={`/made-to-order${itemQuery({ readyBy: isAhead ? day : null, pieces: 1 })}`}
      >
        {isAhead ? 'Made to order, ready by the day' : 'Find made-to-order'}
      </NavLink>
    </p>
  )
}

/** 'The barn · 40 guests' */
function EventFacts({ board: { place, guests } }: { board: Board }) {
  if (!place && !guests) return null
  const crowd = guests && (guests === 1 ? '1 guest' : `${formatCount(guests)} guests`)
  return (
    <p className="muted fine" dir="auto">
      {[place, crowd].filter(Boolean).join(' · ')}
    </p>
  )
}
