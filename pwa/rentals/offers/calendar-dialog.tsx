import { lazy, Suspense } from 'react'
import { useReachable } from '../../session/use-sync'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'

const CalendarAddress = lazy(() =>
  import(/* piece: online */ './calendar-address').then((module) => ({ default: module.CalendarAddress })),
)

/** The private calendar address: what it holds, who can read it, and how to stop it. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const reachable = useReachable()
  return (
    <Modal open title="Add to calendar" onClose={onClose} isInAddress>
      <div className="stack">
        <p>
          Your rentals, made and received, as a calendar that keeps itself current: the days, what is rented, the other
          side’s name, the pickup address once it is agreed, and an alarm before pickup and return.
        </p>
        <p className="muted">
          The address is private. Anybody who has the address can read this calendar. Give it only to your calendar app.
        </p>
        {reachable ? (
          <Suspense fallback={<Spinner label="Reading your calendar address" />}>
            <CalendarAddress />
          </Suspense>
        ) : (
          <p className="offline-words">
            The address is not kept on this device. Connect to see it, make it or stop it.
          </p>
        )}
      </div>
    </Modal>
  )
}
