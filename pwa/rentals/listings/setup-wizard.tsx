import { useNavigate } from '@tanstack/react-router'
import { type CurrentUser, onboardingStep } from '#schema/user'
import { PayoutStep } from '../../money/payout-step'
import { DraftList } from '../../offerings/draft-list'
import type { FormDraft } from '../../offerings/form-drafts'
import { AddressOnItsWay } from '../../outbox/address-on-its-way'
import { useOwnAddress } from '../../session/address-form'
import { isAddressSettled } from '../../session/own-address'
import { StepLine } from '../../ui/step-line'
import { AddressStep } from './address-step'

export const SETUP_STEPS = ['Address', 'Payouts', 'Listing']

interface SetupWizardProps {
  user: CurrentUser
  /** The draft to go on with afterwards. */
  draftKey: string | null
  drafts: FormDraft[]
}

/** The needs of a first listing: an address, then an account for the money. Writing may begin before either. */
export function SetupWizard({ user, draftKey, drafts }: SetupWizardProps) {
  const navigate = useNavigate()
  const own = useOwnAddress(user)
  if (!own) return null
  // An address that was saved without a connection is not the server's yet.
  const isAtServer = onboardingStep(user) !== 1
  const step = isAddressSettled(own, isAtServer) ? 2 : 1
  const path = draftKey ? `/create?draft=${draftKey}` : '/create'
  return (
    <>
      <StepLine steps={SETUP_STEPS} current={step} />
      {own.waiting && <AddressOnItsWay waiting={own.waiting} />}
      {step === 1 ? <AddressStep own={own} /> : <PayoutStep path={path} />}
      <section className="stack stack--tight" aria-labelledby="write-first">
        <h2 id="write-first">No time for that now?</h2>
        <p className="muted">
          A draft can be written at once, without a connection too. It is published when you are set up.
        </p>
        <div>
          <button
            type="button"
            className="is-secondary"
            onClick={() => navigate({ to: '/create', search: { draft: draftKey ?? crypto.randomUUID() } })}
          >
            {draftKey ? 'Go on writing' : 'Write your listing first'}
          </button>
        </div>
      </section>
      {!draftKey && drafts.length > 0 && <DraftList kind="listing" drafts={drafts} />}
    </>
  )
}
