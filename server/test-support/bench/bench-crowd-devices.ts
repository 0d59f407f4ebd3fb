import { fillPath, routes } from '#schema/routes'
import { SnapshotHead, SnapshotName } from '#schema/sync'
import { PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'

/** The findings of the bench's devices; said as one line of JSON. */
export interface CrowdSeen {
  /** Different snapshots of the listings. */
  listingSnapshots: number
  /** Of one of them, as it travels. */
  bytes: number
  /** Of each device: until it had everything that is public. */
  filledMs: number[]
}

const SERVER = process.env.BENCH_SERVER ?? ''
const DEVICES = Number(process.env.BENCH_DEVICES)
const OVER_S = Number(process.env.BENCH_OVER_S)

const snapshots = new Set<number>()
let bytes = 0

/** One new device: all public scopes, then what has changed meanwhile. */
async function fill(): Promise<number> {
  const begun = performance.now()
  const cursors: Record<string, [number]> = {}
  let epoch = ''
  for (const scope of PUBLIC_SCOPES) {
    const response = await askForSnapshot(scope)
    const text = await response.text()
    const head = SnapshotHead.parse(JSON.parse(text.slice(0, text.indexOf('\n'))))
    epoch = head.epoch
    cursors[scope] = [head.to]
    if (scope !== publicScopes.listing) continue
    snapshots.add(head.to)
    bytes = Bun.gzipSync(text).byteLength
  }
  const pulled = await fetch(SERVER + routes.pull.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ epoch, scopes: cursors }),
  })
  if (!pulled.ok) throw new Error(`The pull was answered ${pulled.status}: ${await pulled.text()}`)
  await pulled.arrayBuffer()
  return performance.now() - begun
}

async function askForSnapshot(scope: string): Promise<Response> {
  const named = await fetch(SERVER + fillPath(routes.snapshotName.path, { scope }))
  const { name } = SnapshotName.parse(await named.json())
  const response = await fetch(SERVER + fillPath(routes.snapshotFile.path, { scope, name }))
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return response
}

const filledMs = await Promise.all(
  Array.from({ length: DEVICES }, async (_, nth) => {
    await Bun.sleep((nth * OVER_S * 1_000) / DEVICES)
    return fill()
  }),
)
process.stdout.write(JSON.stringify({ listingSnapshots: snapshots.size, bytes, filledMs } satisfies CrowdSeen))
