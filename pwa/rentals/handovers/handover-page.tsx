import { Check, Minus } from 'lucide-react'
import { HANDOVER_CHECKS, handoverCheckNames } from '#schema/handover'
import { ReportButton } from '../../moderation/report-button'
import { PhotoRow } from '../../photos/photo-row'
import { usePhotoAddresses } from '../../photos/use-photo-addresses'
import type { ShownContent, ShownHandover } from './handover-overlay'
import { HandoverState } from './handover-state'
import { pageTimes } from './handover-words'

interface HandoverPageProps {
  /** 'You', or the other side's name. */
  who: string
  /** 'Pickup' or 'Return'. */
  what: string
  page: ShownHandover | undefined
}

/** One side's page, to be read. */
export function HandoverPage({ who, what, page }: HandoverPageProps) {
  return (
    <section className="handover__side flush min-0 breaks stack" aria-label={`${what}: ${who}`}>
      <h3 dir="auto">{who}</h3>
      {page ? <Written who={who} what={what} page={page} /> : <p className="muted">Nothing written down yet.</p>}
    </section>
  )
}

function Written({ who, what, page }: HandoverPageProps & { page: ShownHandover }) {
  return (
    <>
      <PageContent label={`${what} photos of ${who}`} content={page} />
      {page.waiting ? <HandoverState page={page} /> : <p className="muted fine">{pageTimes(page)}</p>}
      {page.atClaim && (
        <PageAtClaim label={`${what} photos of ${who}, when the claim was filed`} content={page.atClaim} />
      )}
      {page.id !== undefined && (
        <ReportButton
          kind="handover"
          id={page.id}
          ownerId={page.userId}
          title={`${what}: ${who}`}
          photos={page.photos.flatMap((photo) => ('url' in photo ? [photo.url] : []))}
        />
      )}
    </>
  )
}

interface PageContentProps {
  /** Names the photos. */
  label: string
  content: Pick<ShownContent, 'checks' | 'photos' | 'note'>
}

/** How a page stood when a claim was filed, which it no longer does. */
export function PageAtClaim({ label, content }: PageContentProps & { content: ShownContent }) {
  return (
    <details className="handover__claim">
      <summary>Saved again after the claim: see how it stood</summary>
      <div className="stack">
        <PageContent label={label} content={content} />
        <p className="muted fine">{pageTimes(content)}</p>
      </div>
    </details>
  )
}

/** The boxes, the photos and the note of a page. */
export function PageContent({ label, content }: PageContentProps) {
  const photos = usePhotoAddresses(content.photos)
  return (
    <>
      <ul className="handover__checks plain-list">
        {HANDOVER_CHECKS.map((check) => {
          const isTicked = content.checks.includes(check)
          return (
            <li key={check} data-ticked={isTicked}>
              {isTicked ? <Check /> : <Minus />}
              <span>
                {handoverCheckNames[check]}
                {!isTicked && <span className="visually-hidden"> (not ticked)</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <PhotoRow label={label} photos={photos} />
      {content.note && (
        <p className="long-text" dir="auto">
          {content.note}
        </p>
      )}
    </>
  )
}
