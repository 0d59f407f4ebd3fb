import { deviceDb, type SharedWithUs } from './device-db'

/** Nobody took it up within a day: it would only surprise. */
const SHARED_KEPT_MS = 86_400_000
/** A share that holds no photo, or arrived where nothing could keep it, still opens the form and says so. */
export const SHARED_LOST = 'lost'

/** What another app has handed over. */
export interface SharedPhotos {
  photos: { bytes: ArrayBuffer; type: string; name: string }[]
  title: string
  text: string
}

/** Keeps what was shared and resolves with its id once it is on disk. Only pictures are kept. */
export async function storeShared(files: readonly File[], words: { title: string; text: string }): Promise<string> {
  const pictures = files.filter(({ type, size }) => type.startsWith('image/') && size > 0)
  const photos = await Promise.all(
    pictures.map(async (file) => ({ bytes: await file.arrayBuffer(), type: file.type, name: file.name })),
  )
  const now = Date.now()
  const shared: SharedWithUs = { id: crypto.randomUUID(), at: new Date(now).toISOString(), ...words, photos }
  await deviceDb.transaction('rw', deviceDb.shared, async () => {
    await deviceDb.shared
      .where('at')
      .below(new Date(now - SHARED_KEPT_MS).toISOString())
      .delete()
    await deviceDb.shared.put(shared)
  })
  return shared.id
}

/** What was shared under this id; null when there is nothing (any more), and the photo has to be chosen again. */
export async function findShared(id: string): Promise<SharedPhotos | null> {
  const found = await deviceDb.shared.get(id)
  return found ? { photos: found.photos, title: found.title, text: found.text } : null
}

/** Lets go of what was shared, once it is kept elsewhere. */
export async function dropShared(id: string): Promise<void> {
  await deviceDb.shared.delete(id)
}
