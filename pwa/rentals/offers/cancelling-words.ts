import { type Booking, refundFor, refundSteps } from '#schema/booking'
import { isOut, isOutEarly } from '#schema/handover'
import { formatCents } from '#schema/money'
import { formatInstantIn } from '#schema/zone'
import type { ShownBooking } from './booking-queries'
import type { OfferRole } from './offer-view'

/** A promise counts up to and with midnight; people read the minute before it without a doubt about the day. */
const MINUTE_MS = 60_000

export interface CancellationLine {
  words: string
  /** The date has gone by. */
  isOver: boolean
}

type Cancelled = Booking & Pick<ShownBooking, 'pages'>

/** The renter's refund when they cancel, with this booking's own dates and amounts, in the listing's zone. */
export function cancellationLines(booking: Cancelled, role: OfferRole, now: Date): CancellationLine[] {
  return pickedUpLines(booking, role, now) ?? refundLines(booking, role, now)
}

/** Null until its renter has it. From then on nothing comes back to them, and while both sides say so, its owner cannot cancel. */
function pickedUpLines(booking: Cancelled, role: OfferRole, now: Date): CancellationLine[] | null {
  const { pages = [] } = booking
  const isWithRenter = isOut(booking, pages, now)
  if (!isWithRenter && !isOutEarly(booking, pages, now)) return null
  const words = isWithRenter ? [pickedUp(booking, role)] : [pickedUp(booking, role), byOwner(booking, role)]
  return words.map((line) => ({ words: line, isOver: false }))
}

function refundLines(booking: Booking, role: OfferRole, now: Date): CancellationLine[] {
  const { cancellationPreset, startDate, timezone, status, totalAmount } = booking
  const who = role === 'renter' ? 'You get' : `${booking.renterUsername} gets`
  const lines: CancellationLine[] = []
  if (status === 'pending') lines.push({ words: beforeApproval(booking, role), isOver: false })
  for (const { percent, until } of refundSteps(cancellationPreset, startDate, timezone)) {
    const amount = formatCents(refundAt(booking, until))
    const back = percent === 100 ? `all of ${formatCents(totalAmount)} back` : `half, ${amount}, back`
    const limit = formatInstantIn(timezone, new Date(until.getTime() - MINUTE_MS))
    lines.push({ words: `${who} ${back} until ${limit}.`, isOver: now > until })
  }
  return [
    ...lines,
    { words: `${who} nothing back after that.`, isOver: false },
    { words: byOwner(booking, role), isOver: false },
  ]
}

/** 'New York time', when the dates are of another zone than this device's; else nothing. */
export function zoneWords(timezone: string, deviceZone: string): string {
  return timezone === deviceZone ? '' : `${timezone.split('/').at(-1)?.replaceAll('_', ' ')} time`
}

function refundAt(booking: Booking, at: Date): number {
  return refundFor({ ...booking, status: 'paid', zone: booking.timezone }, 'renter', at)
}

function beforeApproval({ ownerUsername }: Booking, role: OfferRole): string {
  return role === 'renter'
    ? `Cancelling costs nothing until ${ownerUsername} approves. After that:`
    : 'Cancelling costs nothing until you approve. After that:'
}

function pickedUp({ renterUsername: renter }: Booking, role: OfferRole): string {
  return role === 'renter'
    ? 'It has been picked up: cancelling ends the rental early, and you get nothing back.'
    : `It has been picked up: if ${renter} cancels, the rental ends early and ${renter} gets nothing back.`
}

function byOwner({ ownerUsername, renterUsername }: Booking, role: OfferRole): string {
  return role === 'renter'
    ? `If ${ownerUsername} cancels, you get everything back.`
    : `If you cancel, ${renterUsername} gets everything back.`
}
