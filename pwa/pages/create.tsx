import { getRouteApi, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type CurrentUser, onboardingStep } from '#schema/user'
import { useAccount } from '../auth/account'
import { RequireUser } from '../auth/require-user'
import { useLiveQuery } from '../auth/use-live-query'
import { useReachability } from '../auth/use-sync'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { StepLine } from '../components/step-line'
import { DraftChooser, OtherDrafts } from './create/draft-chooser'
import { LISTING_FORM } from './create/listing-form'
import { SetupNotice } from './create/setup-notice'
import { SETUP_STEPS, SetupWizard } from './create/setup-wizard'
import { ThingDraft } from './create/thing-draft'
import { useDrafts } from './create/use-drafts'
import { usePayoutReturn } from './create/use-payout-setup'
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
  const { reachable } = useReachability()
  const { draft, setup } = route.useSearch()
  const key = z.uuid().safeParse(draft).data ?? null
  const known = useDrafts('listing', user.id)
  if (setup === 'success' || setup === 'cancelled') return <BackFromProvider draftKey={key} />
  // What was begun on another device may be on its way to this one.
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
