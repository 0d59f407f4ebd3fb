import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { cutSnapshot, type SnapshotCut } from './cut-snapshot'
import { mostOf } from './public-scopes'
import { openSnapshotThread, type SnapshotThread } from './snapshot-thread'

/**
 * A scope that moves without a pause is built anew no more often than this. A device asks for all changes after the number
 * of its snapshot anyway, so an older snapshot costs it a few changes more and nothing else.
 */
export const SNAPSHOT_KEPT_MS = 30_000
/** A device that was given a name has so long to ask for the file, whatever happens to the scope meanwhile. */
export const SNAPSHOT_NAMED_MS = 120_000

export interface Snapshots {
  /** The newest snapshot of a scope, or one that is young enough. */
  newest(scope: string): Promise<SnapshotCut>
  /** The name of that one, which `find` knows from now on. */
  nameNewest(scope: string): Promise<string>
  /**
   * The snapshot of that name while it is what the scope holds, and for a short time after the name was last given out; else
   * null: what has been taken down must not be served for as long as somebody knows an old name.
   */
  find(scope: string, name: string): Promise<SnapshotCut | null>
}

interface Held {
  epoch: string
  begunAt: number
  cut: Promise<SnapshotCut>
}

type Parts = Pick<Deps, 'db' | 'feed' | 'now' | 'metrics' | 'log'>

const snapshotsByFeed = new WeakMap<object, Snapshots>()

/** The snapshots of this server's database. Their thread ends with the database. */
export function snapshotsOf(deps: Deps): Snapshots {
  const known = snapshotsByFeed.get(deps.feed)
  if (known) return known
  const thread = openSnapshotThread(deps.db.source)
  deps.db.onClose(thread.close)
  const opened = openSnapshots(deps, thread)
  snapshotsByFeed.set(deps.feed, opened)
  return opened
}

export function openSnapshots(parts: Parts, thread: SnapshotThread): Snapshots {
  const { feed } = parts
  const heldByScope = new Map<string, Held>()
  const named = new Map<string, { scope: string; cut: SnapshotCut; at: number }>()
  const now = () => parts.now().getTime()
  // A clock that was set back must not keep an old one.
  const isWithin = (ms: number, since: number) => Math.abs(now() - since) < ms
  const isNewest = async (scope: string, cut: SnapshotCut) =>
    cut.epoch === feed.epoch() && cut.head === (await feed.head(scope))

  async function newest(scope: string): Promise<SnapshotCut> {
    const held = heldByScope.get(scope)
    if (held?.epoch === feed.epoch()) {
      const cut = await held.cut
      const isUsable = cut.epoch === feed.epoch() && isWithin(SNAPSHOT_KEPT_MS, held.begunAt)
      if (isUsable || (await isNewest(scope, cut))) return cut
      // Somebody else who waited has begun a fresh one.
      const other = heldByScope.get(scope)
      if (other && other !== held) return other.cut
    }
    const fresh = { epoch: feed.epoch(), begunAt: now(), cut: buildSnapshot(parts, thread, scope) }
    heldByScope.set(scope, fresh)
    fresh.cut.catch(() => heldByScope.get(scope) === fresh && heldByScope.delete(scope))
    return fresh.cut
  }

  async function forgetOldNames(): Promise<void> {
    for (const [name, { scope, cut, at }] of named)
      if (!isWithin(SNAPSHOT_NAMED_MS, at) && !(await isNewest(scope, cut))) named.delete(name)
  }

  return {
    newest,
    async nameNewest(scope) {
      const cut = await newest(scope)
      named.set(cut.name, { scope, cut, at: now() })
      await forgetOldNames()
      return cut.name
    },
    async find(scope, name) {
      const found = named.get(name)
      if (found?.scope !== scope || found.cut.epoch !== feed.epoch()) return null
      const { cut, at } = found
      return isWithin(SNAPSHOT_NAMED_MS, at) || (await isNewest(scope, cut)) ? cut : null
    },
  }
}

/** Built on the thread; by this one, with pauses, when the thread fails. */
async function buildSnapshot(parts: Parts, thread: SnapshotThread, scope: string): Promise<SnapshotCut> {
  const { db, feed, metrics, log } = parts
  const order = { scope, now: parts.now(), most: mostOf(scope, feed.deviceRows()), least: feed.heard() }
  const begun = performance.now()
  const tell = (cut: SnapshotCut, isOnThread: boolean) => {
    const ms = Math.round(performance.now() - begun)
    metrics.snapshotBuild.observe({ place: isOnThread ? 'thread' : 'server' }, ms / 1000)
    log({
      level: 'info',
      snapshot: scope,
      to: cut.to,
      rows: cut.rows,
      bytes: cut.packed.length,
      ms,
      thread: isOnThread,
    })
    return cut
  }
  try {
    const { cut, fallback } = await thread.cut(order)
    if (fallback !== undefined) metrics.notePublicRead(fallback)
    return tell(cut, true)
  } catch (error) {
    log({ level: 'warn', what: 'a snapshot could not be built on its thread', scope, ...describeError(error) })
    return tell(await cutSnapshot(db, order), false)
  }
}
