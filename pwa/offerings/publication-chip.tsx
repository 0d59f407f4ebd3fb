import type { DraftKind } from '#schema/draft'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { StatusChip } from '../ui/status-chip'
import { readPublication } from './publications'

/** How far a draft has come that its person has published; nothing for one that is only a draft. */
export function PublicationChip({ kind, draftKey }: { kind: DraftKind; draftKey: string }) {
  const { db } = useAccount().engine
  const publication = useLiveQuery(() => readPublication(db, kind, draftKey), [db, kind, draftKey])
  if (!publication || !('waiting' in publication)) return null
  if (publication.waiting.state === 'attention') return <StatusChip tone="refused">Not published</StatusChip>
  return <StatusChip tone="waiting">Waits to be published</StatusChip>
}
