import { useEffect, useState } from 'react'
import { canAnswerClaim, type DamageReport, damageStatusNames, isClaimOpen } from '#schema/damage-report'
import { formatCents } from '#schema/money'
import { ReportButton } from '../../moderation/report-button'
import { PhotoRow } from '../../photos/photo-row'
import { useAccount } from '../../session/account'
import { useOnlineControl } from '../../session/online-button'
import { onlinePart } from '../../session/online-part'
import { useLiveQuery } from '../../session/use-live-query'
import { StatusChip } from '../../ui/status-chip'
import { Timeline } from '../../ui/timeline'
import { timeLeft } from '../../ui/times/offer-times'
import type { ShownBooking } from '../offers/booking-queries'
import { openDamagePayment } from '../offers/open-payment'
import { PayForm } from '../offers/pay-form-part'
import { AnswerDialog } from './answer-dialog'
import { answerDraft, answerPicks, isUnsentAnswer, readWritten } from './damage-drafts'
import {
  type DamageRole,
  damageSentence,
  damageStory,
  damageTones,
  estimateWords,
  isClaimFirst,
  whyUnsent,
} from './damage-words'
import type { AddEstimateProps } from './estimate-form'
import { UnsentWords } from './unsent-words'

const AddEstimate = onlinePart<AddEstimateProps>('Adding an estimate', () =>
  import(/* piece: onlineEstimate */ './estimate-form').then((module) => ({ default: module.AddEstimate })),
)

interface DamageClaimProps {
  report: DamageReport
  booking: ShownBooking
  role: DamageRole
  now: Date
  /** Without what was written. */
  brief: boolean
}

/** A report, the answer to it, what was decided and where the money is, as one of the two sides sees it. */
export function DamageClaim({ report, booking, role, now, brief }: DamageClaimProps) {
  return (
    <div className="stack">
      <div className="chip-row">
        {/* On a card such a claim is the headline. */}
        {!(brief && isClaimFirst(report)) && (
          <p className="damage__sentence min-0 breaks strong">{damageSentence(report, booking, role, now)}</p>
        )}
        <span className="row">
          <StatusChip tone={damageTones[report.status]}>{damageStatusNames[report.status]}</StatusChip>
          {canAnswerClaim(report, now) && (
            <span className="booking-card__countdown muted small tabular">
              {timeLeft(report.responseDeadline, now)}
            </span>
          )}
        </span>
      </div>
      <ClaimActions report={report} booking={booking} role={role} now={now} />
      {!brief && <WrittenClaim report={report} booking={booking} />}
      {!brief && <ReportOther report={report} booking={booking} />}
      {!brief && <ClaimHistory report={report} booking={booking} reader={role} />}
    </div>
  )
}

/** Each side reports what the other wrote. */
function ReportOther({ report, booking }: Pick<DamageClaimProps, 'report' | 'booking'>) {
  const { id, reporterId, images, renterResponse, renterResponseImages } = report
  const isAnswered = renterResponse !== null || renterResponseImages.length > 0
  const title = `Damage to ${booking.listingTitle}`
  return (
    <>
      <ReportButton kind="claim" id={id} ownerId={reporterId} title={title} photos={images} />
      {isAnswered && (
        <ReportButton kind="answer" id={id} ownerId={booking.userId} title={title} photos={renterResponseImages} />
      )}
    </>
  )
}

interface ClaimHistoryProps {
  report: DamageReport
  booking: Pick<ShownBooking, 'ownerUsername' | 'renterUsername' | 'money'>
  reader: DamageRole | 'operator'
}

/** The history of a claim and its money, and the next step. */
export function ClaimHistory({ report, booking, reader }: ClaimHistoryProps) {
  return <Timeline label="History of the damage claim" lines={damageStory(report, booking, reader)} />
}

interface WrittenClaimProps {
  report: DamageReport
  booking: Pick<ShownBooking, 'ownerUsername' | 'renterUsername'>
}

