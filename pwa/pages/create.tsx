import { getRouteApi, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type CurrentUser, onboardingStep } from '#schema/user'
import { usePayoutReturn } from '../money/use-payout-setup'
import { DraftChooser, OtherDrafts } from '../offerings/draft-chooser'
import { ThingDraft } from '../offerings/thing-draft'
import { useDrafts } from '../offerings/use-drafts'
import { LISTING_FORM } from '../rentals/listings/listing-form'
import { SetupNotice } from '../rentals/listings/setup-notice'
import { SETUP_STEPS, SetupWizard } from '../rentals/listings/setup-wizard'
import { useAccount } from '../session/account'
import { RequireUser } from '../session/require-user'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import { StepLine } from '../ui/step-line'
import '../styles/create.css'

const route = getRouteApi('/create')

/** Create a rental listing: the set-up wizard until it is done, then the form. */
export function Create() {
  usePageTitle('Create a listing')
  return (
    <RequireUser>
      {(user) => (
        <div className="page page--reading">
          <h1>Create a listing</h1>
          <Steps user={user} />
        </div>
      )}
    </RequireUser>
  )
}

function Steps({ user }: { user: CurrentUser }) {
  const reachable = useReachable()
  const { draft, setup } = route.useSearch()
  const key = z.uuid().safeParse(draft).data ?? null
  const known = useDrafts('listing', user.id)
  if (setup === 'success' || setup === 'cancelled') return <BackFromProvider draftKey={key} />
  // A draft from another device may be on its way to this one.
  if (!known || (!known.isKnown && reachable)) return <Spinner label="Opening your drafts" />
  const { drafts } = known
  const isSetUp = onboardingStep(user) === 3
  if (!isSetUp && (setup === 'continue' || !key)) return <SetupWizard user={user} draftKey={key} drafts={drafts} />
  if (!key) return <DraftChooser kind="listing" drafts={drafts} />
  return (
    <>
      <FirstListingSteps isSetUp={isSetUp} />
      <OtherDrafts kind="listing" drafts={drafts} draftKey={key} />
      <ThingDraft key={key} thing={LISTING_FORM} draftKey={key} notice={<SetupNotice user={user} draftKey={key} />} />
    </>
  )
}

/** The wizard's line goes on over the form of a first listing. */
function FirstListingSteps({ isSetUp }: { isSetUp: boolean }) {
  const { db } = useAccount().engine
  const count = useLiveQuery(() => db.ownListings.count(), [db])
  return isSetUp && count === 0 ? <StepLine steps={SETUP_STEPS} current={3} /> : null
}

function BackFromProvider({ draftKey }: { draftKey: string | null }) {
  const navigate = useNavigate()
  const draft = draftKey ? { draft: draftKey } : {}
  usePayoutReturn((isReady) => {
    void navigate({ to: '/create', search: isReady ? draft : { ...draft, setup: 'continue' }, replace: true })
  })
  return <Spinner label="Checking your payout account" />
}
