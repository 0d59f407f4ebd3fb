import {
  control,
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  type Marker,
  map as mapIn,
  marker,
  tileLayer,
} from 'leaflet'
import { type PlaceFinds, placeFindsWords } from './finds-by-place'

/** Nearer streets would say more than a neighborhood's middle knows. */
const NEAREST_ZOOM = 15
const FARTHEST_ZOOM = 9
/** One place alone is shown with its surroundings. */
const FIRST_NEAREST_ZOOM = 13
const MARKER_PX = 32
const AROUND_MARKER_PX = 20
const IN_FRONT = 10_000

interface MapEvents {
  onChoose: (name: string) => void
  /** Some of the tiles in view could not be loaded, or all of them are here again. */
  onTiles: (areMissing: boolean) => void
}

export interface DrawnMap {
  /** Puts these places in the place of those before; the first time, all of them come into view. */
  show(places: readonly PlaceFinds<unknown>[]): void
  /** Brings out one place and moves it into view; null: none. */
  mark(name: string | null): void
  remove(): void
}

/** Draws a map with one button for each place. */
export function drawMap(container: HTMLElement, tiles: string, events: MapEvents): DrawnMap {
  const map = newMap(container)
  addTiles(map, tiles, events.onTiles)
  const markers = new Map<string, Marker>()
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false, pan: false }))
  resized.observe(container)
  let isFirst = true
  return {
    show(places) {
      for (const shown of markers.values()) shown.remove()
      markers.clear()
      if (isFirst) fit(map, places)
      isFirst = false
      for (const place of places)
        markers.set(
          place.name,
          addMarker(map, place, () => events.onChoose(place.name)),
        )
    },
    mark(name) {
      for (const [place, shown] of markers) {
        shown.setZIndexOffset(place === name ? IN_FRONT : 0)
        shown.getElement()?.setAttribute('aria-pressed', String(place === name))
      }
      const chosen = name === null ? undefined : markers.get(name)
      if (chosen) bringIntoView(map, chosen)
    },
    remove() {
      resized.disconnect()
      map.remove()
    },
  }
}

function newMap(container: HTMLElement): LeafletMap {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = mapIn(container, {
    attributionControl: false,
    zoomControl: false,
    minZoom: FARTHEST_ZOOM,
    maxZoom: NEAREST_ZOOM,
    ...(isStill && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
  })
  // The arrow keys and a focus move the map by this function, for which the library has no option.
  const panBy = map.panBy.bind(map)
  if (isStill) map.panBy = (offset, options) => panBy(offset, { ...options, animate: false })
  control.zoom({ position: 'topright' }).addTo(map)
  return map
}

function addTiles(map: LeafletMap, address: string, onTiles: MapEvents['onTiles']): void {
  let areMissing = false
  tileLayer(address, { minZoom: FARTHEST_ZOOM, maxZoom: NEAREST_ZOOM })
    .on('loading', () => {
      areMissing = false
    })
    .on('tileerror', () => {
      areMissing = true
      onTiles(true)
    })
    .on('load', () => onTiles(areMissing))
    .addTo(map)
}

function fit(map: LeafletMap, places: readonly PlaceFinds<unknown>[]): void {
  const middles = places.map(({ middle: { latitude, longitude } }) => [latitude, longitude] as [number, number])
  const padding: [number, number] = [AROUND_MARKER_PX, AROUND_MARKER_PX]
  map.fitBounds(latLngBounds(middles), { padding, maxZoom: FIRST_NEAREST_ZOOM, animate: false })
}

function addMarker(map: LeafletMap, place: PlaceFinds<unknown>, onPress: () => void): Marker {
  const { latitude, longitude } = place.middle
  const icon = divIcon({
    className: 'place-marker tabular',
    html: String(place.finds.length),
    iconSize: [MARKER_PX, MARKER_PX],
  })
  const added = marker([latitude, longitude], { icon, title: place.name, riseOnHover: true, autoPanOnFocus: false })
  added.on('click', onPress)
  added.on('keydown', ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    originalEvent.preventDefault()
    onPress()
  })
  added.addTo(map)
  const element = added.getElement()
  element?.setAttribute('aria-label', placeFindsWords(place))
  element?.setAttribute('aria-pressed', 'false')
  element?.addEventListener('focus', () => bringIntoView(map, added))
  return added
}

function bringIntoView(map: LeafletMap, shown: Marker): void {
  map.panInside(shown.getLatLng(), { padding: [AROUND_MARKER_PX, AROUND_MARKER_PX] })
}
