import { blocksDates } from '#schema/booking'
import { hasMoneyLeft, isAskedToCancel, isDeclinedAtOnce } from '#schema/purchase'
import type { NoticeWord } from '#schema/push-notice'
import type { bookings, damageReports, purchases } from '../db/tables'

interface RentalFacts {
  row: typeof bookings.$inferSelect
  claim: typeof damageReports.$inferSelect | null
  /** Whether the person who is told has written their review. */
  hasReviewed: boolean
}

interface OrderFacts extends Pick<RentalFacts, 'hasReviewed'> {
  row: typeof purchases.$inferSelect
}

type Conditions<Facts> = Partial<Record<NoticeWord, (facts: Facts) => boolean>>

const isUnanswered = ({ claim }: RentalFacts) => claim?.status === 'pending_review'
const isUnreviewed = ({ hasReviewed }: { hasReviewed: boolean }) => !hasReviewed

const isToBeSent = ({ status }: OrderFacts['row']) => status === 'paid' || status === 'processing'

const RENTAL_CONDITIONS: Conditions<RentalFacts> = {
  offer: ({ row }) => row.status === 'pending',
  // An approved offer takes its dates until it is cancelled.
  approved: ({ row }) => blocksDates(row.status),
  pay: ({ row }) => row.payBy !== null,
  claim: isUnanswered,
  claim_due: isUnanswered,
  claim_contested: ({ claim }) => claim?.status === 'under_review',
  claim_pay: ({ claim }) => claim?.paymentState === 'action_needed',
  review_open: isUnreviewed,
  review_waiting: isUnreviewed,
}

const ORDER_CONDITIONS: Conditions<OrderFacts> = {
  order: ({ row }) => row.status !== 'cancelled',
  // Each further step has a notice of its own.
  processing: ({ row }) => row.status === 'processing',
  shipped: ({ row }) => row.status === 'shipped',
  delivered: ({ row }) => row.status === 'delivered',
  cancelled: ({ row }) => !isDeclinedAtOnce(row),
  cancel_asked: ({ row }) => isAskedToCancel(row),
  not_arrived: ({ row }) => row.notArrivedAt !== null,
  // An order that is paid back, or about which a bank decides, does not end for being late.
  late: ({ row }) => isToBeSent(row) && hasMoneyLeft(row) && row.disputeState !== 'open',
  review_waiting: isUnreviewed,
}

/** Does a notice about a rental still hold? A word without a condition holds for good. */
export function isTrueOfRental(word: NoticeWord, facts: RentalFacts): boolean {
  return RENTAL_CONDITIONS[word]?.(facts) ?? true
}

/** The same of an order. */
export function isTrueOfOrder(word: NoticeWord, facts: OrderFacts): boolean {
  return ORDER_CONDITIONS[word]?.(facts) ?? true
}
