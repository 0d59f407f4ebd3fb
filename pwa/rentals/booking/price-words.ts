import { formatCents, type PricePart } from '#schema/money'

/** '2 days x 3 x $12.00', '1 week x $60.00', '12 days as 2 weeks x $60.00', 'Delivery'. */
export function partWords(part: PricePart): string {
  if (part.kind === 'delivery') return 'Delivery'
  const { count, each, pieces } = part
  const weeks = counted(count, 'week')
  const isWhole = part.kind === 'week' && part.days === count * 7
  const time =
    part.kind === 'day' ? counted(count, 'day') : isWhole ? weeks : `${counted(part.days, 'day')} as ${weeks}`
  return [time, ...(pieces > 1 ? [String(pieces)] : []), formatCents(each)].join(' x ')
}

/** The same within a sum: the delivery with its fee. */
export function summandWords(part: PricePart): string {
  if (part.kind !== 'delivery') return partWords(part)
  return part.cents === 0 ? 'free delivery' : `delivery ${formatCents(part.cents)}`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
