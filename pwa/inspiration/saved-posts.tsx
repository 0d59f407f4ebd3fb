import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../session/account'
import { BoardRow } from './boards/board-row'
import { BoardView } from './boards/board-view'
import { PinButton } from './boards/pin-button'
import { useBoards } from './boards/use-boards'
import { MarkedPosts } from './marked-posts'
import '../styles/boards.css'

const route = getRouteApi('/inspiration')
const BoardDialog = lazy(() =>
  import(/* piece: write */ './boards/board-dialog').then((module) => ({ default: module.BoardDialog })),
)

/** All saved posts, or those of one board. */
export function SavedPosts() {
  const { user } = useAccount()
  const { board: selected } = route.useSearch()
  const navigate = route.useNavigate()
  const boards = useBoards()
  const [isMaking, setMaking] = useState(false)
  if (!user) return <MarkedPosts kind="save" />

  const show = (board: string | undefined) =>
    navigate({ search: (search) => ({ ...search, board }), replace: true, resetScroll: false })
  const board = boards?.find(({ key }) => key === selected)
  return (
    <div className="stack">
      {boards && <BoardRow boards={boards} selected={board?.key} onNew={() => setMaking(true)} />}
      {board && boards ? (
        <BoardView key={board.key} board={board} boards={boards} onGone={() => show(undefined)} />
      ) : (
        <MarkedPosts kind="save" corner={(post) => <PinButton post={post} boards={boards ?? []} />} />
      )}
      {isMaking && (
        <Suspense>
          <BoardDialog board={null} onClose={() => setMaking(false)} onKept={show} />
        </Suspense>
      )}
    </div>
  )
}
