import { useEffect } from 'react'
import { useAccount } from '../../session/account'
import { pin } from '../../sync/pins'

/** Keeps the areas around a place on this device that somebody searches in. */
export function useSearchedPlace(place: string | null): void {
  const { engine } = useAccount()
  useEffect(() => {
    if (!place) return
    // A disk that cannot be written now hears of the next place.
    pin(engine.db, 'place', place).then(
      () => engine.wake(),
      () => undefined,
    )
  }, [place, engine])
}