/** The words of both sides and of the operator. */
export function WrittenClaim({ report, booking }: WrittenClaimProps) {
  const { repairInvoiceUrl, renterResponse, renterResponseImages, decisionNote } = report
  return (
    <>
      <div className="stack stack--tight">
        <p className="breaks muted fine strong">{`From ${booking.ownerUsername}`}</p>
        <p className="damage__words" dir="auto">
          {report.description}
        </p>
        <PhotoRow label="Damage" photos={report.images} />
        <p>
          {estimateWords(report)}
          {repairInvoiceUrl && (
            <>
              {' · '}
              <a href={repairInvoiceUrl} target="_blank" rel="noreferrer nofollow">
                Invoice
              </a>
            </>
          )}
        </p>
      </div>
      {(renterResponse || renterResponseImages.length > 0) && (
        <div className="stack stack--tight">
          <p className="breaks muted fine strong">{`From ${booking.renterUsername}`}</p>
          {renterResponse && (
            <p className="damage__words" dir="auto">
              {renterResponse}
            </p>
          )}
          <PhotoRow label="Answer" photos={renterResponseImages} />
        </div>
      )}
      {decisionNote && (
        <div className="stack stack--tight">
          <p className="breaks muted fine strong">Why it was decided so</p>
          <p className="damage__words" dir="auto">
            {decisionNote}
          </p>
        </div>
      )}
    </>
  )
}

function ClaimActions({ report, booking, role, now }: Omit<DamageClaimProps, 'brief'>) {
  const { control, reason } = useOnlineControl('Paying needs a connection.')
  const [opened, setOpened] = useState<'answer' | 'pay' | null>(null)
  const isUnsent = useUnsentAnswer(report, role)
  if (role === 'owner')
    return report.repairEstimate === null && isClaimOpen(report.status) ? (
      <AddEstimate reportId={report.id} totalAmount={booking.totalAmount} />
    ) : null
  const money = formatCents(report.finalAmount ?? 0)
  const canAnswer = canAnswerClaim(report, now)
  return (
    <>
      {canAnswer && (
        <div className="booking-card__actions wrap gap-3">
          <button type="button" onClick={() => setOpened('answer')}>
            Answer
          </button>
        </div>
      )}
      {!canAnswer && isUnsent && (
        <UnsentWords
          why={`${whyUnsent(report)} What you wrote here was not sent.`}
          draft={answerDraft(report.id)}
          picks={answerPicks(report.id)}
          question="Throw this answer away?"
          onOpen={() => setOpened('answer')}
        />
      )}
      {report.paymentState === 'action_needed' && opened !== 'pay' && (
        <div className="stack stack--tight">
          <div className="booking-card__actions wrap gap-3">
            <button type="button" onClick={() => setOpened('pay')} {...control}>
              Pay now
            </button>
          </div>
          {reason}
        </div>
      )}
      {report.paymentState === 'action_needed' && opened === 'pay' && (
        <PayForm
          title={`Pay ${money}`}
          wanted={{
            open: () => openDamagePayment(report.id),
            path: '/offers?tab=made',
            paid: { title: 'Payment received', description: `Thank you. ${money} has been paid.` },
            failed: 'Failed to process the payment',
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'answer' && (
        <AnswerDialog
          report={report}
          booking={booking}
          now={now}
          claim={<WrittenClaim report={report} booking={booking} />}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** Are there words of this renter's on this device that are not in the claim? Those that are in it have done their work. */
function useUnsentAnswer(report: DamageReport, role: DamageRole): boolean {
  const { db } = useAccount().engine
  const written = useLiveQuery(
    async () => (role === 'renter' ? await readWritten(db, answerDraft(report.id)) : null),
    [db, report.id, role],
  )
  const isUnsent = written != null && isUnsentAnswer(report, written.values, written.addresses)
  const isOver = written != null && !isUnsent && report.status !== 'pending_review'
  useEffect(() => {
    if (isOver) void answerDraft(report.id).forget(db)
  }, [isOver, db, report.id])
  return isUnsent
}
