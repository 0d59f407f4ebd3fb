import type Dexie from 'dexie'

let isNewer = false
const listeners = new Set<() => void>()

/** Has a newer build changed a database that this page or worker was using? Then only a reload goes on with it. */
export const isDiskNewer = (): boolean => isNewer

export function onDiskNewer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Closes a database for good as soon as a newer build changes it, and never opens one that is newer than its declared
 * versions: left alone, Dexie would open it again and write rows of the old shape into it. What a person types meanwhile is
 * noted beside the disk, as when it is full.
 */
export function closeWhenNewer(db: Dexie): void {
  // Dexie counts in tenths, and takes one of them to mend a disk: that is the same version still.
  const isBeyond = (version: number) => Math.floor(version / 10) > db.verno
  const leave = () => {
    db.close()
    isNewer = true
    for (const listener of listeners) listener()
  }
  db.on('versionchange', ({ newVersion }) => {
    // Without a new version somebody deletes it.
    if (newVersion === null || !isBeyond(newVersion)) return
    leave()
    return false
  })
  const check = () => {
    if (!isBeyond(db.backendDB().version)) return
    leave()
    throw new Error(`${db.name} was changed by a newer build`)
  }
  db.on('ready', check, true)
}
