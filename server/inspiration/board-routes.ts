import { and, eq } from 'drizzle-orm'
import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Db } from '../db/client'
import { build, step } from '../db/steps'
import { boardPosts, boards } from '../db/tables'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { assertQuota } from '../http/quotas'
import { type BoardRow, findBoardRow, listBoardPosts, listBoards, toBoard } from './board-queries'
import { listPostViews } from './inspiration-queries'

/** A person's own boards. Every call says how something is to be, so that a repeat changes nothing. */
export function boardRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.boards, async ({ user }) => ({ body: await listBoards(deps.db, user.id) }))

  mount(app, deps, endpoints.putBoard, async ({ user, params, body, now, receipt }) => {
    const { value, seq } = await deps.db.write(async () => {
      const held = await findBoardRow(deps.db, params.key)
      // Somebody else's key: it cannot be guessed, so it is treated as one that does not exist.
      if (held && held.userId !== user.id) throw new Refusal('not_found')
      if (!held || held.deletedAt) await assertQuota(deps, user.id, 'board')
      const changes = { name: body.name, eventDate: body.eventDate ?? null, deletedAt: null }
      const row: BoardRow = {
        key: params.key,
        userId: user.id,
        createdAt: held?.createdAt ?? now.toISOString(),
        ...changes,
      }
      const board = toBoard(row, await listBoardPosts(deps.db, params.key))
      const query = build.insert(boards).values(row).onConflictDoUpdate({ target: boards.key, set: changes })
      return { steps: [step(query), ...receipt(board)], value: board }
    })
    return { body: value, seq }
  })

  mount(app, deps, endpoints.deleteBoard, async ({ user, params, now, receipt }) => {
    const { seq } = await deps.db.write(async () => {
      await getOwnBoard(deps.db, params.key, user.id)
      const query = build.update(boards).set({ deletedAt: now.toISOString() }).where(eq(boards.key, params.key))
      return { steps: [step(query), ...receipt({})], value: null }
    })
    return { body: {}, seq }
  })

  mount(app, deps, endpoints.pinPost, async ({ user, params, now, receipt }) => {
    const { value, seq } = await deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, params.key, user.id)
      const [post] = await listPostViews(deps.db, user.id, { id: params.id })
      if (!post) throw new Refusal('post_not_found')
      const postIds = await listBoardPosts(deps.db, params.key)
      const board = toBoard(row, postIds.includes(params.id) ? postIds : [...postIds, params.id])
      const pin = { boardKey: params.key, postId: params.id, createdAt: now.toISOString() }
      return {
        steps: [step(build.insert(boardPosts).values(pin).onConflictDoNothing()), ...receipt(board)],
        value: board,
      }
    })
    return { body: value, seq }
  })

  mount(app, deps, endpoints.unpinPost, async ({ user, params, receipt }) => {
    const { value, seq } = await deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, params.key, user.id)
      const board = toBoard(
        row,
        (await listBoardPosts(deps.db, params.key)).filter((id) => id !== params.id),
      )
      const query = build
        .delete(boardPosts)
        .where(and(eq(boardPosts.boardKey, params.key), eq(boardPosts.postId, params.id)))
      return { steps: [step(query), ...receipt(board)], value: board }
    })
    return { body: value, seq }
  })
}

async function getOwnBoard(db: Db, key: string, userId: number): Promise<BoardRow> {
  const row = await findBoardRow(db, key)
  if (!row || row.userId !== userId || row.deletedAt) throw new Refusal('not_found')
  return row
}
