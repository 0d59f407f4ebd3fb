import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { dialogClosed, dialogOpened } from './open-dialogs'
import { useBackCloses } from './use-back-closes'

interface DialogOptions {
  open: boolean
  onClose: () => void
  /** Whether a press beside the dialog closes it. */
  lightDismiss: boolean
  /** Whether it has an entry in the history, so that Back closes it; one that lives in the address has its own. */
  backCloses: boolean
}

/** Binds a native `<dialog>` to a boolean. Spread the result over the element. */
export function useDialog({ open, onClose, lightDismiss, backCloses }: DialogOptions) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressBegan = useRef(false)
  useBackCloses(open && backCloses, onClose)

  // A layout effect, because closing must come before React takes the element away: only then does focus return.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    if (!dialog.open) dialog.showModal()
    dialogOpened(dialog)
    return () => {
      dialogClosed(dialog)
      dialog.close()
    }
  }, [open])

  return {
    ref,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      // The cancel event of a file picker inside bubbles up to here.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      // Browsers close on a second Esc without asking.
      if (event.target === event.currentTarget && open) onClose()
    },
    // A press that begins inside, such as a selection of text, may end outside without closing anything.
    onPointerDown(event: MouseEvent<HTMLDialogElement>) {
      pressBegan.current = isBeside(event)
    },
    onClick(event: MouseEvent<HTMLDialogElement>) {
      if (lightDismiss && pressBegan.current && isBeside(event)) onClose()
    },
  }
}

function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): boolean {
  if (target !== currentTarget) return false
  const box = currentTarget.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
