import { useState } from 'react'
import { nearestPlace } from '#schema/places'

/** Long enough for a phone that looks for satellites. */
const LONGEST_MS = 15_000

const REFUSED = 'Your browser does not tell where you are. Please choose a place.'
const UNKNOWN = 'Your place could not be found. Please choose one.'
const OUTSIDE = 'No neighborhood of the marketplace is near you. Please choose a place.'

export interface NearMe {
  isAsking: boolean
  /** Why there is no place; null before and after a good answer. */
  problem: string | null
  /** Asks the browser once; the position stays in this function, and only the neighborhood leaves it. */
  ask: () => void
}

/**
 * Finds the neighborhood in which this device is; null where a browser knows no positions.
 * @param choice what is chosen now: with another choice the problem is over
 */
export function useNearMe(choice: string, onPlace: (place: string) => void): NearMe | null {
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<{ words: string; choice: string } | null>(null)
  if (problem && problem.choice !== choice) setProblem(null)
  if (!('geolocation' in navigator)) return null
  const end = (words: string | null) => {
    setAsking(false)
    setProblem(words === null ? null : { words, choice })
  }
  const take = ({ coords }: GeolocationPosition) => {
    const place = nearestPlace(coords)
    end(place ? null : OUTSIDE)
    if (place) onPlace(place)
  }
  const fail = ({ code, PERMISSION_DENIED }: GeolocationPositionError) =>
    end(code === PERMISSION_DENIED ? REFUSED : UNKNOWN)
  return {
    isAsking,
    problem: problem?.words ?? null,
    ask() {
      setAsking(true)
      setProblem(null)
      navigator.geolocation.getCurrentPosition(take, fail, { timeout: LONGEST_MS })
    },
  }
}
