import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { Refusal } from '#schema/errors'
import type { MarkAnswer, MarkKind, PostStat } from '#schema/inspiration'
import type { Written } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { markPresses, postMarks } from '../db/tables'
import type { Deps } from '../deps'
import { findMarks, findPostStats, listPostViews } from './inspiration-queries'

type Answer = z.infer<typeof MarkAnswer>
type Asked = { postId: number; kind: MarkKind }

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
    const [last] = await deps.db.read.select().from(markPresses).where(ownPress(userId, mark))
    const found = (await findShown(deps, userId, mark)) ?? (await findOwn(deps, userId, mark, last !== undefined))
    if (!found) throw new Refusal('post_not_found')
    const { wasOn, post } = found
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

interface Found {
  wasOn: boolean
  post: PostStat
}

async function findShown(deps: Deps, userId: number, { postId, kind }: Asked): Promise<Found | null> {
  const [post] = await listPostViews(deps.db, userId, { id: postId })
  return post ? { wasOn: kind === 'like' ? post.isLikedByCurrentUser : post.isSavedByCurrentUser, post } : null
}

/** A mark on a post that is out of sight by now (hidden, deleted, or blocked) is still its person's to take back. */
async function findOwn(deps: Deps, userId: number, mark: Asked & { isOn: boolean }, hasPressed: boolean) {
  const { postId, kind, isOn } = mark
  if (isOn) return null
  const wasOn = (await findMarks(deps.db, [`${kind}/${postId}`], userId)).size > 0
  const post = wasOn || hasPressed ? (await findPostStats(deps.db, [postId])).get(postId) : undefined
  return post ? { wasOn, post } : null
}

const ownPress = (userId: number, { kind, postId }: Asked) =>
  and(eq(markPresses.kind, kind), eq(markPresses.postId, postId), eq(markPresses.userId, userId))
