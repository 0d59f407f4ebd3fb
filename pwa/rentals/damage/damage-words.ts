import {
  canReportDamage,
  type DamageReport,
  type DamageStatus,
  damageWindow,
  isClaimOpen,
  type UsedRental,
} from '#schema/damage-report'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'
import type { DraftState } from '../../drafts/use-device-draft'
import { disputeWords } from '../../money/dispute-words'
import { inOrder, moneyStory } from '../../money/money-story'
import type { Tone } from '../../ui/status-chip'
import type { StoryLine } from '../../ui/timeline'
import { formatDeadline } from '../../ui/times/offer-times'
import type { ShownBooking } from '../offers/booking-queries'

export type DamageRole = 'renter' | 'owner'
type Sides = Pick<ShownBooking, 'ownerUsername' | 'renterUsername'>

export const damageTones: Record<DamageStatus, Tone> = {
  pending_review: 'waiting',
  under_review: 'info',
  resolved_approved: 'success',
  resolved_rejected: 'refused',
  expired: 'waiting',
}

/** The words below a form of a damage report about its draft. */
export const SAVED_WORDS: Record<DraftState, string> = {
  none: 'What you write is kept on this device as you type.',
  keeping: 'Keeping what you write...',
  kept: 'What you have written is kept on this device.',
  failed: 'There is no room to keep this on the device. It is here as long as this page is.',
}

/** Is a claim what matters most about its booking now: it waits for an answer, a decision or a payment? */
export function isClaimFirst({ status, paymentState }: Pick<DamageReport, 'status' | 'paymentState'>): boolean {
  return isClaimOpen(status) || paymentState === 'action_needed'
}

/** The standing of a claim and the next step, as one of its sides reads it. */
export function damageSentence(report: DamageReport, sides: Sides, role: DamageRole, now: Date): string {
  const renter = sides.renterUsername
  const decides = `${PRODUCT_NAME} looks at what both sides wrote down and decides.`
  switch (report.status) {
    case 'pending_review':
      return pendingSentence(report, sides, role, now)
    case 'under_review':
      return role === 'renter' ? `You contested this. ${decides}` : `${renter} contests this. ${decides}`
    case 'expired':
      return role === 'renter'
        ? `You did not answer in time. Nothing was charged. ${decides}`
        : `${renter} did not answer in time. Nothing was charged. ${decides}`
    case 'resolved_rejected':
      return `${PRODUCT_NAME} has decided: nothing is to be paid.`
    case 'resolved_approved':
      return [agreedWords(report, renter, role), moneyWords(report, renter, role), bankWords(report, renter, role)]
        .filter(Boolean)
        .join(' ')
  }
}

function pendingSentence(report: DamageReport, sides: Sides, role: DamageRole, now: Date): string {
  const { ownerUsername: owner, renterUsername: renter } = sides
  if (now > new Date(report.responseDeadline))
    return `The time to answer is over. Nothing was charged. ${PRODUCT_NAME} will decide.`
  const by = formatDeadline(report.responseDeadline, now)
  return role === 'renter'
    ? `${owner} reports damage. Please answer by ${by}. Nothing has been charged.`
    : `${renter} has until ${by} to answer. Nothing has been charged.`
}

/** A claim that the operator decided carries their note; one that the renter accepted has none. */
function agreedWords({ decisionNote }: DamageReport, renter: string, role: DamageRole): string {
  if (decisionNote !== null) return `${PRODUCT_NAME} has approved this claim.`
  return role === 'renter' ? 'You accepted responsibility.' : `${renter} accepted responsibility.`
}

function moneyWords({ finalAmount, paymentState }: DamageReport, renter: string, role: DamageRole): string {
  const money = formatCents(finalAmount ?? 0)
  switch (paymentState) {
    case 'none':
      return ''
    case 'charging':
      return role === 'renter' ? `Your card is being charged ${money}.` : `${renter} is being charged ${money}.`
    case 'charged':
      return role === 'renter' ? `Your card was charged ${money}.` : `${renter} has paid ${money}.`
    case 'action_needed':
      return role === 'renter'
        ? `Your bank did not let us take ${money} without you. Please pay it here.`
        : `${renter}’s bank did not let us take ${money}. We have asked ${renter} to pay it.`
  }
}

function bankWords({ disputeState }: DamageReport, renter: string, role: DamageRole): string {
  return disputeWords(disputeState, role === 'renter' ? 'payer' : 'payee', renter) ?? ''
}

/** 'Repair estimate: $20.00', and what is paid of it when that is another amount. */
export function estimateWords({ repairEstimate, finalAmount }: DamageReport): string {
  if (repairEstimate === null) return 'No repair estimate yet. Nothing can be charged without one.'
  const estimate = `Repair estimate: ${formatCents(repairEstimate)}`
  return finalAmount === null || finalAmount === repairEstimate
    ? estimate
    : `${estimate}, of which ${formatCents(finalAmount)} is to be paid`
}

/** All that happened to a claim and its money, and until when it is to be answered, as one of its sides, or the operator, reads it. */
export function damageStory(
  report: DamageReport,
  booking: Sides & Pick<ShownBooking, 'money'>,
  role: DamageRole | 'operator',
): StoryLine[] {
  const { ownerUsername: owner, renterUsername: renter } = booking
  const { createdAt, reviewedAt, resolvedAt, decisionNote, responseDeadline, status } = report
  const isDecided = resolvedAt !== null && decisionNote !== null
  const lines: (StoryLine | null)[] = [
    { at: createdAt, what: role === 'owner' ? 'You reported damage' : `${owner} reported damage`, tone: 'info' },
    reviewedAt
      ? { at: reviewedAt, what: role === 'renter' ? 'You answered' : `${renter} answered`, tone: 'info' }
      : null,
    isDecided ? { at: resolvedAt, what: `${PRODUCT_NAME} decided`, tone: 'success' } : null,
    // An operator has no payout account of theirs to be told about.
    ...moneyStory(role === 'operator' ? booking.money?.filter(({ what }) => what !== 'damage_sent') : booking.money, {
      side: role === 'renter' ? 'payer' : 'payee',
      other: role === 'renter' ? owner : renter,
      of: 'claim',
    }),
    status === 'pending_review'
      ? { at: responseDeadline, what: 'The time to answer ends', tone: 'waiting', ahead: true }
      : null,
  ]
  return inOrder(lines.filter((line) => line !== null))
}

/** May the owner report damage now? A paid rental whose last day is over counts as completed, before the server has said so. */
export function canReportNow(booking: UsedRental, now: Date): boolean {
  const status = booking.status === 'paid' ? 'completed' : booking.status
  return canReportDamage({ ...booking, status }, now)
}

/** 'You can report damage until Sunday, 11:59 PM.' */
export function windowWords(booking: UsedRental, now: Date): string {
  return `You can report damage until ${formatDeadline(damageWindow(booking).until.toISOString(), now)}.`
}

/** Why an answer that was written on this device cannot be sent any more. */
export function whyUnsent({ reviewedAt }: Pick<DamageReport, 'reviewedAt'>): string {
  return reviewedAt === null ? 'The time to answer is over.' : 'You have already sent a different answer.'
}
