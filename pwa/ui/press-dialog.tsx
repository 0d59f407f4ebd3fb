import { Modal, type ModalProps } from './modal'
import { useOnePress } from './use-one-press'

interface PressDialogProps extends Omit<ModalProps, 'open' | 'footer'> {
  open?: boolean
  /** The name of the press: 'Delete post'. */
  press: string
  /** Presses while its promise is open count for nothing. */
  onPress: () => unknown
  /** Nothing brings back what the press takes. */
  isDanger?: boolean
  disabled?: boolean
  /** The name of the way back: 'Keep it'. */
  back: string
  /** Called by the way back in place of `onClose`. */
  onBack?: () => void
}

/** A dialog with one press and the way back. */
export function PressDialog(props: PressDialogProps) {
  const once = useOnePress()
  const { open = true, press, onPress, isDanger, disabled, back, onBack, ...modal } = props
  return (
    <Modal
      {...modal}
      open={open}
      footer={
        <>
          <button
            type="button"
            className={isDanger ? 'is-danger' : undefined}
            disabled={disabled}
            onClick={() => void once(onPress)}
          >
            {press}
          </button>
          <button type="button" className="is-secondary" onClick={onBack ?? modal.onClose}>
            {back}
          </button>
        </>
      }
    />
  )
}
