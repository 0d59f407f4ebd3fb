import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { onTopDialog, topDialog } from './open-dialogs'
import { useSource } from './use-source'

interface AboveAllProps {
  className: string
  label: string
  /** Whether it also comes above a dialog that is opened after it; otherwise that dialog covers it until it is closed. */
  follows?: boolean
  children?: ReactNode
}

/**
 * Something short that must be seen, heard and pressed whatever is open: a popover, shown anew for all it says, and
 * moved into the modal dialog of the moment, because nothing outside of one answers to anybody.
 */
export function AboveAll({ className, label, follows = true, children }: AboveAllProps) {
  const top = useSource(onTopDialog, topDialog)
  const [place, setPlace] = useState({ children, host: top })
  const isLeft = place.host !== undefined && !place.host.open
  if (place.children !== children || (place.host !== top && (follows || isLeft))) setPlace({ children, host: top })
  const host = place.host ?? document.body
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
