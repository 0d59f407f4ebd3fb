import { CloudOff } from 'lucide-react'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { reachability } from '../sync/reachability'
import { clockTime } from '../ui/times/clock-time'

/** A thin line under the navigation. `asOf` is when this device last heard from the server: '14:05', or with its day when that was not today. */
export function OfflineRibbon({ asOf }: { asOf?: string }) {
  return (
    <div className="offline-ribbon" role="status">
      <CloudOff />
      {asOf ? `Offline, as of ${asOf}` : 'Offline'}
    </div>
  )
}

/** The ribbon with the time of this account's last pull, or of the server's last answer. */
export function OfflineSince() {
  const { engine } = useAccount()
  const pulledAt = useLiveQuery(async () => (await engine.db.meta.get('pulledAt'))?.v as number | undefined, [engine])
  const since = pulledAt ?? (reachability().seenAt || undefined)
  return <OfflineRibbon {...(since ? { asOf: clockTime(since, new Date()) } : {})} />
}
