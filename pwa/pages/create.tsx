import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { type CurrentUser, onboardingStep } from '#schema/user'
import { useAccount } from '../auth/account'
import { RequireUser } from '../auth/require-user'
import { useReachability } from '../auth/use-sync'
import { NavLink } from '../components/nav-link'
import { usePageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { StepLine } from '../components/step-line'
import type { FormDraft } from '../db/form-drafts'
import { DraftList } from './create/draft-list'
import { ListingDraft } from './create/listing-draft'
import { SETUP_STEPS, SetupWizard } from './create/setup-wizard'
import { useListingDrafts } from './create/use-listing-drafts'
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
  const known = useListingDrafts(user.id)
  if (setup === 'success' || setup === 'cancelled') return <BackFromProvider draftKey={key} />
  // What was begun on another device may be on its way to this one.
  if (!known || (!known.isKnown && reachable)) return <Spinner label="Opening your drafts" />
  const { drafts } = known
  const isSetUp = onboardingStep(user) === 3
  if (!isSetUp && (setup === 'continue' || !key)) return <SetupWizard user={user} draftKey={key} drafts={drafts} />
  if (!key) return drafts.length > 0 ? <Chooser drafts={drafts} /> : <NewDraft />
  return (
    <>
      <FirstListingSteps isSetUp={isSetUp} />
      <OtherDrafts count={drafts.filter((other) => other.key !== key).length} />
      <ListingDraft key={key} draftKey={key} user={user} />
    </>
  )
}

/** The wizard's line goes on over the form of a first listing. */
function FirstListingSteps({ isSetUp }: { isSetUp: boolean }) {
  const { db } = useAccount().engine
  const count = useLiveQuery(() => db.ownListings.count(), [db])
  return isSetUp && count === 0 ? <StepLine steps={SETUP_STEPS} current={3} /> : null
}

function OtherDrafts({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p>
      <NavLink to="/create">{count === 1 ? 'You have another draft' : `You have ${count} other drafts`}</NavLink>
    </p>
  )
}

function Chooser({ drafts }: { drafts: FormDraft[] }) {
  const navigate = useNavigate()
  return (
    <>
      <DraftList drafts={drafts} />
      <div>
        <button type="button" onClick={() => navigate({ to: '/create', search: { draft: crypto.randomUUID() } })}>
          Start a new one
        </button>
      </div>
    </>
  )
}

/** A fresh draft gets its key into the address at once, so that a reload goes on with it. */
function NewDraft() {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/create', search: { draft: crypto.randomUUID() }, replace: true })
  }, [navigate])
  return <Spinner label="Opening the form" />
}

function BackFromProvider({ draftKey }: { draftKey: string | null }) {
  const navigate = useNavigate()
  const draft = draftKey ? { draft: draftKey } : {}
  usePayoutReturn((isReady) => {
    void navigate({ to: '/create', search: isReady ? draft : { ...draft, setup: 'continue' }, replace: true })
  })
  return <Spinner label="Checking your payout account" />
}
