/** Sizes in pixels. */
export interface WallSizes {
  /** Of the whole wall. */
  width: number
  /** No column is narrower, unless the wall itself is. */
  minColumn: number
  columnGap: number
  rowGap: number
  /** The parts of a card under its photo. */
  wordsHeight: number
}

/** A card's place on the wall, in pixels. */
export interface Place {
  x: number
  y: number
  height: number
  photoHeight: number
}

export interface WallLayout {
  columnWidth: number
  height: number
  places: Place[]
}

/** Photos of posts that never said how large they are. */
const USUAL_RATIO = 3 / 4
/** A panorama or a long screenshot would be a sliver or a screen of its own: it is shown cropped. */
const [FLATTEST, TALLEST] = [0.6, 1.4]

/** Height over width of a photo as its card shows it. */
export function photoRatio(shape: { width: number; height: number } | null | undefined): number {
  if (!shape || shape.width <= 0 || shape.height <= 0) return USUAL_RATIO
  return Math.min(TALLEST, Math.max(FLATTEST, shape.height / shape.width))
}

/**
 * Hangs cards like prints on a wall: each goes to the column that is shortest so far, the leftmost of several. Nothing
 * is measured, so that a card's place is known before anything of it is there.
 * @param ratios height over width of each photo, in the order of the posts
 */
export function layOutPosts(ratios: readonly number[], sizes: WallSizes): WallLayout {
  const { width, minColumn, columnGap, rowGap, wordsHeight } = sizes
  const columns = Math.max(1, Math.floor((width + columnGap) / (minColumn + columnGap)))
  const columnWidth = (width - (columns - 1) * columnGap) / columns
  const bottoms = new Array<number>(columns).fill(0)
  const places = ratios.map((ratio) => {
    const y = Math.min(...bottoms)
    const column = bottoms.indexOf(y)
    const photoHeight = columnWidth * ratio
    const height = photoHeight + wordsHeight
    bottoms[column] = y + height + rowGap
    return { x: column * (columnWidth + columnGap), y, height, photoHeight }
  })
  const height = places.reduce((lowest, place) => Math.max(lowest, place.y + place.height), 0)
  return { columnWidth, height, places }
}

/** The cards that show anything between two heights of the wall, in their order. */
export function placesBetween(places: readonly Place[], from: number, to: number): number[] {
  const found: number[] = []
  places.forEach(({ y, height }, index) => {
    if (y < to && y + height > from) found.push(index)
  })
  return found
}
