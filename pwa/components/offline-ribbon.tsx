import { CloudOff } from 'lucide-react'

/** A thin line under the navigation. `asOf` is when this device last heard from the server: '14:05'. */
export function OfflineRibbon({ asOf }: { asOf?: string }) {
  return (
    <div className="offline-ribbon" role="status">
      <CloudOff />
      {asOf ? `Offline, as of ${asOf}` : 'Offline'}
    </div>
  )
}
