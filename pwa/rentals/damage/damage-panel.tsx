import { useEffect, useId, useState } from 'react'
import { damageWindow } from '#schema/damage-report'
import { dropPicked } from '../../photos/drop-picked'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useServerNow } from '../../session/use-server-now'
import { ConfirmButton } from '../../ui/confirm-button'
import { timeLeft } from '../../ui/times/offer-times'
import type { ShownBooking } from '../offers/booking-queries'
import { DamageClaim } from './damage-claim'
import { isUnsentReport, readWritten, reportDraft } from './damage-drafts'
import { readDamageReport } from './damage-queries'
import { canReportNow, type DamageRole, windowWords } from './damage-words'
import { ReportDialog } from './report-dialog'
import { UnsentWords } from './unsent-words'
import '../../styles/damage.css'

/** Countdowns show minutes, so looking twice a minute is enough. */
const CLOCK_TICK_MS = 30_000

interface DamagePanelProps {
  booking: ShownBooking
  role: DamageRole
  /** On a card: where it stands and what can be done, without what was written. */
  brief?: boolean
}

/** Damage to what was rented: the way to report it while there is time, and the report once there is one. Nothing otherwise. */
export function DamagePanel({ booking, role, brief = false }: DamagePanelProps) {
  const { db } = useAccount().engine
  const now = useServerNow(CLOCK_TICK_MS)
  const titleId = useId()
  const known = useLiveQuery(
    async () => ({
      report: await readDamageReport(db, booking.id),
      draft: role === 'owner' ? await readWritten(db, reportDraft(booking.id)) : null,
    }),
    [db, booking.id, role],
  )
  const isUnsent = Boolean(
    known?.report && known.draft && isUnsentReport(known.report, known.draft.values, known.draft.addresses),
  )
  const isArrived = known?.report != null && known.draft !== null && !isUnsent
  // The server has the report although its answer was lost on the way: what was written here has done its work.
  useEffect(() => {
    if (isArrived) void reportDraft(booking.id).forget(db)
  }, [isArrived, db, booking.id])
  if (!known) return null
  const { report, draft } = known
  const canReport = role === 'owner' && canReportNow(booking, now)
  if (!report && !canReport && !draft) return null
  const Heading = brief ? 'h3' : 'h2'
  return (
    <section className={brief ? 'damage' : 'surface stack'} aria-labelledby={titleId}>
      <Heading id={titleId}>Damage</Heading>
      {report ? (
        <>
          <DamageClaim report={report} booking={booking} role={role} now={now} brief={brief} />
          {isUnsent && <OtherReport booking={booking} now={now} />}
        </>
      ) : (
        <ReportOffer booking={booking} now={now} isWritten={draft !== null} />
      )}
    </section>
  )
}

/** A report that is kept here beside a claim that does not have all of it. */
function OtherReport({ booking, now }: { booking: ShownBooking; now: Date }) {
  const [isOpen, setOpen] = useState(false)
  const written = reportDraft(booking.id)
  return (
    <>
      <UnsentWords
        why={`${FILED} What you have here is not all in that report.`}
        draft={written}
        picks={written.id}
        question="Throw this report away?"
        onOpen={() => setOpen(true)}
      />
      {isOpen && <ReportDialog booking={booking} now={now} closed={FILED} onClose={() => setOpen(false)} />}
    </>
  )
}

const FILED = 'This damage has been reported.'

/** The button while there is time; afterwards, what was written and not sent. */
function ReportOffer({ booking, now, isWritten }: { booking: ShownBooking; now: Date; isWritten: boolean }) {
  const { db } = useAccount().engine
  const [isOpen, setOpen] = useState(false)
  const canReport = canReportNow(booking, now)
  const throwAway = async () => {
    const written = reportDraft(booking.id)
    await dropPicked(db, written.id)
    await written.forget(db)
  }
  return (
    <div className="stack stack--tight">
      {canReport ? (
        <p>
          {windowWords(booking, now)}{' '}
          <span className="muted">{timeLeft(damageWindow(booking).until.toISOString(), now)}.</span>
          {isWritten && ' Your report is written but not sent.'}
        </p>
      ) : (
        <p>The 24 hours in which damage can be reported are over. Your report was not sent.</p>
      )}
      <div className="booking-card__actions wrap gap-3">
        <button type="button" className="is-secondary" onClick={() => setOpen(true)}>
          {canReport ? (isWritten ? 'Continue the report' : 'Report Damage') : 'See what you wrote'}
        </button>
        {isWritten && (
          <ConfirmButton label="Throw it away" question="Throw this report away?" onConfirm={() => void throwAway()} />
        )}
      </div>
      {isOpen && <ReportDialog booking={booking} now={now} onClose={() => setOpen(false)} />}
    </div>
  )
}
