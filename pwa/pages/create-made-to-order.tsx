import { getRouteApi } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ITEM_FORM } from '../made-to-order/items/item-form'
import { DraftChooser, OtherDrafts } from '../offerings/draft-chooser'
import { ThingDraft } from '../offerings/thing-draft'
import { useDrafts } from '../offerings/use-drafts'
import { useAccount } from '../session/account'
import { AuthenticationRequired } from '../session/authentication-required'
import { useReachable } from '../session/use-sync'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import '../styles/create.css'

const route = getRouteApi('/create-made-to-order')

/** Create a made-to-order item, or go on with one that is being written. */
export function CreateMadeToOrder() {
  usePageTitle('Create a made-to-order item')
  const { user } = useAccount()
  if (user === undefined) return <Spinner label="Loading your account" />
  if (user === null)
    return <AuthenticationRequired>Please sign in to create a made-to-order item.</AuthenticationRequired>
  return (
    <div className="page page--reading">
      <h1>Create a made-to-order item</h1>
      <Drafts key={user.id} userId={user.id} />
    </div>
  )
}

function Drafts({ userId }: { userId: number }) {
  const reachable = useReachable()
  const draftKey = z.uuid().safeParse(route.useSearch().draft).data ?? null
  const known = useDrafts('item', userId)
  // A draft from another device may be on its way to this one.
  if (!known || (!known.isKnown && reachable)) return <Spinner label="Opening your drafts" />
  const { drafts } = known
  if (!draftKey) return <DraftChooser kind="item" drafts={drafts} />
  return (
    <>
      <OtherDrafts kind="item" drafts={drafts} draftKey={draftKey} />
      <ThingDraft key={draftKey} thing={ITEM_FORM} draftKey={draftKey} />
    </>
  )
}
