import { moveMoney } from './balance'
import { datedPaging, listPage } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { Charge } from './objects/charge-object'
import type { Dispute } from './objects/dispute-object'
import { answerDueBy, EVIDENCE_FIELDS, newDispute } from './objects/dispute-object'
import type { Rule } from './parameters'
import { clearable, flag, group, text } from './parameters'
import { refused } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { type Json, wire } from './wire'
import type { Work } from './work'

const DISPUTE_FEE_CENTS = 1500
/** Stripe's test evidence: these texts decide the case at once. */
const WINNING_EVIDENCE = 'winning_evidence'
const LOSING_EVIDENCE = 'losing_evidence'
const ESCALATING_EVIDENCE = 'escalate_inquiry_evidence'

type EvidenceShape = Record<(typeof EVIDENCE_FIELDS)[number], Rule<string | null>>
const evidence = group(Object.fromEntries(EVIDENCE_FIELDS.map((name) => [name, clearable()])) as EvidenceShape)

/** The card's holder disputes the payment: the money and a fee leave the balance until it is decided. */
export function openDispute(work: Work, charge: Charge): void {
  const dispute = work.add(newDispute(charge, work.now))
  charge.disputed = true
  work.emit('charge.dispute.created', dispute)
  withdraw(work, dispute)
}

/** The bank of the card's holder asks about the payment: no money moves, and the charge can still be refunded. */
export function askAbout(work: Work, charge: Charge): void {
  const asked = { status: 'warning_needs_response', is_charge_refundable: true } as const
  charge.disputed = true
  work.emit('charge.dispute.created', work.add({ ...newDispute(charge, work.now), ...asked }))
}

/** An inquiry ends with the refund of its whole charge. */
export function endInquiry(work: Work, dispute: Dispute): void {
  if (isInquiry(dispute)) close(work, dispute, 'warning_closed')
}

/** Does a bank ask about its charge without having moved money? */
function isInquiry({ status }: Dispute): boolean {
  return status === 'warning_needs_response' || status === 'warning_under_review'
}

function withdraw(work: Work, dispute: Dispute): void {
  moveDisputed(work, dispute, -1)
  work.emit('charge.dispute.funds_withdrawn', dispute)
}

function moveDisputed(work: Work, dispute: Dispute, direction: 1 | -1): void {
  const transaction = moveMoney(work, {
    type: 'adjustment',
    amount: direction * dispute.amount,
    currency: 'usd',
    fee: direction === -1 ? DISPUTE_FEE_CENTS : 0,
    source: dispute.id,
    availableOn: work.now,
    category: direction === -1 ? 'dispute' : 'dispute_reversal',
    description: `Chargeback ${direction === -1 ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
  })
  dispute.balance_transactions = [...dispute.balance_transactions, wire(transaction)]
}

function close(work: Work, dispute: Dispute, status: 'won' | 'lost' | 'warning_closed'): void {
  dispute.status = status
  if (status === 'won') {
    moveDisputed(work, dispute, 1)
    work.emit('charge.dispute.funds_reinstated', dispute)
  }
  work.emit('charge.dispute.closed', dispute)
}

function submit(work: Work, dispute: Dispute): void {
  const details = dispute.evidence_details
  const count = details.submission_count + 1
  dispute.evidence_details = { ...details, has_evidence: true, submission_count: count, submission_method: 'manual' }
  const said = dispute.evidence.uncategorized_text
  if (isInquiry(dispute)) answerInquiry(work, dispute, said)
  else if (said === WINNING_EVIDENCE) close(work, dispute, 'won')
  else if (said === LOSING_EVIDENCE) close(work, dispute, 'lost')
  else dispute.status = 'under_review'
}

function answerInquiry(work: Work, dispute: Dispute, said: Json | undefined): void {
  if (said === WINNING_EVIDENCE) close(work, dispute, 'warning_closed')
  else if (said === ESCALATING_EVIDENCE) {
    Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false })
    dispute.evidence_details.due_by = answerDueBy(work.now)
    withdraw(work, dispute)
  } else dispute.status = 'warning_under_review'
}

function checkOpen(dispute: Dispute): void {
  if (['won', 'lost', 'warning_closed'].includes(dispute.status)) throw refused('This dispute is already closed')
}

export const disputeRoutes: Route[] = [
  route(
    'GET',
    '/v1/disputes',
    { ...datedPaging, charge: text(), payment_intent: text() },
    ({ work, params: { charge, payment_intent, ...params } }) =>
      listPage(work, 'dispute', '/v1/disputes', params, { charge, payment_intent }),
  ),
  route('GET', '/v1/disputes/:id', {}, async ({ work, id }) => wire(await work.require('dispute', id))),
  route('POST', '/v1/disputes/:id', { evidence, metadata, submit: flag }, async ({ work, id, params }) => {
    const dispute = await work.require('dispute', id)
    dispute.metadata = changeMetadata(dispute.metadata, params.metadata)
    if (params.evidence) {
      checkOpen(dispute)
      dispute.evidence = { ...dispute.evidence, ...params.evidence }
      if (params.submit ?? true) submit(work, dispute)
    }
    work.emit('charge.dispute.updated', dispute)
    return wire(dispute)
  }),
]
