import type { LocalDb, OutboxItem } from '../../disk/local-db'
import { keepShared } from '../../inspiration/sharing/keep-shared'
import { emptyPostDraft, NEW_POST, postDraft } from '../../inspiration/sharing/post-drafts'
import { readAside } from '../../inspiration/sharing/posts-aside'
import { sharePost } from '../../inspiration/sharing/share-post'
import { keepFormDraft, noteOffered, pendingEdits, readFormDraft } from '../../offerings/form-drafts'
import { discardWrite, undoDiscard } from '../../outbox/waiting-write'
import { SyncEngine } from '../../sync/engine'
import { enqueue } from '../../sync/outbox'
import type { Mutant } from './mutants'
import { SIMULATED_PHOTO } from './network'

/** A person's writings on a device besides messages: some must be on a screen, others must be nowhere. */
export interface Writings {
  /** Posts that were shared and not taken back, by client id. */
  posts: Map<string, string>
  /** Posts and photos that were discarded before anything of them had left. */
  discarded: { clientId: string; title: string; blobId: string }[]
  /** Posts that were discarded when they may have left: nobody knows. */
  unsure: Set<string>
  /** Words that other apps have shared, until they are posted. */
  shares: Set<string>
  /** Messages that were discarded before they had left. */
  unsaid: Set<string>
  /** Titles typed in the draft that the person's devices have in common. */
  titles: Set<string>
  /** Titles that stood in this device's form when something else was typed over them. */
  overtyped: Set<string>
}

export const noWritings = (): Writings => ({
  posts: new Map(),
  discarded: [],
  unsure: new Set(),
  shares: new Set(),
  unsaid: new Set(),
  titles: new Set(),
  overtyped: new Set(),
})

/** A device on which somebody writes. */
export interface Writer {
  db: LocalDb
  name: string
  userId: number
  /** The name under which it writes drafts. */
  id: string
  now: number
  mutant: Mutant | null
  writings: Writings
}

let told = 0
const words = ({ name }: Writer, what: string) => `${name} ${what} ${++told}`
const engineOf = ({ db, userId }: Writer) => new SyncEngine(db, userId)

/** Shares a post with a photo of this device, where the form is not in use for something else. */
export async function sharePhoto(writer: Writer): Promise<void> {
  const { db, writings } = writer
  if (await postDraft(NEW_POST).read(db)) return
  const [clientId, blobId, title] = [crypto.randomUUID(), crypto.randomUUID(), words(writer, 'shows')]
  const bytes = new TextEncoder().encode(blobId).buffer as ArrayBuffer
  await db.blobs.add({ blobId, bytes, type: 'image/jpeg', width: 1, height: 1, createdAt: '', url: null })
  await sharePost(engineOf(writer), { ...POST, title, clientId, photo: { blobId } })
  writings.posts.set(clientId, title)
}

const POST = { description: null, alt: null, tags: [], links: [] }

/** Discards one of the posts that wait; now and then it is brought back at once. */
export async function discardPost(writer: Writer, isRegretted: boolean): Promise<void> {
  const { db, writings, mutant } = writer
  const item = (await db.outbox.toArray()).find(({ kind, state }) => kind === 'post.create' && state === 'queued')
  if (!item) return
  const { clientId, title, photo } = item.payload as { clientId: string; title: string; photo: { blobId?: string } }
  const uploads = (await db.outbox.toArray()).filter((one) => isUploadOf(one, photo.blobId))
  const hasLeft = item.everSent || uploads.some(({ everSent }) => everSent) || uploads.length === 0
  if (mutant === 'a discarded photo is sent all the same') {
    await db.outbox.bulkDelete(uploads.map(({ opId }) => opId))
  } else {
    const engine = engineOf(writer)
    const discarded = await discardWrite(engine, item.opId, { mayHaveArrived: true })
    if (!discarded) return
    if (isRegretted) return undoDiscard(engine, discarded)
  }
  writings.posts.delete(clientId)
  if (hasLeft) writings.unsure.add(clientId)
  else writings.discarded.push({ clientId, title, blobId: photo.blobId ?? '' })
}

