import { deviceDb } from '../disk/device-db'

/** A push service may deliver twice; nobody is told of the same thing again while it is among this many. */
const SEEN_MAX = 100

/** For whom this browser shows notifications; null when for nobody. */
export async function pushedTo(): Promise<number | null> {
  return ((await deviceDb.session.get('pushedTo'))?.v as number | undefined) ?? null
}

export async function setPushedTo(userId: number | null): Promise<void> {
  if (userId === null) await deviceDb.session.bulkDelete(['pushedTo', 'pushSeen'])
  else await deviceDb.session.put({ k: 'pushedTo', v: userId })
}

/** Has this person said on this device whether they want notifications? */
export async function wasAskedToPush(userId: number): Promise<boolean> {
  return (await askedPeople()).includes(userId)
}

export async function noteAskedToPush(userId: number): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.session, async () => {
    const asked = await askedPeople()
    if (!asked.includes(userId)) await deviceDb.session.put({ k: 'pushAsked', v: [...asked, userId] })
  })
}

async function askedPeople(): Promise<number[]> {
  return ((await deviceDb.session.get('pushAsked'))?.v as number[] | undefined) ?? []
}

/** Notes that an event has been told. @returns whether it had not been before */
export async function isFirstTold(event: string): Promise<boolean> {
  return deviceDb.transaction('rw', deviceDb.session, async () => {
    const seen = ((await deviceDb.session.get('pushSeen'))?.v as string[] | undefined) ?? []
    if (seen.includes(event)) return false
    await deviceDb.session.put({ k: 'pushSeen', v: [...seen, event].slice(-SEEN_MAX) })
    return true
  })
}
