import { useMemo, useState } from 'react'
import type { AppConfig } from '#schema/app-config'
import type { FarFinds } from '../listings/use-browse-finds'
import type { Found } from '../listings/use-found'
import { findsByPlace, type PlaceFinds } from './finds-by-place'
import { PlaceChoice, PlacePanel } from './place-panel'
import { useDrawnMap } from './use-drawn-map'
import 'leaflet/dist/leaflet.css'
import '../../styles/finds-map.css'

export interface FindsMapProps {
  map: NonNullable<AppConfig['map']>
  /** The finds that the page shows; null while they are looked for. */
  found: Found | null
  /** The server's finds, which the page shows below. */
  far: FarFinds
  onPlace: (place: string) => void
}

/** The finds by neighborhood: on a map, and as a list beside the map. */
export function FindsMap({ map, found, far, onPlace }: FindsMapProps) {
  const places = useMemo(() => findsByPlace([...(found?.rows ?? []), ...far.rows]), [found?.rows, far.rows])
  const [chosen, choose] = useState<string | null>(null)
  const place = places.find(({ name }) => name === chosen)
  if (places.length === 0) return <p role="status">No item on this page names a place that the map knows.</p>
  return (
    <div className="finds-map">
      <MapView map={map} places={places} chosen={place?.name ?? null} onChoose={choose} />
      <div className="finds-map__beside stack" data-chosen={place !== undefined}>
        {place ? (
          <PlacePanel
            key={place.name}
            place={place}
            wish={found?.wish ?? null}
            onShow={() => onPlace(place.name)}
            onBack={() => choose(null)}
          />
        ) : (
          <PlaceChoice places={places} isPart={found?.isPart === true} more={far.more} onChoose={choose} />
        )}
      </div>
    </div>
  )
}

interface MapViewProps extends Pick<FindsMapProps, 'map'> {
  places: readonly PlaceFinds<unknown>[]
  chosen: string | null
  onChoose: (name: string) => void
}

function MapView({ map: { tiles, credit }, ...shown }: MapViewProps) {
  const { ref, areTilesMissing } = useDrawnMap({ tiles, ...shown })
  return (
    <div className="stack stack--tight">
      {/* biome-ignore lint/a11y/useSemanticElements: a map of buttons is no set of fields */}
      <div className="finds-map__canvas" role="group" aria-label="Map" ref={ref} />
      <p className="finds-map__credit muted" dir="auto">
        {credit}
      </p>
      {areTilesMissing && (
        <p className="muted fine" role="status">
          The streets could not be loaded. The numbers stand where the neighborhoods are, and the list names them.
        </p>
      )}
    </div>
  )
}
