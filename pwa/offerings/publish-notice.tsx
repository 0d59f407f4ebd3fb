import { LoaderCircle } from 'lucide-react'
import type { DraftKind } from '#schema/draft'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { StatusChip } from '../ui/status-chip'
import { useToast } from '../ui/toasts'
import { MAY_HAVE_ARRIVED } from './draft-words'
import type { WaitingThing } from './own-thing-writes'
import { withdrawDraft } from './publish-draft'
import { Refusal } from './refusal'
import { THING_KINDS } from './thing-kinds'

interface PublishNoticeProps {
  kind: DraftKind
  waiting: WaitingThing | null
  draftKey: string
  /** The refusal answers a press on this page, and no field takes the focus. */
  isForPress: boolean
}

const SETUP_CODES = new Set(['address_required', 'payout_setup_required'])

/** The outcome of Publish: on its way, waiting for a connection, or not taken, in the server's words. */
export function PublishNotice({ kind, waiting, draftKey, isForPress }: PublishNoticeProps) {
  if (!waiting) return null
  if (waiting.state !== 'attention') return <OnItsWay kind={kind} waiting={waiting} draftKey={draftKey} />
  const { error } = waiting
  return (
    <Refusal key={waiting.opId} chip={THING_KINDS[kind].notPublished} isForPress={isForPress}>
      <p>{error?.message ?? 'The server did not accept this.'}</p>
      <p className="fine muted">Everything you wrote is still here. Change what is needed and press Publish again.</p>
      {error && SETUP_CODES.has(error.code) && (
        <ButtonLink to={`/create?setup=continue&draft=${draftKey}`} look="secondary">
          {error.code === 'address_required' ? 'Add your address' : 'Set up payouts'}
        </ButtonLink>
      )}
    </Refusal>
  )
}

function OnItsWay({ kind, waiting, draftKey }: Omit<PublishNoticeProps, 'isForPress'> & { waiting: WaitingThing }) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const toast = useToast()
  const photos = useSentPhotos(waiting)
  async function takeBack() {
    if (!(await withdrawDraft(engine, kind, draftKey))) toast(MAY_HAVE_ARRIVED)
  }
  return (
    <div className="create-notice stack stack--tight" role="status">
      {waiting.error?.code === 'unverified' ? (
        <StatusChip tone="waiting">Waits until your email address is confirmed. It publishes itself, once.</StatusChip>
      ) : reachable ? (
        <StatusChip tone="waiting" icon={<LoaderCircle className="turning" />}>
          Publishing
        </StatusChip>
      ) : (
        <StatusChip tone="waiting">Waits for a connection. It publishes itself, once.</StatusChip>
      )}
      {photos && <p className="fine muted">{photos}</p>}
      {waiting.isUnsent && (
        <button type="button" className="is-secondary" onClick={takeBack}>
          Take it back and edit
        </button>
      )}
    </div>
  )
}

/** '2 of 3 photos are at the server.' */
function useSentPhotos({ thing }: WaitingThing): string | null {
  const { db } = useAccount().engine
  const blobIds = thing.photos.flatMap(({ photo }) => ('blobId' in photo ? [photo.blobId] : []))
  const wanted = blobIds.join(' ')
  const sent = useLiveQuery(async () => {
    const held = await db.blobs.bulkGet(wanted === '' ? [] : wanted.split(' '))
    return held.filter((photo) => photo?.url != null).length
  }, [db, wanted])
  if (sent === undefined || blobIds.length === 0 || sent === blobIds.length) return null
  return `${sent} of ${blobIds.length} ${blobIds.length === 1 ? 'photo is' : 'photos are'} at the server.`
}
