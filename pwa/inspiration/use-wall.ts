import { useLocation } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isBehindPicture, renderInTurns } from '../ui/first-rest'
import { keepPlace, keptPlace } from './kept-place'
import { layOutPosts, type Place, placesBetween, type WallLayout } from './lay-out-posts'
import { wallSizes } from './wall-sizes'

/** Cards are in the page this far, in screens, above and below what is seen. */
const AHEAD = 1
/** How far one scrolls, in pixels, before cards are added and taken away: not for every pixel. */
const STEP = 240
/** So many cards flow one after the other as long as the wall has not been measured. */
const FLOWING = 12
export interface Hung {
  key: string
  /** Height of its photo over its width. */
  ratio: number
}

export interface Wall {
  ref: RefObject<HTMLUListElement | null>
  /** False on the server, and before the first layout: the styles lay the cards out. */
  isMeasured: boolean
  height: number
  columnWidth: number
  /** The cards to render: near the screen, or holding the focus. Before the wall has been measured, the first ones. */
  shown: { index: number; place: Place }[]
}

/**
 * Lays cards out and says which of them have to be in the page. Remembers for this entry of the history where one was,
 * and stays there when cards are added above, when the width changes, on the way back and after a reload.
 * @param search what the cards are the answer to; another answer starts at the top
 */
export function useWall(cards: readonly Hung[], search: string): Wall {
  const ref = useRef<HTMLUListElement>(null)
  const entry = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })
  const { width, rem } = useWidth(ref)
  const layout = useMemo(() => {
    return layOutPosts(
      cards.map(({ ratio }) => ratio),
      wallSizes(width, rem),
    )
  }, [cards, width, rem])
  const seen = useSeen(ref)
  useKeptPlace(ref, `${entry} ${search}`, cards, layout, width > 0 && cards.length > 0)

  const indexes = useMemo(() => {
    if (width === 0 || seen.to === seen.from) return cards.slice(0, FLOWING).map((_card, index) => index)
    const near = new Set(placesBetween(layout.places, seen.from, seen.to))
    const focused = cards.findIndex(({ key }) => key === seen.focused)
    if (focused >= 0) near.add(focused)
    return [...near].sort((a, b) => a - b)
  }, [layout, seen, width, cards])
  const shown = indexes.flatMap((index) => {
    const place = layout.places[index]
    return place ? [{ index, place }] : []
  })
  return { ref, isMeasured: width > 0, height: layout.height, columnWidth: layout.columnWidth, shown }
}

/** Width of the wall and the root's font size, in pixels; zero until it is in the page. */
function useWidth(ref: RefObject<HTMLElement | null>): { width: number; rem: number } {
  const [size, setSize] = useState({ width: 0, rem: 16 })
  useLayoutEffect(() => {
    const wall = ref.current
    if (!wall) return
    const measure = () => {
      const width = wall.clientWidth
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      renderInTurns(() => setSize((before) => (before.width === width && before.rem === rem ? before : { width, rem })))
    }
    // Behind a picture the observer does, once the browser has laid out the page.
    if (!isBehindPicture()) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(wall)
    return () => observer.disconnect()
  }, [ref])
  return size
}

interface Seen {
  from: number
  to: number
  focused: string | null
}

/** The part of the wall that is near the screen, in steps, and the card that holds the focus. */
function useSeen(ref: RefObject<HTMLElement | null>): Seen {
  const [seen, setSeen] = useState<Seen>({ from: 0, to: 0, focused: null })
  const look = useCallback(() => {
    const wall = ref.current
    if (!wall) return
    const top = -wall.getBoundingClientRect().top
    const from = Math.floor((top - AHEAD * window.innerHeight) / STEP) * STEP
    const to = Math.ceil((top + (1 + AHEAD) * window.innerHeight) / STEP) * STEP
    const card = document.activeElement?.closest<HTMLElement>('[data-card]')
    const focused = card && wall.contains(card) ? (card.dataset.card ?? null) : null
    renderInTurns(() =>
      setSeen((before) =>
        before.from === from && before.to === to && before.focused === focused ? before : { from, to, focused },
      ),
    )
  }, [ref])
  useLayoutEffect(() => {
    const frame = isBehindPicture() ? requestAnimationFrame(look) : look()
    const wall = ref.current
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    wall?.addEventListener('focusin', look)
    return () => {
      if (frame) cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
      wall?.removeEventListener('focusin', look)
    }
  }, [look, ref])
  return seen
}

/** Keeps the topmost card on the screen where it is, whatever happens to the wall, and writes it down. */
function useKeptPlace(
  ref: RefObject<HTMLElement | null>,
  entry: string,
  cards: readonly Hung[],
  layout: WallLayout,
  isHung: boolean,
): void {
  const current = useRef({ cards, layout })
  const restored = useRef<string | null>(null)

  useLayoutEffect(() => {
    const before = current.current
    current.current = { cards, layout }
    const wall = ref.current
    if (!wall || !isHung) return
    if (restored.current !== entry) {
      restored.current = entry
      const kept = keptPlace(entry)
      if (kept) putAt(wall, cards, layout, kept)
    } else if (before.layout !== layout) {
      const place = topmost(wall, before.cards, before.layout)
      if (place) putAt(wall, cards, layout, place)
    }
  }, [ref, entry, cards, layout, isHung])

  useEffect(() => {
    if (!isHung) return
    let frame = 0
    const note = () => {
      frame = 0
      const wall = ref.current
      if (wall) keepPlace(entry, topmost(wall, current.current.cards, current.current.layout))
    }
    const scrolled = () => {
      frame ||= requestAnimationFrame(note)
    }
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', scrolled)
    }
  }, [ref, entry, isHung])
}

/** The first card that is on the screen; null while the wall has not been scrolled into. */
function topmost(wall: HTMLElement, cards: readonly Hung[], layout: WallLayout) {
  const top = wall.getBoundingClientRect().top
  if (top >= 0) return null
  const index = layout.places.findIndex(({ y, height }) => y + height > -top)
  const [card, place] = [cards[index], layout.places[index]]
  return card && place ? { post: card.key, offset: Math.round(place.y + top) } : null
}

function putAt(
  wall: HTMLElement,
  cards: readonly Hung[],
  layout: WallLayout,
  kept: { post: string; offset: number },
): void {
  const place = layout.places[cards.findIndex(({ key }) => key === kept.post)]
  if (!place) return
  // The height of the wall is React's to set, but only after this; without it there is nowhere to scroll to.
  wall.style.height = `${layout.height}px`
  const by = wall.getBoundingClientRect().top + place.y - kept.offset
  if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' })
}
