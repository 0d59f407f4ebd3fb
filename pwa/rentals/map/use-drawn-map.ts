import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DrawnMap, drawMap } from './draw-map'
import type { PlaceFinds } from './finds-by-place'

interface DrawnMapOptions {
  tiles: string
  places: readonly PlaceFinds<unknown>[]
  chosen: string | null
  onChoose: (name: string) => void
}

interface DrawnMapState {
  /** Of the element that holds the map. */
  ref: RefObject<HTMLDivElement | null>
  areTilesMissing: boolean
}

/** Draws the places into an element, and the chosen one in front. */
export function useDrawnMap({ tiles, places, chosen, onChoose }: DrawnMapOptions): DrawnMapState {
  const ref = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(null)
  const [areTilesMissing, setTilesMissing] = useState(false)
  const choose = useEffectEvent(onChoose)
  useEffect(() => {
    if (!ref.current) return
    const map = drawMap(ref.current, tiles, { onChoose: (name) => choose(name), onTiles: setTilesMissing })
    drawn.current = map
    return () => map.remove()
  }, [tiles])

  const shown = JSON.stringify(places.map(({ name, finds }) => [name, finds.length]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: markers that have not changed keep the focus
  useEffect(() => drawn.current?.show(places), [tiles, shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new markers are marked anew
  useEffect(() => drawn.current?.mark(chosen), [tiles, shown, chosen])
  return { ref, areTilesMissing }
}
