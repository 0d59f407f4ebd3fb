import { blocksDates } from '#schema/booking'
import { hasMoneyLeft, isAskedToCancel, isDeclinedAtOnce } from '#schema/purchase'
import type { NoticeWord } from '#schema/push-notice'
import type { bookings, damageReports, purchases, users } from '../db/tables'

type Side = Pick<typeof users.$inferSelect, 'suspendedAt' | 'closingAt' | 'closedAt'>

interface ReviewFacts {
  /** Whether the person who is told has written their review. */
  hasReviewed: boolean
  /** The person who is told. */
  reader: Side
  other: Side
}

interface RentalFacts extends ReviewFacts {
  row: typeof bookings.$inferSelect
  claim: typeof damageReports.$inferSelect | null
}

interface OrderFacts extends ReviewFacts {
  row: typeof purchases.$inferSelect
}

type Conditions<Facts> = Partial<Record<NoticeWord, (facts: Facts) => boolean>>

const isUnanswered = ({ claim }: RentalFacts) => claim?.status === 'pending_review'
// A person who closes their account is off show too, and may still come back.
const isSuspended = ({ suspendedAt, closingAt }: Side) => suspendedAt !== null && closingAt === null
const canRead = ({ reader }: ReviewFacts) => !isSuspended(reader)
const isReviewable = (other: Side) => !isSuspended(other) && other.closedAt === null
const canWrite = (facts: ReviewFacts) => canRead(facts) && !facts.hasReviewed && isReviewable(facts.other)

const isToBeSent = ({ status }: OrderFacts['row']) => status === 'paid' || status === 'processing'

const RENTAL_CONDITIONS: Conditions<RentalFacts> = {
  offer: ({ row }) => row.status === 'pending',
  // An approved offer takes its dates until it is cancelled.
  approved: ({ row }) => blocksDates(row.status),
  pay: ({ row }) => row.payBy !== null,
  report: ({ claim }) => claim === null,
  claim: isUnanswered,
  claim_due: isUnanswered,
  claim_contested: ({ claim }) => claim?.status === 'under_review',
  claim_pay: ({ claim }) => claim?.paymentState === 'action_needed',
  review_open: canWrite,
  review_waiting: canWrite,
  review: canRead,
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
  review_waiting: canWrite,
  review: canRead,
}

/** Does a notice about a rental still hold? A word without a condition holds for good. */
export function isTrueOfRental(word: NoticeWord, facts: RentalFacts): boolean {
  return RENTAL_CONDITIONS[word]?.(facts) ?? true
}

/** The same of an order. */
export function isTrueOfOrder(word: NoticeWord, facts: OrderFacts): boolean {
  return ORDER_CONDITIONS[word]?.(facts) ?? true
}
