import { CloudOff } from 'lucide-react'

/** A thin line under the navigation. `asOf` is when this device last heard from the server: '14:05', or with its day when that was not today. */
export function OfflineRibbon({ asOf }: { asOf?: string }) {
  return (
    <div className="offline-ribbon" role="status">
      <CloudOff />
      {asOf ? `Offline, as of ${asOf}` : 'Offline'}
    </div>
  )
}
