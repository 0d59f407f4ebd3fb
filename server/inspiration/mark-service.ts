import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { Refusal } from '#schema/errors'
import type { MarkAnswer, MarkKind } from '#schema/inspiration'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { postMarks } from '../db/tables'
import type { Deps } from '../deps'
import { listPostViews } from './inspiration-queries'

type Answer = z.infer<typeof MarkAnswer>

/**
 * Puts a person's like or save where they want it; where it stands there already, nothing changes.
 * @throws Refusal `post_not_found`
 */
export function markPost(
  deps: Deps,
  userId: number,
  mark: { postId: number; kind: MarkKind; isOn: boolean },
  receipt: (answer: Answer) => Step[],
): Promise<Written<Answer>> {
  const { postId, kind, isOn } = mark
  return deps.db.write(async () => {
    const [post] = await listPostViews(deps.db, userId, { id: postId })
    if (!post) throw new Refusal('post_not_found')
    const wasOn = kind === 'like' ? post.isLikedByCurrentUser : post.isSavedByCurrentUser
    const moved = Number(isOn) - Number(wasOn)
    const value: Answer = {
      ...(kind === 'like' ? { liked: isOn } : { saved: isOn }),
      likeCount: post.likeCount + (kind === 'like' ? moved : 0),
      saveCount: post.saveCount + (kind === 'save' ? moved : 0),
    }
    const own = and(eq(postMarks.kind, kind), eq(postMarks.postId, postId), eq(postMarks.userId, userId))
    const row = { kind, postId, userId, createdAt: deps.now().toISOString() }
    const change = isOn ? build.insert(postMarks).values(row) : build.delete(postMarks).where(own)
    return { steps: [...(moved === 0 ? [] : [step(change)]), ...receipt(value)], value }
  })
}
