import type Dexie from 'dexie'

/** Why nothing is kept on the disk: the browser lets nothing be kept, or a newer build has changed the disk and is gone. */
export type Unkept = 'refused' | 'older'

let isNewer = false
let isUndecided = false
let decide: (() => Promise<unknown>) | null = null
let isCleared = false
let isRestored = false
let unkept: Unkept | null = null
/** The databases that another page keeps from being brought up to date. */
const held = new Set<string>()
const listeners = new Set<() => void>()

/** Has a newer build changed a database that this page or worker was using? Then only a reload goes on with it. */
export const isDiskNewer = (): boolean => isNewer

/** Notes it; only a test takes it back. */
export function noteNewer(newer = true): void {
  isNewer = newer
  tell()
}

/** Does only a reload go on? Not while it is being found out whether there is a newer build to be had. */
export const needsReload = (): boolean => isNewer && !isUndecided

/** Says what a page does that finds a newer disk when it opens one; it is done once. */
export function whenFoundNewer(work: () => Promise<unknown>): void {
  decide = work
}

/** Is there a page, asleep in another tab, that does not let go of a database which this newer build has to change first? */
export const isDiskHeld = (): boolean => held.size > 0

/** Has the browser cleared what is kept here, under this page? */
export const isDiskCleared = (): boolean => isCleared

/** Was unsent work among what it has cleared, and is that here again? */
export const isUnsentRestored = (): boolean => isRestored

/** Notes it, or that the person has seen it. */
export function noteCleared(cleared = true, restored = false): void {
  isCleared = cleared
  isRestored = restored
  tell()
}

/** Is everything in this page's memory, and why? */
export const diskUnkept = (): Unkept | null => unkept

export function noteUnkept(why: Unkept | null): void {
  unkept = why
  tell()
}

/** Hears whenever one of these has another answer. */
export function onDiskChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const reopened = new Set<() => void>()

/** Hears when a database that the browser had closed under this page is open again; what was read of it may be gone. */
export function onDiskReopened(listener: () => void): () => void {
  reopened.add(listener)
  return () => reopened.delete(listener)
}

export function noteReopened(): void {
  for (const listener of [...reopened]) listener()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Closes a database for good as soon as a newer build changes it, and never opens one that is newer than its declared
 * versions: left alone, Dexie would open it again and write rows of the old shape into it. What a person types meanwhile is
 * noted beside the disk, as when it is full. Says so when a page that sleeps keeps this build from changing it.
 */
export function closeWhenNewer(db: Dexie): void {
  // Dexie counts in tenths, and takes one of them to mend a disk: that is the same version still.
  const isBeyond = (version: number) => Math.floor(version / 10) > db.verno
  const leave = () => {
    db.close()
    // A page that goes on in memory, after the release was rolled back, has let go of the disk already.
    if (unkept !== 'older') noteNewer()
  }
  db.on('versionchange', ({ newVersion }) => {
    // Without a new version somebody deletes it.
    if (newVersion === null || !isBeyond(newVersion)) return
    leave()
    return false
  })
  const check = () => {
    if (!isBeyond(db.backendDB().version)) return
    // A page that has let go of the disk before is in use: it waits for the person's word.
    const work = isNewer ? null : decide
    decide = null
    isUndecided ||= work !== null
    leave()
    const decided = () => {
      isUndecided = false
      tell()
    }
    work?.().then(decided, decided)
    throw new Error(`${db.name} was changed by a newer build`)
  }
  db.on('blocked', () => {
    held.add(db.name)
    tell()
  })
  const goOn = () => {
    if (held.delete(db.name)) tell()
    check()
  }
  db.on('ready', goOn, true)
}

/**
 * The version that a page asks for to say that it ends an account's part of this device. Dexie counts in tenths: the last of
 * them belongs to no build, and no database ever gets it.
 */
export const endVersion = (db: Dexie): number => db.verno * 10 + 9

/** The lock and the channel of everybody who has a database open. */
export const openName = (dbName: string): string => `${dbName}/open`

/**
 * Closes an account's database for good when another tab is about to delete it, because its person has signed out there: left
 * alone, Dexie would open it again with the next query, and so make it anew. A lock says for how long it is open here.
 */
export function closeWhenEnded(db: Dexie): void {
  const name = openName(db.name)
  let letGo = () => {}
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion && newVersion !== endVersion(db)) return
    db.close()
    return false
  })
  const hold = () => {
    letGo()
    const channel = new BroadcastChannel(name)
    channel.onmessage = () => db.on('versionchange').fire({ newVersion: null })
    const untilClosed = (closed: () => void) => {
      letGo = () => {
        channel.close()
        closed()
      }
      if (!db.isOpen()) letGo()
    }
    void navigator.locks.request(name, { mode: 'shared' }, () => new Promise<void>(untilClosed))
  }
  // Outside the opening, which does not wait for it: a page that is awake hears of the change of the version as well.
  db.on('ready', () => void setTimeout(hold), true)
  const close = db.close.bind(db)
  db.close = (options) => {
    close(options)
    letGo()
  }
}
