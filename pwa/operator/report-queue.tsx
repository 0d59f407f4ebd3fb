import { formatDistanceToNow } from 'date-fns'
import { useId } from 'react'
import { type EarlierAct, type OperatorReport, REPORTS_AT_ONCE, type ReportedSubject } from '#schema/moderation'
import type { Reportable } from '#schema/report'
import { callModeration } from '../moderation/call-moderation'
import { REASON_NAMES } from '../moderation/report-words'
import { PhotoRow } from '../photos/photo-row'
import { EmptyState } from '../ui/empty-state'
import { NavLink } from '../ui/nav-link'
import { StatusChip } from '../ui/status-chip'
import { formatMoment } from '../ui/times/offer-times'
import { AppealQueue } from './appeal-queue'
import { AskedPanel } from './asked-panel'
import { ForDuty } from './for-duty'
import { ForOthers } from './for-others'
import { ACT_DONE } from './operator-words'
import { ReadThread } from './read-thread'
import { ReportDecisionForm } from './report-decision-form'
import { useAsked } from './use-asked'
import { useEndedNotes } from './use-kept-note'

const ask = () => callModeration('operatorReports', {})

/** Appeals, and what people have reported. */
export function ReportsPanel() {
  return (
    <div className="stack stack--loose">
      <AppealQueue />
      <ReportQueue />
    </div>
  )
}

/** The reported things, the one that has waited longest first. */
function ReportQueue() {
  const { asked, again } = useAsked(ask)
  useEndedNotes('report', asked, (queue) => {
    const isWhole = queue.flatMap(({ reports }) => reports).length < REPORTS_AT_ONCE
    return isWhole ? queue.map(({ kind, id }) => `${kind}:${id}`) : null
  })
  return (
    <AskedPanel asked={asked} again={again} what="the reports">
      {(queue) =>
        queue.length === 0 ? (
          <EmptyState drawing="offers" title="There are no reports.">
            When somebody reports a thing or a person, it stands here.
          </EmptyState>
        ) : (
          <div className="stack stack--loose">
            {queue.map((reported) => (
              <ReportedCard key={`${reported.kind} ${reported.id}`} reported={reported} again={again} />
            ))}
          </div>
        )
      }
    </AskedPanel>
  )
}

const KINDS: Record<Reportable, string> = {
  listing: 'Listing',
  item: 'Item',
  post: 'Post',
  person: 'Person',
  message: 'Message',
  question: 'Message of a question',
  review: 'Review',
  review_answer: 'Answer to review',
  handover: 'Hand-over',
  claim: 'Damage report',
  answer: 'Answer to damage report',
}

/** The pages of things that have one. */
const PAGES: Partial<Record<Reportable, string>> = {
  listing: '/listings',
  item: '/made-to-order',
  post: '/inspiration',
}

/** A thing with its open reports, the words that were reported, earlier decisions, and the decision. */
function ReportedCard({ reported, again }: { reported: ReportedSubject; again: () => Promise<void> }) {
  const { kind, id, ownerId, ownerUsername, isOwnerSuspended, isOwnerClosing, thread, answer, reports, earlier } =
    reported
  const titleId = useId()
  const newest = reports.at(-1)
  const page = PAGES[kind]
  const photos = [...new Set(reports.flatMap(({ photo }) => (photo ? [photo] : [])))]
  return (
    <article className="surface stack" aria-labelledby={titleId}>
      <div className="chip-row">
        <h2 className="operator__title" id={titleId}>
          {`${KINDS[kind]} ${id}: ${newest?.title ?? ''}`}
        </h2>
        {isOwnerSuspended && <StatusChip tone="refused">Suspended</StatusChip>}
        {isOwnerClosing && <StatusChip tone="waiting">Closing the account</StatusChip>}
      </div>
      <p className="wrap gap-3">
        <span>
          {'By '}
          <NavLink to={`/profile/${ownerId}`} dir="auto">
            {ownerUsername}
          </NavLink>
        </span>
        {page && <NavLink to={`${page}/${id}`}>Open its page</NavLink>}
      </p>
      {newest?.content && (
        <blockquote className="damage__words" dir="auto">
          {newest.content}
        </blockquote>
      )}
      {answer && (
        <>
          <h3>The answer to it, by somebody else</h3>
          <blockquote className="damage__words" dir="auto">
            {answer}
          </blockquote>
        </>
      )}
      <PhotoRow label="Reported" photos={photos} />
      <section className="stack stack--tight">
        <h3>{reports.length === 1 ? 'One report' : `${reports.length} reports`}</h3>
        <ul className="stack stack--tight plain-list">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportWords report={report} />
            </li>
          ))}
        </ul>
      </section>
      {thread && (
        <details className="operator__settled">
          <summary>The whole thread</summary>
          <ReadThread {...thread} />
        </details>
      )}
      {earlier.length > 0 && <Earlier acts={earlier} />}
      <ForDuty duty="moderate">
        <ForOthers parties={[ownerUsername, ...reports.map(({ reporterUsername }) => reporterUsername)]}>
          <ReportDecisionForm reported={reported} again={again} />
        </ForOthers>
      </ForDuty>
    </article>
  )
}

function ReportWords({ report: { reason, words, photo, reporterUsername, createdAt } }: { report: OperatorReport }) {
  return (
    <>
      <p>
        <strong>{REASON_NAMES[reason]}</strong>
        {photo && ' (one photo)'}
      </p>
      {words && (
        <p className="long-text" dir="auto">
          {words}
        </p>
      )}
      <p className="fine muted">
        <bdi>{reporterUsername}</bdi>, <time dateTime={createdAt}>{formatDistanceToNow(createdAt)} ago</time>
      </p>
    </>
  )
}

function Earlier({ acts }: { acts: EarlierAct[] }) {
  return (
    <details className="operator__settled">
      <summary>{`Earlier decisions (${acts.length})`}</summary>
      <ul className="stack stack--tight plain-list">
        {acts.map(({ id, act, at, operator, reason, reports }) => (
          <li key={id}>
            <p className="fine muted">
              {`${ACT_DONE[act]} by ${operator}, ${formatMoment(at)}, ${reports === 1 ? 'one report' : `${reports} reports`}`}
            </p>
            <p className="long-text">{reason}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
