import { useLocation } from '@tanstack/react-router'
import { type RefCallback, startTransition, useCallback, useDeferredValue, useReducer } from 'react'
import { FIRST_ROWS } from '#schema/sync-scopes'

/** The next page is rendered this far before one gets there. */
const AHEAD = '1200px'
/** Fills the first screen of a phone and of a desk; the rest of the first page follows behind the first frame, in slices. */
const FIRST_SCREEN = 8

/** How far the list of each entry of the history has grown, so that going back finds the page as tall as it was left. */
const grownTo = new Map<string, number>()
/** How high the cards of each such list were when its height changed last, and how wide the list was. */
const cardHeights = new Map<string, { width: number; heights: number[] }>()

/** A page that is loaded again or gone back to may have been scrolled. The server renders whole first pages. */
function firstCount(): number {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'navigate' ? FIRST_SCREEN : FIRST_ROWS
}

const heightOf = (card: Element): number => card.getBoundingClientRect().height

/** Says how high a card is, or each in a list, while it is not laid out. */
const setHeight = (of: HTMLElement, height: number): void => of.style.setProperty('--card-height', `${height}px`)

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
  const wanted = grownTo.get(list) ?? FIRST_ROWS
  // Grows behind the frame; another search is short at once.
  const count = Math.min(wanted, useDeferredValue(wanted, grownTo.get(list) ?? firstCount()))
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)

  // With each growth anew: an observer tells of changes only, and the end may still be in sight.
  const sentinelRef = useCallback(
    (sentinel: HTMLElement | null) => {
      if (!sentinel) return
      const observer = new IntersectionObserver(
        ([seen]) => {
          if (!seen?.isIntersecting || count < wanted) return
          grownTo.set(list, wanted + FIRST_ROWS)
          startTransition(renderAgain)
        },
        { rootMargin: AHEAD },
      )
      observer.observe(sentinel)
      return () => observer.disconnect()
    },
    [list, count, wanted],
  )

  const gridRef = useCallback(
    (grid: HTMLElement | null) => {
      const first = grid?.firstElementChild
      if (!grid || !first) return
      const cards = () => [...grid.children] as HTMLElement[]
      const left = cardHeights.get(list)
      // Before the page is scrolled to where it was left.
      if (left?.width === grid.clientWidth)
        for (const [index, card] of cards().entries()) setHeight(card, left.heights[index] ?? heightOf(first))
      const observer = new ResizeObserver(() => {
        cardHeights.set(list, { width: grid.clientWidth, heights: cards().map(heightOf) })
        // On the way back the first card is far above the screen, and has the height that is given here.
        if (first.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })) setHeight(grid, heightOf(first))
      })
      observer.observe(grid)
      return () => observer.disconnect()
    },
    [list],
  )

  return {
    shown: count < rows.length ? rows.slice(0, count) : rows,
    hasMore: count < rows.length,
    gridRef,
    sentinelRef,
  }
}
