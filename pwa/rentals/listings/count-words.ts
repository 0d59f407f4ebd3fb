import { formatCount } from '#schema/money'
/** '1 item', '1,240 items', 'The first 24 items'. */
export function countWords(count: number, isPart: boolean): string {
  const items = count === 1 ? '1 item' : `${formatCount(count)} items`
  return isPart ? `The first ${items}` : items
}
