import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useEffectEvent } from 'react'
import type { CurrentUser } from '#schema/user'
import { useAccount } from '../../auth/account'
import { Spinner } from '../../components/spinner'
import { tidyFormDrafts } from '../../db/form-drafts'
import { readPublication } from '../../db/own-listings'
import { useToast } from '../../notifications/toasts'
import { ListingDraftForm } from './listing-draft-form'
import { useListingDraft } from './use-listing-draft'

/** The draft under a key, as far as it has come: written on, waiting, refused, or a listing by now. */
export function ListingDraft({ draftKey, user }: { draftKey: string; user: CurrentUser }) {
  const { db } = useAccount().engine
  const draft = useListingDraft(draftKey)
  const publication = useLiveQuery(() => readPublication(db, draftKey), [db, draftKey])
  if (publication && 'listingId' in publication) return <Published listingId={publication.listingId} />
  if (!draft.start || publication === undefined) return <Spinner label="Opening your draft" />
  const waiting = publication?.waiting ?? null
  return <ListingDraftForm draftKey={draftKey} user={user} draft={draft} start={draft.start} waiting={waiting} />
}

/** The server has it: the draft has said everything, and its person goes to what it has become. */
function Published({ listingId }: { listingId: number }) {
  const { db } = useAccount().engine
  const navigate = useNavigate()
  const toast = useToast()
  const leave = useEffectEvent(async () => {
    await tidyFormDrafts(db, 'listing')
    toast({ title: 'Listing published', description: 'It is on show now.' })
    await navigate({ to: '/listings/$id', params: { id: String(listingId) }, replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the listing that it has become
  useEffect(() => {
    void leave()
  }, [listingId])
  return <Spinner label="Opening your listing" />
}
