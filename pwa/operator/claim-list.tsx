import { isClaimOpen } from '#schema/damage-report'
import { type OperatorClaim, SETTLED_CLAIMS } from '#schema/operator'
import { callModeration } from '../moderation/call-moderation'
import { EmptyState } from '../ui/empty-state'
import { AskedPanel } from './asked-panel'
import { ClaimCard } from './claim-card'
import { useAsked } from './use-asked'
import { useEndedNotes } from './use-kept-note'

const ask = () => callModeration('operatorClaims', {})

/** Claims: those to be decided, those that still wait for their renter, and the newest settled ones folded away. */
export function ClaimList() {
  const { asked, again } = useAsked(ask)
  useEndedNotes('claim', asked, (claims) =>
    claims.flatMap(({ report }) => (isClaimOpen(report.status) ? [report.id] : [])),
  )
  return (
    <AskedPanel asked={asked} again={again} what="the claims">
      {(claims) => <Claims claims={claims} again={again} />}
    </AskedPanel>
  )
}

function Claims({ claims, again }: { claims: OperatorClaim[]; again: () => Promise<void> }) {
  const settled = claims.filter(({ report }) => !isClaimOpen(report.status))
  const open = claims.filter(({ report }) => isClaimOpen(report.status))
  if (claims.length === 0)
    return (
      <EmptyState drawing="offers" title="There are no claims.">
        When an owner reports damage, it stands here.
      </EmptyState>
    )
  return (
    <div className="stack stack--loose">
      {open.length === 0 && <p className="muted">There is nothing to decide.</p>}
      {open.map((claim) => (
        <ClaimCard key={claim.report.id} claim={claim} again={again} />
      ))}
      {settled.length > 0 && (
        <details className="operator__settled">
          <summary>
            {settled.length < SETTLED_CLAIMS
              ? `Settled claims (${settled.length})`
              : `The newest ${SETTLED_CLAIMS} settled claims`}
          </summary>
          <div className="stack stack--loose">
            {settled.map((claim) => (
              <ClaimCard key={claim.report.id} claim={claim} again={again} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}
