import { useLiveQuery } from 'dexie-react-hooks'
import { useAccount } from '../../auth/account'
import { StatusChip } from '../../components/status-chip'
import { readPublication } from '../../db/own-listings'

/** How far a draft has come that its person has published; nothing for one that is only a draft. */
export function PublicationChip({ draftKey }: { draftKey: string }) {
  const { db } = useAccount().engine
  const publication = useLiveQuery(() => readPublication(db, draftKey), [db, draftKey])
  if (!publication || !('waiting' in publication)) return null
  if (publication.waiting.state === 'attention') return <StatusChip tone="refused">Not published</StatusChip>
  return <StatusChip tone="waiting">Waits to be published</StatusChip>
}
