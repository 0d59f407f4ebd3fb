import { and, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import {
  canEditPost,
  type NewPost,
  type PhotoShape,
  type PostChange,
  type PostLink,
  type PostView,
} from '#schema/inspiration'
import type { Db, Written } from '../db/client'
import { build, type Step, step, updateStep } from '../db/steps'
import { inspirationPosts, uploads } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota } from '../http/quotas'
import { getWriter, type SessionUser } from '../http/session-user'
import { takeEdit } from '../http/take-edit'
import { maySeePhoto } from '../uploads/photo-access'
import { ownPhotoHash } from '../uploads/photo-store'
import { droppedPhotoSteps } from '../uploads/upload-service'
import { listPostViews } from './inspiration-queries'
import { missingThings } from './missing-things'

type Receipt = (answer: PostView) => Step[]

/** Shares a post. The same `clientId` again answers the first one. @throws Refusal `post_not_found` when that is gone */
export function createPost(deps: Deps, userId: number, wanted: NewPost, receipt: Receipt): Promise<Written<PostView>> {
  return deps.db.write(async (ids) => {
    const user = await getWriter(deps.db, userId)
    const earlier = wanted.clientId ? await findByClientId(deps.db, user.id, wanted.clientId) : null
    if (earlier) return { steps: receipt(earlier), value: earlier }
    await assertQuota(deps, user.id, 'post')
    // A device that was away asks for what its person has deleted elsewhere meanwhile.
    if (wanted.clientId && (await isKnown(deps.db, user.id, wanted.clientId))) throw new Refusal('post_not_found')
    const { clientId = null, ...fields } = wanted
    const row = {
      id: await ids.next('inspiration_posts'),
      userId: user.id,
      ...(await storedFields(deps.db, user, fields)),
      createdAt: deps.now().toISOString(),
      clientId,
    }
    const view: PostView = {
      ...row,
      username: user.username,
      likeCount: 0,
      saveCount: 0,
      isLikedByCurrentUser: false,
      isSavedByCurrentUser: false,
    }
    return { steps: [step(build.insert(inspirationPosts).values(row)), ...receipt(view)], value: view }
  })
}

/**
 * Edits one's own post, field by field where the edit says what its form had shown.
 * @throws Refusal `post_not_found`, `forbidden`, `edit_conflict`
 */
export function changePost(
  deps: Deps,
  user: SessionUser,
  id: number,
  wanted: PostChange,
  receipt: Receipt,
): Promise<Written<PostView>> {
  return deps.db.write(async () => {
    const post = await getOwnPost(deps.db, user, id)
    const fields = await storedFields(deps.db, user, takeEdit(post, wanted, wordsIn(wanted)))
    const view = { ...post, ...fields }
    const dropped = droppedPhotoSteps(deps, post.userId, [post.imageUrl], [fields.imageUrl])
    return {
      steps: [updateStep(inspirationPosts, fields, eq(inspirationPosts.id, id)), ...dropped, ...receipt(view)],
      value: view,
    }
  })
}

/** Deletes one's own post; those who saved it see that it is gone. @throws Refusal `post_not_found`, `forbidden` */
export function deletePost(deps: Deps, user: SessionUser, id: number, receipt: Step[]): Promise<Written<null>> {
  return deps.db.write(async () => {
    // Operators may show a hidden post again: its author deletes it all the same.
    if (!(await isOwnKept(deps.db, user.id, id))) await getOwnPost(deps.db, user, id)
    const query = build
      .update(inspirationPosts)
      .set({ deletedAt: deps.now().toISOString() })
      .where(eq(inspirationPosts.id, id))
    return [step(query), ...receipt]
  })
}

async function getOwnPost(db: Db, user: SessionUser, id: number): Promise<PostView> {
  const [post] = await listPostViews(db, user.id, { id })
  if (!post) throw new Refusal('post_not_found')
  if (!canEditPost(user, post)) throw new Refusal('forbidden')
  return post
}

/** Has this person a post of that number that is not deleted, on show or hidden? */
async function isOwnKept(db: Db, userId: number, id: number): Promise<boolean> {
  const [own] = await db.read
    .select({ id: inspirationPosts.id })
    .from(inspirationPosts)
    .where(and(eq(inspirationPosts.id, id), eq(inspirationPosts.userId, userId), isNull(inspirationPosts.deletedAt)))
  return own !== undefined
}

async function storedFields(db: Db, user: SessionUser, wanted: PostChange) {
  return {
    ...wordsIn(wanted),
    links: await knownLinks(db, wanted.links),
    shape: await shapeOf(db, user, wanted.imageUrl),
  }
}

function wordsIn({ title, description, imageUrl, alt, tags, links }: PostChange) {
  return { title, description: description || null, imageUrl, alt: alt || null, tags, links }
}

/** Links to things that exist, each once, in the order given. @throws Refusal naming the field when one does not */
async function knownLinks(db: Db, links: PostLink[]): Promise<PostLink[]> {
  const missing = await missingThings(db, links)
  if (missing.length > 0) {
    const message = 'One of the linked things is no longer there.'
    throw new Refusal('validation', message, { links: message })
  }
  return [...new Map(links.map((link) => [`${link.kind}/${link.id}`, link])).values()]
}

/** The shape of an upload that the writer may see. */
async function shapeOf(db: Db, user: SessionUser, url: string): Promise<PhotoShape | null> {
  const sha256 = ownPhotoHash(url)
  if (!sha256) return null
  const [found] = await db.read
    .select({ width: uploads.width, height: uploads.height, tint: uploads.tint })
    .from(uploads)
    .where(eq(uploads.sha256, sha256))
    .limit(1)
  // Uploads that nothing refers to are deleted after a while; a device that was away for longer sends its photo again.
  if (!found || !(await maySeePhoto(db, user, sha256))) throw new Refusal('upload_gone')
  return found
}

async function isKnown(db: Db, userId: number, clientId: string): Promise<boolean> {
  const [row] = await db.read
    .select({ id: inspirationPosts.id })
    .from(inspirationPosts)
    .where(and(eq(inspirationPosts.userId, userId), eq(inspirationPosts.clientId, clientId)))
  return row !== undefined
}

async function findByClientId(db: Db, userId: number, clientId: string): Promise<PostView | null> {
  const [row] = await db.read
    .select({ id: inspirationPosts.id })
    .from(inspirationPosts)
    .where(and(eq(inspirationPosts.userId, userId), eq(inspirationPosts.clientId, clientId)))
  if (!row) return null
  const [view] = await listPostViews(db, userId, { id: row.id })
  if (!view) throw new Refusal('post_not_found', 'This post was shared before and is no longer there.')
  return view
}
