import type { LocalDb } from '../disk/local-db'
import type { Catalogue } from './catalogue'

/** Fetches the photos that this device should hold. @returns whether everything was fetched */
type FetchPhotos = (db: LocalDb, catalogue: Catalogue, isStopped: () => boolean) => Promise<boolean>

let work: FetchPhotos = async () => true

/** Says how a page fetches photos: the engine knows nothing of what they show. */
export function fetchPhotosWith(fetching: FetchPhotos): void {
  work = fetching
}

export const fetchMissingPhotos: FetchPhotos = (...parts) => work(...parts)
