import { Archive, ArchiveRestore, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { type Day, formatWeekday } from '#schema/date-range'
import { takesOrders } from '#schema/made-to-order'
import { NO_ROOM } from '../../drafts/no-room'
import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { useReachability } from '../../session/use-sync'
import { useToday } from '../../session/use-today'
import { ButtonLink } from '../../ui/button-link'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { archiveItem } from './archive-item'
import type { ShownOwnItem } from './own-item-overlay'
import { PauseDialog } from './pause-dialog'
import { pauseItem } from './pause-item'
import { refusedItemWords } from './refused-words'

/** The maker's buttons of an item: edit, pause or open, archive or bring back; and the result of the last try. */
export function OwnItemButtons({ shown }: { shown: ShownOwnItem }) {
  const { engine } = useAccount()
  const discard = useDiscard()
  const attempt = useAttempt()
  const today = useToday()
  const [isPausing, setPausing] = useState(false)
  const { item, refused } = shown
  const { id, title, archived } = item
  const isOpen = takesOrders(item, today)

  const pause = (until: Day | null) => {
    setPausing(false)
    void attempt(
      () => pauseItem(engine, item, until),
      until === null ? 'Taking orders again' : `Not taking orders until ${formatWeekday(until)}`,
    )
  }
  const bringBack = () => void attempt(() => archiveItem(engine, item, false), 'Item brought back')
  const archive = () => {
    if (archived) bringBack()
    else void attempt(() => archiveItem(engine, item, true), 'Item archived', { label: 'Undo', onPress: bringBack })
  }
  return (
    <>
      {refused && (
        <div className="own-listing__refused breaks fine">
          <p role="alert">{refusedItemWords(refused)}</p>
          <button type="button" className="is-quiet" onClick={() => void discard({ opId: refused.opId })}>
            {refused.kind === 'item.change' ? 'Drop these changes' : 'Understood'}
          </button>
        </div>
      )}
      <div className="own-listing__buttons row gap-1">
        <ButtonLink to={`/made-to-order/${id}/edit`} look="secondary" aria-label={`Edit ${title}`}>
          <Pencil />
          Edit
        </ButtonLink>
        {!archived && (
          <button
            type="button"
            className="is-quiet"
            aria-label={isOpen ? `Pause ${title}` : `Take orders again for ${title}`}
            onClick={() => (isOpen ? setPausing(true) : pause(null))}
          >
            {isOpen ? <Pause /> : <Play />}
            {isOpen ? 'Pause' : 'Take orders'}
          </button>
        )}
        <button
          type="button"
          className="is-quiet"
          aria-label={`${archived ? 'Bring back' : 'Archive'} ${title}`}
          onClick={archive}
        >
          {archived ? <ArchiveRestore /> : <Archive />}
          {archived ? 'Bring back' : 'Archive'}
        </button>
      </div>
      {isPausing && <PauseDialog title={title} today={today} onPause={pause} onClose={() => setPausing(false)} />}
    </>
  )
}

/** Queues a write and says that it was, or that there was no room for it. */
function useAttempt() {
  const toast = useToast()
  const { reachable } = useReachability()
  return async (work: () => Promise<void>, done: string, action?: Notice['action']) => {
    try {
      await work()
      toast({
        title: done,
        ...(action && { action }),
        ...(reachable ? {} : { description: 'It goes out by itself once there is a connection.' }),
      })
    } catch {
      toast(errorNotice('Failed to change the item', NO_ROOM))
    }
  }
}
