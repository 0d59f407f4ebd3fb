import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { Refusal } from '#schema/errors'
import type { MarkAnswer, MarkKind } from '#schema/inspiration'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { markPresses, postMarks } from '../db/tables'
import type { Deps } from '../deps'
import { listPostViews } from './inspiration-queries'

type Answer = z.infer<typeof MarkAnswer>

/**
 * Puts a person's like or save where they want it; where it stands there already, nothing changes. A press that was made
 * before the last one that has arrived, on another device, comes too late: it is answered with how things stand.
 * @throws Refusal `post_not_found`
 */
export function markPost(
  deps: Deps,
  userId: number,
  mark: { postId: number; kind: MarkKind; isOn: boolean; pressedAt: string },
  receipt: (answer: Answer) => Step[],
): Promise<Written<Answer>> {
  const { postId, kind, pressedAt } = mark
  return deps.db.write(async () => {
    const [post] = await listPostViews(deps.db, userId, { id: postId })
    if (!post) throw new Refusal('post_not_found')
    const wasOn = kind === 'like' ? post.isLikedByCurrentUser : post.isSavedByCurrentUser
    const [last] = await deps.db.read.select().from(markPresses).where(ownPress(userId, mark))
    const isLate = last !== undefined && last.pressedAt > pressedAt
    const isOn = isLate ? wasOn : mark.isOn
    const moved = Number(isOn) - Number(wasOn)
    const value: Answer = {
      ...(kind === 'like' ? { liked: isOn } : { saved: isOn }),
      likeCount: post.likeCount + (kind === 'like' ? moved : 0),
      saveCount: post.saveCount + (kind === 'save' ? moved : 0),
    }
    const own = and(eq(postMarks.kind, kind), eq(postMarks.postId, postId), eq(postMarks.userId, userId))
    const row = { kind, postId, userId, createdAt: deps.now().toISOString() }
    const change = isOn ? build.insert(postMarks).values(row) : build.delete(postMarks).where(own)
    const press = build
      .insert(markPresses)
      .values({ kind, postId, userId, pressedAt })
      .onConflictDoUpdate({
        target: [markPresses.kind, markPresses.postId, markPresses.userId],
        set: { pressedAt: sql`max(${markPresses.pressedAt}, excluded.pressed_at)` },
      })
    return { steps: [...(moved === 0 ? [] : [step(change)]), step(press), ...receipt(value)], value }
  })
}

const ownPress = (userId: number, { kind, postId }: { kind: MarkKind; postId: number }) =>
  and(eq(markPresses.kind, kind), eq(markPresses.postId, postId), eq(markPresses.userId, userId))
