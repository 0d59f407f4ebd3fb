import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { onTopDialog, topDialog } from './open-dialogs'

interface AboveAllProps {
  className: string
  label: string
  children?: ReactNode
}

/**
 * Something short that must be seen, heard and pressed whatever is open: a popover, shown anew for all it says, and
 * moved into the modal dialog of the moment, because nothing outside of one answers to anybody.
 */
export function AboveAll({ className, label, children }: AboveAllProps) {
  const host = useSyncExternalStore(onTopDialog, topDialog) ?? document.body
  const region = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new words, or another dialog, are reasons to come to the top again
  useLayoutEffect(() => {
    const shown = region.current
    // Its dialog may have gone in this very moment; the next host shows it.
    if (shown?.isConnected) shown.showPopover?.()
    return () => shown?.hidePopover?.()
  }, [children, host])
  return createPortal(
    <section className={className} aria-label={label} popover="manual" ref={region}>
      {children}
    </section>,
    host,
  )
}
