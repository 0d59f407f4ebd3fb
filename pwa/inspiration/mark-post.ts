import type { MarkKind } from '#schema/inspiration'
import { isDiskFull } from '../disk/disk-full'
import type { SyncEngine } from '../sync/engine'
import { pressedNow } from '../sync/server-clock'

/** Likes or saves a post, or takes it back: what counts is how the person wants it to stand, and when they said so. */
export async function markPost(engine: SyncEngine, kind: MarkKind, postId: number, on: boolean): Promise<void> {
  const name = kind === 'like' ? 'post.like' : 'post.save'
  const press = { postId, on, pressedAt: pressedNow() }
  try {
    await engine.submit(name, press)
  } catch (error) {
    // No room to keep it: it goes out from memory.
    if (!isDiskFull(error)) throw error
    const refusal = await engine.sendFromMemory(name, press, error)
    if (refusal) throw new Error(refusal)
  }
}
