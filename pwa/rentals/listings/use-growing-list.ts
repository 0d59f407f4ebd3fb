import { useLocation } from '@tanstack/react-router'
import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { FIRST_ROWS } from '#schema/sync-scopes'

/** The next page is rendered this far before one gets there. */
const AHEAD = '1200px'

/** How far each entry of the history had grown, so that going back finds the page as tall as it was left. */
const grownTo = new Map<string, number>()

export interface GrowingList<Row> {
  shown: readonly Row[]
  hasMore: boolean
  /** The list: its items' height is measured for those that are not laid out yet. */
  gridRef: RefCallback<HTMLElement>
  /** Something at the list's end; when it comes near, the list grows. */
  sentinelRef: RefCallback<HTMLElement>
}

/**
 * Renders a long list page by page as its end comes near.
 * @param search what the list is the answer to; another search starts with one page again, changed rows do not
 */
export function useGrowingList<Row>(rows: readonly Row[], search: string): GrowingList<Row> {
  const entry = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })
  const list = `${entry} ${search}`
  const [grown, setGrown] = useState({ list, count: grownTo.get(list) ?? FIRST_ROWS })
  const count = grown.list === list ? grown.count : (grownTo.get(list) ?? FIRST_ROWS)
  const latest = useRef({ list, count })
  useLayoutEffect(() => {
    latest.current = { list, count }
    grownTo.set(list, count)
  }, [list, count])

  const sentinelRef = useCallback((sentinel: HTMLElement | null) => {
    if (!sentinel) return
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return
        setGrown({ list: latest.current.list, count: latest.current.count + FIRST_ROWS })
        // Still in sight after growing: an observer tells of changes only, so it is asked anew.
        observer.unobserve(sentinel)
        requestAnimationFrame(() => observer.observe(sentinel))
      },
      { rootMargin: AHEAD },
    )
    observer.observe(sentinel)
    return () => observer.disconnect()
  }, [])

  const gridRef = useCallback((grid: HTMLElement | null) => {
    const first = grid?.firstElementChild
    if (!grid || !first) return
    const measure = () =>
      grid.style.setProperty('--card-height', `${Math.round(first.getBoundingClientRect().height)}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])

  return {
    shown: count < rows.length ? rows.slice(0, count) : rows,
    hasMore: count < rows.length,
    gridRef,
    sentinelRef,
  }
}
