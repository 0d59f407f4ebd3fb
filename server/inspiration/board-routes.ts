import { and, eq } from 'drizzle-orm'
import type { Elysia } from 'elysia'
import { mergeEdit } from '#schema/edit'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import {
  BOARD_POSTS_MAX,
  BOARD_THINGS_MAX,
  type BoardChange,
  type BoardThing,
  type PostLink,
} from '#schema/inspiration'
import type { Db } from '../db/client'
import { build, step } from '../db/steps'
import { boardPosts, boards, boardThings } from '../db/tables'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { assertQuota } from '../http/quotas'
import { type BoardRow, findBoardRow, listBoards, listOnBoard, toBoard } from './board-queries'
import { listPostViews } from './inspiration-queries'
import { missingThings } from './missing-things'

/** A person's own boards. Every call says how something is to be, so that a repeat changes nothing. */
export function boardRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.boards, async ({ user }) => ({ body: await listBoards(deps.db, user.id) }))

  mount(app, deps, endpoints.putBoard, async ({ user, params, body, now, receipt }) => {
    return deps.db.write(async () => {
      const held = await findBoardRow(deps.db, params.key)
      // Somebody else's key: it cannot be guessed, so it is treated as one that does not exist.
      if (held && held.userId !== user.id) throw new Refusal('not_found')
      if (!held) await assertQuota(deps, user.id, 'board')
      const changes = eventOf(body, held)
      const row: BoardRow = {
        key: params.key,
        userId: user.id,
        createdAt: held?.createdAt ?? now.toISOString(),
        deletedAt: held?.deletedAt ?? null,
        ...changes,
      }
      const board = toBoard(row, await listOnBoard(deps.db, params.key))
      // A rename that was written before the board was deleted elsewhere is answered, and brings nothing back.
      if (held?.deletedAt) return { steps: receipt(board), value: board }
      const query = build.insert(boards).values(row).onConflictDoUpdate({ target: boards.key, set: changes })
      return { steps: [step(query), ...receipt(board)], value: board }
    })
  })

  mount(app, deps, endpoints.deleteBoard, async ({ user, params, now, receipt }) => {
    const { seq } = await deps.db.write(async () => {
      await getOwnBoard(deps.db, params.key, user.id)
      const query = build.update(boards).set({ deletedAt: now.toISOString() }).where(eq(boards.key, params.key))
      return [step(query), ...receipt({})]
    })
    return { body: {}, seq }
  })

  mount(app, deps, endpoints.pinPost, async ({ user, params, now, receipt }) => {
    return deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, params.key, user.id)
      const [post] = await listPostViews(deps.db, user.id, { id: params.id })
      if (!post) throw new Refusal('post_not_found')
      const on = await listOnBoard(deps.db, params.key)
      const isHeld = on.postIds.includes(params.id)
      if (!isHeld) assertRoom(on.postIds.length, BOARD_POSTS_MAX, 'posts')
      const postIds = isHeld ? on.postIds : [...on.postIds, params.id]
      const board = toBoard(row, { ...on, postIds })
      const pin = { boardKey: params.key, postId: params.id, createdAt: now.toISOString() }
      return {
        steps: [step(build.insert(boardPosts).values(pin).onConflictDoNothing()), ...receipt(board)],
        value: board,
      }
    })
  })

  mount(app, deps, endpoints.unpinPost, async ({ user, params, receipt }) => {
    return deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, params.key, user.id)
      const on = await listOnBoard(deps.db, params.key)
      const board = toBoard(row, { ...on, postIds: on.postIds.filter((id) => id !== params.id) })
      const query = build
        .delete(boardPosts)
        .where(and(eq(boardPosts.boardKey, params.key), eq(boardPosts.postId, params.id)))
      return { steps: [step(query), ...receipt(board)], value: board }
    })
  })

  mount(app, deps, endpoints.putBoardThing, async ({ user, params: { key, kind, id }, body, now, receipt }) => {
    return deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, key, user.id)
      const on = await listOnBoard(deps.db, key)
      const held = on.things.find(isThing(kind, id))
      if (!held) await assertCanAdd(deps.db, { kind, id }, on.things.length)
      const thing = { kind, id, pieces: body.pieces }
      const things = held ? on.things.map((one) => (one === held ? thing : one)) : [...on.things, thing]
      const query = build
        .insert(boardThings)
        .values({ boardKey: key, kind, thingId: id, pieces: body.pieces, createdAt: now.toISOString() })
        .onConflictDoUpdate({
          target: [boardThings.boardKey, boardThings.kind, boardThings.thingId],
          set: { pieces: body.pieces },
        })
      const board = toBoard(row, { ...on, things })
      return { steps: [step(query), ...receipt(board)], value: board }
    })
  })

  mount(app, deps, endpoints.removeBoardThing, async ({ user, params: { key, kind, id }, receipt }) => {
    return deps.db.write(async () => {
      const row = await getOwnBoard(deps.db, key, user.id)
      const on = await listOnBoard(deps.db, key)
      const isGone = isThing(kind, id)
      const board = toBoard(row, { ...on, things: on.things.filter((one) => !isGone(one)) })
      const query = build
        .delete(boardThings)
        .where(and(eq(boardThings.boardKey, key), eq(boardThings.kind, kind), eq(boardThings.thingId, id)))
      return { steps: [step(query), ...receipt(board)], value: board }
    })
  })
}

const isThing = (kind: BoardThing['kind'], id: number) => (thing: BoardThing) => thing.kind === kind && thing.id === id

/** @throws Refusal `listing_not_found`, `item_not_found`, `too_many_kept` when the board is full */
async function assertCanAdd(db: Db, thing: PostLink, held: number): Promise<void> {
  const [missing] = await missingThings(db, [thing])
  if (missing) throw new Refusal(`${missing.kind}_not_found`)
  assertRoom(held, BOARD_THINGS_MAX, 'things')
}

function assertRoom(held: number, most: number, what: string): void {
  if (held >= most) throw new Refusal('too_many_kept', `A board has room for ${most} ${what}.`)
}

/**
 * The event of a board after an edit. Of two devices each changes the fields that its person changed there; the later edit of one
 * field stays.
 */
function eventOf({ seen, ...edit }: BoardChange, held: BoardRow | null) {
  const { name, eventDate = null, place = held?.place ?? null, guests = held?.guests ?? null } = edit
  const wanted = { name, eventDate, place: place || null, guests }
  if (!held || held.deletedAt || !seen) return wanted
  const stands = { name: held.name, eventDate: held.eventDate, place: held.place, guests: held.guests }
  const kept = new Set(mergeEdit(stands, wanted, seen).kept)
  return {
    name: kept.has('name') ? stands.name : name,
    eventDate: kept.has('eventDate') ? stands.eventDate : eventDate,
    place: kept.has('place') ? stands.place : wanted.place,
    guests: kept.has('guests') ? stands.guests : guests,
  }
}

async function getOwnBoard(db: Db, key: string, userId: number): Promise<BoardRow> {
  const row = await findBoardRow(db, key)
  if (!row || row.userId !== userId || row.deletedAt) throw new Refusal('not_found')
  return row
}
