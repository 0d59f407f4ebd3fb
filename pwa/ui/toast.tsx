import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { AboveAll } from './above-all'
import { IconButton } from './icon-button'
import { bestPlace, type ToastSpot } from './toast-place'

/** Long enough to read two lines; failures are longer and matter more. A pointer or the focus on it stops the clock. */
const SHOWN_MS = 6_000
const FAILURE_SHOWN_MS = 12_000

/** The specification's removal delay: a dismissed notice leaves the memory of the page so long afterwards. */
const TOAST_REMOVAL_MS = 1_000_000

interface ToastProps {
  variant?: 'default' | 'destructive'
  title: string
  description?: string
  action?: { label: string; onPress: () => void }
  /** A fixed time, instead of one that waits for the reader. */
  goesAfterMs?: number
}

/** The one notice of the moment, where it is seen and can be pressed, and beside the buttons that are needed. */
export function ToastOnTop({ onRemoved, ...notice }: ToastProps & { onRemoved: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const place = usePlace(box, isOpen)
  const removed = useEffectEvent(onRemoved)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => removed(), TOAST_REMOVAL_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  if (!isOpen) return null
  return (
    <AboveAll className={`toast-region toast-region--${place}`} label="Notifications" follows={false}>
      <Toast {...notice} box={box} onDismiss={() => setOpen(false)} />
    </AboveAll>
  )
}

/** Failures are spoken at once, everything else when the reader pauses. */
function Toast(props: ToastProps & { box: RefObject<HTMLDivElement | null>; onDismiss: () => void }) {
  const { variant = 'default', title, description, action, goesAfterMs, box, onDismiss } = props
  const failed = variant === 'destructive'
  const [isRead, setRead] = useState(false)
  const dismiss = useEffectEvent(onDismiss)
  const cameFrom = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const toast = box.current
    // The toast is still in the page: the focus goes back to where it came from.
    return () => void (toast?.contains(document.activeElement) && cameFrom.current?.focus({ preventScroll: true }))
  }, [box])
  const isHeld = isRead && goesAfterMs === undefined
  const shownMs = goesAfterMs ?? (failed ? FAILURE_SHOWN_MS : SHOWN_MS)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(), shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, shownMs])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role depends on the notice; the handlers only stop the clock
    <div
      ref={box}
      className="toast"
      data-variant={variant}
      role={failed ? 'alert' : 'status'}
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setRead(true)
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null
      }}
      onBlur={() => setRead(false)}
    >
      {failed ? <CircleAlert /> : <CircleCheck />}
      <div className="toast__words min-0 breaks">
        <p className="strong">{title}</p>
        {description && <p className="muted fine">{description}</p>}
        {action && (
          <button type="button" className="is-quiet toast__action" onClick={action.onPress}>
            {action.label}
          </button>
        )}
      </div>
      <IconButton label="Dismiss" icon={<X />} onClick={onDismiss} />
    </div>
  )
}

/** The spot where the notice covers the fewest buttons; measured again when the page moves or changes. */
function usePlace(box: RefObject<HTMLElement | null>, isOpen: boolean): ToastSpot {
  const [place, setPlace] = useState<ToastSpot>('bottom')
  const shownAt = useRef<ToastSpot>('bottom')
  useLayoutEffect(() => {
    if (!isOpen) return
    let frame = 0
    const look = () => {
      frame = 0
      if (box.current) shownAt.current = bestPlace(box.current, shownAt.current)
      setPlace(shownAt.current)
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    const changed = new MutationObserver(lookSoon)
    changed.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    window.addEventListener('scroll', lookSoon, { capture: true, passive: true })
    window.addEventListener('resize', lookSoon)
    document.addEventListener('focusin', lookSoon)
    return () => {
      cancelAnimationFrame(frame)
      changed.disconnect()
      window.removeEventListener('scroll', lookSoon, { capture: true })
      window.removeEventListener('resize', lookSoon)
      document.removeEventListener('focusin', lookSoon)
    }
  }, [box, isOpen])
  return place
}
