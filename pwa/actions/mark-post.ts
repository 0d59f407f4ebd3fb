import type { MarkKind } from '#schema/inspiration'
import type { SyncEngine } from '../sync/engine'

/** Likes or saves a post, or takes it back: what counts is how the person wants it to stand. */
export async function markPost(engine: SyncEngine, kind: MarkKind, postId: number, on: boolean): Promise<void> {
  await engine.queue(kind === 'like' ? 'post.like' : 'post.save', { postId, on })
}
