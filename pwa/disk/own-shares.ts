import { deviceDb } from './device-db'

/** Begins the key under which the session notes the ids of shares that wait for an account which has left. */
const LEFT = 'shares:'

/** The ids of what other apps have shared and no account but this one has left here, the oldest first. */
export function listShares(dbName: string): Promise<string[]> {
  return deviceDb.transaction('r', deviceDb.session, deviceDb.shared, async () => {
    const left = await deviceDb.session.where('k').startsWith(LEFT).toArray()
    const others = new Set(left.filter(({ k }) => k !== LEFT + dbName).flatMap(({ v }) => v as string[]))
    const ids = await deviceDb.shared.orderBy('at').primaryKeys()
    return ids.filter((id) => !others.has(id))
  })
}

/** Makes what nobody has left the account's own: it is shown to nobody else from now on. Without shares it writes nothing. */
export async function reserveShares(dbName: string): Promise<void> {
  const ids = await listShares(dbName)
  if (ids.length > 0) await deviceDb.session.put({ k: LEFT + dbName, v: ids })
}

export async function forgetReserved(dbName: string): Promise<void> {
  await deviceDb.session.delete(LEFT + dbName)
}

/** The ids of what the account has left here. */
export async function reservedShares(dbName: string): Promise<string[]> {
  return ((await deviceDb.session.get(LEFT + dbName))?.v as string[] | undefined) ?? []
}

/** The names of the databases of all accounts that have left something. */
export async function reservedFor(): Promise<string[]> {
  const keys = await deviceDb.session.where('k').startsWith(LEFT).primaryKeys()
  return keys.map((key) => key.slice(LEFT.length))
}

/** Forgets what was shared with an account and not yet used, and which photos this person liked to have at hand. */
export async function dropPersonalPhotos(dbName: string): Promise<void> {
  await deviceDb.shared.bulkDelete(await listShares(dbName))
  await forgetReserved(dbName)
  await deviceDb.photoPins.clear()
}
