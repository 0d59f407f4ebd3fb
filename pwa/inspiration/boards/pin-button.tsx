import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Board } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { IconButton } from '../../ui/icon-button'
import { Modal } from '../../ui/modal'
import { useToast } from '../../ui/toasts'
import type { ShownPost } from '../post-overlay'
import { pinPost } from './pin-post'

const BoardDialog = lazy(() => import('./board-dialog').then((module) => ({ default: module.BoardDialog })))

interface PinButtonProps {
  post: ShownPost
  boards: readonly Board[]
}

/** On a saved post: which of the boards it is on. */
export function PinButton({ post, boards }: PinButtonProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const [open, setOpen] = useState<'boards' | 'new' | null>(null)
  const isPinned = boards.some(({ postIds }) => postIds.includes(post.id))

  async function pin(key: string, on: boolean) {
    try {
      await pinPost(engine, key, post.id, on)
    } catch {
      toast({ variant: 'destructive', title: 'Failed to change the board', description: 'Please try again.' })
    }
  }
  return (
    <>
      <IconButton
        floating
        label={`Put ${post.title} on a board`}
        icon={<FolderPlus />}
        data-pinned={isPinned}
        onClick={() => setOpen(boards.length > 0 ? 'boards' : 'new')}
      />
      <Modal open={open === 'boards'} title="Put on a board" onClose={() => setOpen(null)}>
        <fieldset className="board-checks">
          <legend className="muted">{post.title}</legend>
          {boards.map(({ key, name, postIds }) => (
            <label className="check" key={key}>
              <input
                type="checkbox"
                checked={postIds.includes(post.id)}
                onChange={(event) => pin(key, event.target.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <button type="button" className="is-quiet" onClick={() => setOpen('new')}>
          <FolderPlus />
          New board
        </button>
      </Modal>
      {open === 'new' && (
        <Suspense>
          <BoardDialog board={null} onClose={() => setOpen(null)} onKept={(key) => pin(key, true)} />
        </Suspense>
      )}
    </>
  )
}
