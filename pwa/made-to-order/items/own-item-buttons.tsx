import { Archive, ArchiveRestore, Pause, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { type Day, formatFarDay } from '#schema/date-range'
import { takesOrders } from '#schema/made-to-order'
import { RefusedNote } from '../../offerings/refused-note'
import { useAttempt } from '../../offerings/use-attempt'
import { useDiscard } from '../../outbox/use-discard'
import { useAccount } from '../../session/account'
import { useToday } from '../../session/use-today'
import { ButtonLink } from '../../ui/button-link'
import { archiveItem } from './archive-item'
import type { ShownOwnItem } from './own-item-overlay'
import { PauseDialog } from './pause-dialog'
import { pauseItem } from './pause-item'

const FAILED = 'Failed to change the item'

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
      until === null ? 'Taking orders again' : `Not taking orders until ${formatFarDay(until, today)}`,
      FAILED,
    )
  }
  const bringBack = () => void attempt(() => archiveItem(engine, item, false), 'Item brought back', FAILED)
  const archive = () => {
    if (archived) bringBack()
    else
      void attempt(() => archiveItem(engine, item, true), 'Item archived', FAILED, {
        label: 'Undo',
        onPress: bringBack,
      })
  }
  return (
    <>
      {refused && <RefusedNote refused={refused} onDrop={() => void discard({ opId: refused.opId })} />}
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
