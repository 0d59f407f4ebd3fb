import { fillPath, routes } from '#schema/routes'
import { AreasAnswer, type Cursor, type Poke, PullAnswer, SnapshotHead, SnapshotName } from '#schema/sync'
import {
  AREA_COLLECTIONS,
  type AreaCollection,
  type PublicCollection,
  partScope,
  publicScopes,
  userScope,
} from '#schema/sync-scopes'
import type { FillSeen, Visitor } from './device-orders'

/** A device as the server sees it: it holds cursors and no rows. */
export interface CursorDevice {
  person: Visitor
  scopes: Record<string, Cursor>
  epoch: string
  mark?: string
}

const isScopeOf = (coll: AreaCollection, scope: string) =>
  scope === publicScopes[coll] || scope.startsWith(`${publicScopes[coll]}:`)

/** The headers of a person, from an address of their own. */
export function headersOf({ id, as }: Pick<Visitor, 'id' | 'as'>): Record<string, string> {
  return { cookie: as, 'x-forwarded-for': `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}` }
}

/** The scopes that a device of this place holds. */
export async function askScopes(origin: string, person: Visitor): Promise<{ answer: AreasAnswer; scopes: string[] }> {
  const path = `${routes.areas.path}?${new URLSearchParams({ places: person.neighborhood ?? '' })}`
  const answer = AreasAnswer.parse(await (await asked(origin + path, { headers: headersOf(person) })).json())
  const parts: Partial<Record<PublicCollection, string[] | undefined>> = {
    ...Object.fromEntries(
      AREA_COLLECTIONS.map((coll) => [coll, answer.areas?.map(({ area }) => partScope(coll, area))]),
    ),
    ...Object.fromEntries(
      Object.entries(answer.parts ?? {}).map(([coll, some]) => [coll, some?.map(({ scope }) => scope)]),
    ),
  }
  const collections = Object.keys(publicScopes) as PublicCollection[]
  return { answer, scopes: collections.flatMap((coll) => parts[coll] ?? [publicScopes[coll]]) }
}

/** Fills a new device as the app does: the areas, a snapshot of each scope, then what has changed meanwhile. */
export async function fillDevice(origin: string, person: Visitor): Promise<{ device: CursorDevice; seen: FillSeen }> {
  const begun = performance.now()
  const seen: FillSeen = { ms: 0, requests: 1, bytes: 0, heldBytes: 0, areas: 0, listings: 0, people: 0, rows: 0 }
  const { answer, scopes } = await askScopes(origin, person)
  seen.areas = answer.areas?.length ?? 0
  const device: CursorDevice = { person, scopes: {}, epoch: answer.epoch }
  for (const scope of scopes) device.scopes[scope] = [await fetchScope(origin, scope, seen)]
  device.scopes[userScope(person.id)] = [0, null]
  for (let more = true; more; ) {
    const pulled = await pullDevice(origin, device)
    seen.requests++
    seen.bytes += pulled.bytes
    seen.heldBytes += pulled.bytes
    more = pulled.answer.more
  }
  seen.ms = performance.now() - begun
  return { device, seen }
}

/** @returns the number at which the snapshot was cut */
async function fetchScope(origin: string, scope: string, seen: FillSeen): Promise<number> {
  const named = await asked(origin + fillPath(routes.snapshotName.path, { scope }))
  const { name } = SnapshotName.parse(await named.json())
  // It stays packed, so that what travels is counted.
  const init = { headers: { 'accept-encoding': 'gzip' }, decompress: false }
  const response = await asked(origin + fillPath(routes.snapshotFile.path, { scope, name }), init)
  const packed = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(Bun.gunzipSync(packed))
  const head = SnapshotHead.parse(JSON.parse(text.slice(0, text.indexOf('\n'))))
  seen.requests += 2
  seen.bytes += packed.byteLength
  seen.heldBytes += Buffer.byteLength(text)
  seen.rows += head.rows
  if (isScopeOf('listing', scope)) seen.listings += head.rows
  if (isScopeOf('person', scope)) seen.people += head.rows
  return head.to
}

/** One page of news. The device goes on behind it, unless it `stays` where it is. */
export async function pullDevice(
  origin: string,
  device: CursorDevice,
  { stays = false } = {},
): Promise<{ answer: PullAnswer; bytes: number }> {
  const { person, epoch, scopes, mark } = device
  const response = await asked(origin + routes.pull.path, {
    method: 'POST',
    headers: { ...headersOf(person), 'content-type': 'application/json' },
    body: JSON.stringify({ epoch, scopes, mark }),
  })
  const text = await response.text()
  const answer: PullAnswer = PullAnswer.parse(JSON.parse(text))
  if (!stays) {
    device.mark = answer.mark
    for (const [scope, { from }] of Object.entries(answer.scopes))
      device.scopes[scope] = answer.more ? [answer.to, from] : [answer.to]
  }
  return { answer, bytes: Buffer.byteLength(text) }
}

/** Does a poke name something that the device holds? As the app decides before it pulls. */
export function isNewsFor({ scopes }: CursorDevice, poke: Poke): boolean {
  return Object.keys(poke).some((scope) => scope in scopes)
}

async function asked(url: string, init?: BunFetchRequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}
