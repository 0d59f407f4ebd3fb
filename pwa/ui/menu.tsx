import { ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** Loaded when a menu is first opened; without its code Back leaves the page. */
const BackCloses = lazy(() =>
  import(/* piece: behind */ './back-closes').then(
    (module) => ({ default: module.BackCloses }),
    () => ({ default: () => null }),
  ),
)

export interface MenuProps {
  label: ReactNode
  /** `<li>` elements with links or buttons. */
  children: ReactNode
}

/** A disclosure menu. Closes after a choice, on Back, on Esc, on a press elsewhere and when focus leaves it. */
export function Menu({ label, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) setOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      menu.current?.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  return (
    <details className="menu" ref={menu} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* biome-ignore lint/a11y/useSemanticElements: only a summary opens its details; the role names it for every reader */}
      <summary
        role="button"
        aria-expanded={open}
        onClick={(event) => {
          // The browser reports its own toggle late; a press in between would find the menu still closed.
          event.preventDefault()
          setOpen(!open)
        }}
      >
        {label}
        <ChevronDown />
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the entries inside are links and buttons with keys of their own */}
      <ul className="menu__list" onClick={() => setOpen(false)}>
        {children}
      </ul>
      <Suspense>{open && <BackCloses onClose={() => setOpen(false)} />}</Suspense>
    </details>
  )
}
