import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Board } from '#schema/inspiration'
import { NotYetHere, useOwnQuery } from '../../session/not-here'
import { useToday } from '../../session/use-today'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import { errorNotice, useToast } from '../../ui/toasts'
import { nextFirst } from './board-overlay'
import { readBoards } from './board-queries'

const BoardDialog = lazy(() =>
  import(/* piece: write */ './board-dialog').then((module) => ({ default: module.BoardDialog })),
)

interface BoardPickerProps {
  userId: number
  title: string
  isOn: (board: Board) => boolean
  put: (key: string, on: boolean) => Promise<void>
  onClose: () => void
}

/** On which boards something is; with none yet, the first one is made. */
export function BoardPicker({ userId, title, isOn, put, onClose }: BoardPickerProps) {
  const toast = useToast()
  const today = useToday()
  const own = useOwnQuery(userId, async (db) => nextFirst(await readBoards(db), today), [today])
  const [isMaking, setMaking] = useState(false)
  if (!own) return null
  const { found: boards, complete } = own
  const isEmpty = boards.length === 0
  if (isEmpty && complete && !isMaking) setMaking(true)

  async function press(key: string, on: boolean) {
    try {
      await put(key, on)
    } catch {
      toast(errorNotice('Failed to change the board', 'Please try again.'))
    }
  }
  if (isMaking)
    return (
      <Suspense>
        <BoardDialog board={null} onClose={onClose} onKept={(key) => press(key, true)} />
      </Suspense>
    )
  return (
    <Modal open title="Put on a board" onClose={onClose}>
      {isEmpty ? (
        <NotYetHere what="Your boards" isRead>
          <Spinner label="Loading your boards" />
        </NotYetHere>
      ) : (
        <fieldset className="board-checks">
          <legend className="muted">{title}</legend>
          {boards.map((board) => (
            <label className="check" key={board.key}>
              <input
                type="checkbox"
                checked={isOn(board)}
                onChange={(event) => press(board.key, event.target.checked)}
              />
              {board.name}
            </label>
          ))}
        </fieldset>
      )}
      <button type="button" className="is-quiet" onClick={() => setMaking(true)}>
        <FolderPlus />
        New board
      </button>
    </Modal>
  )
}
