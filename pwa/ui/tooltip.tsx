import { type ReactNode, useId, useRef, useState } from 'react'

interface TooltipProps {
  /** The words that open it. */
  label: string
  children: ReactNode
}

/** More about its words, on top of the page: by pointing, by the keyboard's focus and by a tap; Escape closes it. */
export function Tooltip({ label, children }: TooltipProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isPointed = useRef(false)
  const point = (isIn: boolean) => {
    isPointed.current = isIn
    setOpen(isIn)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the words inside it are the control; this keeps the pointer's way open
    <span
      className="tooltip"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && point(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && point(false)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className="tooltip__words"
        aria-describedby={id}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(isPointed.current || !isOpen)}
      >
        {label}
      </button>
      <span className="tooltip__box" role="tooltip" id={id} data-open={isOpen}>
        {children}
      </span>
    </span>
  )
}
