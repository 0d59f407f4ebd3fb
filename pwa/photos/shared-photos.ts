import { accountDbName } from '../disk/account-db-name'
import { deviceDb, type SharedWithUs, storedUser } from '../disk/device-db'
import { listShares } from '../disk/own-shares'
import { withRoom } from '../disk/with-room'

/** So many shares wait. Any site can send one, so a further one is not kept; none of the earlier ones gives way to it. */
export const SHARES_MAX = 20
const PHOTOS_MAX = 10
const BYTES_MAX = 60_000_000
/** A share that holds nothing of use, or arrived where nothing could keep it, still opens the form and says so. */
export const SHARED_LOST = 'lost'
/** A share that found too many others waiting. */
export const SHARED_FULL = 'full'

/** Photos that another app has handed over. */
export interface SharedPhotos {
  photos: { bytes: ArrayBuffer; type: string; name: string }[]
  title: string
  text: string
  /** So many photos were too much for one share. */
  leftOut: number
}

/**
 * Keeps what was shared and resolves with its id once it is on disk, whoever is signed in. Only pictures are kept.
 * @returns SHARED_FULL when too many others wait
 */
export async function storeShared(files: readonly File[], words: { title: string; text: string }): Promise<string> {
  const pictures = files.filter(({ type, size }) => type.startsWith('image/') && size > 0)
  const taken = withinLimits(pictures)
  const photos = await Promise.all(
    taken.map(async (file) => ({ bytes: await file.arrayBuffer(), type: file.type, name: file.name })),
  )
  const leftOut = pictures.length - taken.length
  const shared = { id: crypto.randomUUID(), at: new Date().toISOString(), ...words, photos, leftOut }
  return withRoom(() => putShared(shared))
}

function putShared(shared: SharedWithUs): Promise<string> {
  return deviceDb.transaction('rw', deviceDb.shared, async () => {
    if ((await deviceDb.shared.count()) >= SHARES_MAX) return SHARED_FULL
    await deviceDb.shared.put(shared)
    return shared.id
  })
}

function withinLimits(files: readonly File[]): File[] {
  const taken: File[] = []
  let bytes = 0
  for (const file of files) {
    bytes += file.size
    if (taken.length < PHOTOS_MAX && bytes <= BYTES_MAX) taken.push(file)
  }
  return taken
}

/** The photos shared under this id; null when there is nothing (any more), and the photo has to be chosen again. */
export async function findShared(id: string): Promise<SharedPhotos | null> {
  const found = await deviceDb.shared.get(id)
  if (!found || !(await waitingShares()).includes(id)) return null
  const { photos, title, text, leftOut = 0 } = found
  return { photos, title, text, leftOut }
}

/** The ids of what was shared with whoever is here and not yet taken into a form, the oldest first. */
export async function waitingShares(): Promise<string[]> {
  return listShares(accountDbName(await storedUser()))
}

/** Lets go of what was shared, once it is kept elsewhere. */
export async function dropShared(id: string): Promise<void> {
  await deviceDb.shared.delete(id)
}
