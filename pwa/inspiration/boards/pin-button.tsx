import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { Board } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { IconButton } from '../../ui/icon-button'
import type { ShownPost } from '../post-overlay'
import { LazyBoardPicker } from './board-picker-part'
import { pinPost } from './pin-post'

interface PinButtonProps {
  post: ShownPost
  boards: readonly Board[]
}

/** On a saved post: which of the boards it is on. */
export function PinButton({ post: { id, title }, boards }: PinButtonProps) {
  const { user, engine } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const isOn = ({ postIds }: Board) => postIds.includes(id)
  return (
    <>
      <IconButton
        floating
        label={`Put ${title} on a board`}
        icon={<FolderPlus />}
        data-pinned={boards.some(isOn)}
        onClick={() => setOpen(true)}
      />
      {isOpen && user && (
        <LazyBoardPicker
          {...{ userId: user.id, title, isOn }}
          put={(key, on) => pinPost(engine, key, id, on)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