const isUploadOf = ({ kind, payload }: OutboxItem, blobId: string | undefined) =>
  kind === 'photo.upload' && (payload as { blobId: string }).blobId === blobId

/** Another app shares words into this one. */
export async function takeShare(writer: Writer): Promise<void> {
  const { db, writings, mutant } = writer
  const title = words(writer, 'was sent')
  if (mutant === 'a share is poured into the open form') {
    const draft = (await postDraft(NEW_POST).read(db)) ?? emptyPostDraft()
    await postDraft(NEW_POST).save(db, { ...draft, title: draft.title || title })
  } else if (!(await keepShared(db, [], { title, text: '' }))) return
  writings.shares.add(title)
}

/** Posts what stands in the form of a new post. */
export async function postShare(writer: Writer): Promise<void> {
  const { db, writings } = writer
  const draft = await postDraft(NEW_POST).read(db)
  if (!draft || draft.title === '') return
  const { title, clientId } = draft
  await sharePost(engineOf(writer), { ...POST, title, clientId, photo: { url: SIMULATED_PHOTO } })
  writings.shares.delete(title)
  writings.posts.set(clientId, title)
}

/** Throws the form of a new post away. */
export async function startOver({ db, writings }: Writer): Promise<void> {
  const draft = await postDraft(NEW_POST).read(db)
  await postDraft(NEW_POST).forget(db)
  if (draft) writings.shares.delete(draft.title)
}

/** Every title that this device has in the forms of new posts. */
export async function begunTitles(db: LocalDb): Promise<Set<string>> {
  const [draft, aside] = await Promise.all([postDraft(NEW_POST).read(db), readAside(db)])
  return new Set([...(draft ? [draft.title] : []), ...aside.map((one) => one.draft.title)])
}

/** Types a title over the one that this device shows. */
export async function typeTitle(writer: Writer, key: string): Promise<void> {
  const { db, writings } = writer
  const title = words(writer, 'calls it')
  const shown = (await readFormDraft(db, 'listing', key))?.values.title
  await keepFormDraft(db, 'listing', key, { values: { title } })
  writings.titles.add(title)
  if (typeof shown === 'string') writings.overtyped.add(shown)
  await offerDraft(writer, key)
}

/** Chooses between what was typed here and elsewhere: nothing of it may be lost. */
export async function chooseTitle(writer: Writer, key: string, isOwn: boolean): Promise<void> {
  const { db, id, mutant } = writer
  const draft = await readFormDraft(db, 'listing', key)
  const [other, ...further] = draft?.others.title ?? []
  if (!draft || !other) return
  const own = { value: draft.values.title, at: draft.typedAt.title ?? new Date().toISOString(), by: id }
  const aside = isOwn ? [other, ...further] : [own, ...further]
  const said = mutant === FORGETFUL ? {} : { aside: { title: aside } }
  await keepFormDraft(db, 'listing', key, {
    values: { title: (isOwn ? own : other).value },
    chosen: ['title'],
    ...said,
  })
  await offerDraft(writer, key)
}

export const FORGETFUL = 'a choice throws the other version away' satisfies Mutant

async function offerDraft({ db, userId, id, now }: Writer, key: string): Promise<void> {
  const fields = await pendingEdits(db, 'listing', key, { by: id })
  if (!fields) return
  await db.transaction('rw', db.outbox, db.drafts, db.blobs, async () => {
    await enqueue(db, userId, 'draft.save', { key, kind: 'listing', fields }, now)
    await noteOffered(db, 'listing', key, fields)
  })
}

/** Every title that this device shows of the common draft: in the form, beside it, and among the earlier ones. */
export async function shownTitles(db: LocalDb, key: string): Promise<Set<unknown>> {
  const draft = await readFormDraft(db, 'listing', key)
  const beside = [...(draft?.others.title ?? []), ...(draft?.earlier.title ?? [])].map(({ value }) => value)
  return new Set([draft?.values.title, ...beside])
}
