import { storePhotoBudget } from '../disk/photo-budget'
import { browserShelf, trimPhotos } from '../disk/photo-cache'

/** Sets how many bytes of photos this device keeps, and lets go of what is beyond that. @returns bytes freed */
export async function choosePhotoBudget(bytes: number): Promise<number> {
  await storePhotoBudget(bytes)
  return trimPhotos(browserShelf, bytes)
}
