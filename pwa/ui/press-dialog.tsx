import { type MouseEvent, useRef } from 'react'
import { Modal, type ModalProps } from './modal'

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

/** A dialog with one press and the way back. A press that is refused leads to the first field with an error. */
export function PressDialog(props: PressDialogProps) {
  const once = useOnePress()
  const { open = true, press, onPress, isDanger, disabled, back, onBack, ...modal } = props
  const pressThenLook = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const dialog = currentTarget.closest('dialog')
    await once(onPress)
    dialog?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
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
            onClick={(event) => void pressThenLook(event)}
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

/** Runs the work of a press, unless that of an earlier press is still under way: two quick ones are one. */
export function useOnePress(): (work: () => unknown) => Promise<void> {
  const isUnderWay = useRef(false)
  return async (work) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await work()
    } finally {
      isUnderWay.current = false
    }
  }
}
