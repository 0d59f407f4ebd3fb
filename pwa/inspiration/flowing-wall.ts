import type { CSSProperties } from 'react'
import { layOutPosts } from './lay-out-posts'
import { wallSizes } from './wall-sizes'

/** Usual widths of a wall in rem, one for each number of columns in post-wall.css. */
const USUAL_WIDTHS = { phone: 22.4, wide: 30, tablet: 42, laptop: 60, desktop: 76 }

const { wordsHeight, rowGap } = wallSizes(0)

interface FlowingStyles {
  wall: CSSProperties
  cards: CSSProperties[]
}

/**
 * Styles of a wall whose width is not known yet, in widths of a column and in rem: each card lies where `layOutPosts` lays
 * it in a window of a usual width.
 */
export function flowingStyles(ratios: readonly number[]): FlowingStyles {
  const wall: Record<string, string> = {}
  const cards = ratios.map((ratio): Record<string, string | number> => ({ '--photo-ratio': 1 / ratio }))
  for (const [name, width] of Object.entries(USUAL_WIDTHS)) {
    const sizes = wallSizes(width)
    const { columnWidth, height, places } = layOutPosts(ratios, sizes)
    const columns: { photos: number; cards: number }[] = []
    places.forEach(({ x, y, height: own }, index) => {
      const column = Math.round(x / (columnWidth + sizes.columnGap))
      const above = columns[column] ?? { photos: 0, cards: 0 }
      const below = { photos: above.photos + (ratios[index] ?? 0), cards: above.cards + 1 }
      columns[column] = below
      Object.assign(cards[index] ?? {}, { [`--${name}-column`]: column, [`--${name}-top`]: lengthOf(above) })
      if (y + own === height) wall[`--${name}-end`] = lengthOf(below)
    })
  }
  return { wall: wall as CSSProperties, cards: cards as CSSProperties[] }
}

function lengthOf({ photos, cards }: { photos: number; cards: number }): string {
  return `calc(${Math.round(photos * 1e4) / 1e4} * var(--column-width) + ${cards * (wordsHeight + rowGap)}rem)`
}
