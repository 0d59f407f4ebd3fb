import { isDiskFull } from './disk-full'

/**
 * Runs a write of what its person has made. A full disk refuses it as a whole: downloaded photos give way, half of them at a
 * time, until it fits. Never inside a transaction, which would end meanwhile.
 * @throws what kept it from the disk when no photo is left
 */
export function withRoom<Value>(write: () => Promise<Value>): Promise<Value> {
  return write().catch(async (error) => {
    if (!isDiskFull(error) || (await freePhotos().catch(() => 0)) === 0) throw error
    return withRoom(write)
  })
}

async function freePhotos(): Promise<number> {
  const { browserShelf, letHalfGo } = await import(/* piece: behind */ './photo-cache')
  return letHalfGo(browserShelf)
}
