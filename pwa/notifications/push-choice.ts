import { deviceDb } from '../disk/device-db'

/** A push service may deliver twice; nobody is told of the same thing again while it is among this many. */
const SEEN_MAX = 100

/**
 * For whom this browser shows notifications, by the name of the account's database; null when for nobody. Builds before this one
 * stored the number of the user, which may be somebody else's by now: they count as nobody's.
 */
export async function pushedTo(): Promise<string | null> {
  const stored = (await deviceDb.session.get('pushedTo'))?.v
  return typeof stored === 'string' ? stored : null
}

export async function setPushedTo(account: string | null): Promise<void> {
  if (account === null) await deviceDb.session.bulkDelete(['pushedTo', 'pushSeen'])
  else await deviceDb.session.put({ k: 'pushedTo', v: account })
}

/** Has this person said on this device whether they want notifications? */
export async function wasAskedToPush(account: string): Promise<boolean> {
  return (await askedPeople()).includes(account)
}

export async function noteAskedToPush(account: string): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.session, async () => {
    const asked = await askedPeople()
    if (!asked.includes(account)) await deviceDb.session.put({ k: 'pushAsked', v: [...asked, account] })
  })
}

async function askedPeople(): Promise<string[]> {
  return ((await deviceDb.session.get('pushAsked'))?.v as string[] | undefined) ?? []
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
