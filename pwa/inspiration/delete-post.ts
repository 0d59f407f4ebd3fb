import type { Post } from '#schema/inspiration'
import type { SyncEngine } from '../sync/engine'
import { postKey } from './post-overlay'

/** Deletes one's own post; it goes from the screen at once and from the server when the connection allows. */
export async function deletePost(engine: SyncEngine, post: Pick<Post, 'id' | 'clientId'>): Promise<void> {
  await engine.submit('post.delete', { postKey: postKey(post), postId: post.id })
}
