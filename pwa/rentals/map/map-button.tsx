import { Map as MapIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../session/account'
import { useReachable } from '../../session/use-sync'
import { Modal } from '../../ui/modal'
import { Spinner } from '../../ui/spinner'
import type { FindsMapProps } from './finds-map'

type MapButtonProps = Omit<FindsMapProps, 'map'>

/** Opens the map of the finds. It is there with a connection, in a market that has tiles for a map. */
export function MapButton({ onPlace, ...finds }: MapButtonProps) {
  const { config } = useAccount()
  const reachable = useReachable()
  const [isOpen, setOpen] = useState(false)
  const map = config?.map
  // An open map keeps its button, to which the focus returns.
  if (!map || !(reachable || isOpen)) return null
  const close = () => setOpen(false)
  const choose = (place: string) => {
    close()
    onPlace(place)
  }
  return (
    <>
      <button type="button" className="map-button is-secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MapIcon />
        <span className="map-button__word">Map</span>
      </button>
      <Modal open={isOpen} title="Items on the map" size="large" onClose={close}>
        <div className="map-place">
          <MapPart {...finds} map={map} onPlace={choose} />
        </div>
      </Modal>
    </>
  )
}

/** Loads the map anew with each opening, as the last try may have failed. */
function MapPart(props: FindsMapProps) {
  const [Part] = useState(() =>
    lazy(() =>
      import(/* piece: onlineMap */ './finds-map').then(
        (module) => ({ default: module.FindsMap }),
        () => ({ default: MapMissing }),
      ),
    ),
  )
  return (
    <Suspense fallback={<Spinner label="Opening the map" />}>
      <Part {...props} />
    </Suspense>
  )
}

function MapMissing() {
  return <p role="alert">The map could not be loaded. Close it and open it again in a moment.</p>
}
