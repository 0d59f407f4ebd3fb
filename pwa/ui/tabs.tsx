import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { CountBadge } from './count-badge'

export interface Tab {
  id: string
  label: string
  disabled?: boolean
  count?: number
}

export interface TabsProps {
  /** The subject of the tabs, for screen readers. */
  label: string
  tabs: Tab[]
  selected: string
  onSelect: (id: string) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Tabs with one stop in the tab order; arrows, Home and End move between those that are enabled. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const enabled = tabs.filter((tab) => !tab.disabled)

  // Only the list moves: bringing the tab into view the usual way would move the page along.
  useEffect(() => {
    const box = list.current
    const tab = box?.querySelector<HTMLElement>(`[id="${base}-${selected}"]`)
    if (!box || !tab) return
    const show = () => {
      box.scrollLeft = tab.offsetLeft - box.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
    }
    // Calls once by itself, then when the screen is turned, and when a font or a count makes a tab wider.
    const sizes = new ResizeObserver(show)
    for (const each of [box, ...box.children]) sizes.observe(each)
    return () => sizes.disconnect()
  }, [base, selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const index = enabled.findIndex((tab) => tab.id === selected)
    const next = enabled[step(Math.max(index, 0), enabled.length - 1)]
    if (!next) return
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[id="${base}-${next.id}"]`)?.focus()
  }

  return (
    <div>
      <div className="tabs__list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            className="tabs__tab"
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${base}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            disabled={tab.disabled}
            onClick={() => onSelect(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && <CountBadge count={tab.count} />}
          </button>
        ))}
      </div>
      <div className="tabs__panel" id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  )
}
