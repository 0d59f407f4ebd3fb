import { browserShelf, dropAllPhotos, dropUnpinned } from '../disk/photo-cache'

/** Lets go of the photos that are not needed without a connection. @returns bytes freed */
export function freeSpace(): Promise<number> {
  return dropUnpinned(browserShelf)
}

/** Lets go of every photo; they come again when they are looked at. @returns bytes freed */
export function removeDownloadedPhotos(): Promise<number> {
  return dropAllPhotos(browserShelf)
}
