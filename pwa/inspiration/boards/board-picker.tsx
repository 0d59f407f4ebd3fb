import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Board } from '#schema/inspiration'
import { Modal } from '../../ui/modal'
import { errorNotice, useToast } from '../../ui/toasts'

const BoardDialog = lazy(() =>
  import(/* piece: write */ './board-dialog').then((module) => ({ default: module.BoardDialog })),
)

interface BoardPickerProps {
  title: string
  boards: readonly Board[]
  isOn: (board: Board) => boolean
  put: (key: string, on: boolean) => Promise<void>
  onClose: () => void
}

/** On which boards something is; with none yet, the first one is made. */
export function BoardPicker({ title, boards, isOn, put, onClose }: BoardPickerProps) {
  const toast = useToast()
  const [isMaking, setMaking] = useState(boards.length === 0)

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
      <fieldset className="board-checks">
        <legend className="muted">{title}</legend>
        {boards.map((board) => (
          <label className="check" key={board.key}>
            <input type="checkbox" checked={isOn(board)} onChange={(event) => press(board.key, event.target.checked)} />
            {board.name}
          </label>
        ))}
      </fieldset>
      <button type="button" className="is-quiet" onClick={() => setMaking(true)}>
        <FolderPlus />
        New board
      </button>
    </Modal>
  )
}
