import type { WallSizes } from './lay-out-posts'

/** In rem, as the styles of the wall have them. */
const SIZES = { minColumn: 16, columnGap: 1, rowGap: 1.5, wordsHeight: 10.25 }
/** Of a phone's wall, which has two columns. */
const NARROW_SIZES = { ...SIZES, minColumn: 8, columnGap: 0.75 }
const NARROW_BELOW = 34

/**
 * The sizes of a wall of this width.
 * @param rem how many units of `width` make one rem
 */
export function wallSizes(width: number, rem = 1): WallSizes {
  const { minColumn, columnGap, rowGap, wordsHeight } = width < NARROW_BELOW * rem ? NARROW_SIZES : SIZES
  return {
    width,
    minColumn: minColumn * rem,
    columnGap: columnGap * rem,
    rowGap: rowGap * rem,
    wordsHeight: wordsHeight * rem,
  }
}
