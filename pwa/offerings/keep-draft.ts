import { DRAFT_KINDS, type DraftKind } from '#schema/draft'
import { deviceName } from '../disk/device-db'
import { thisKindOfDevice } from '../disk/kind-of-device'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import { dropPhotoIfUnneeded, neededPhotos } from '../drafts/kept-photos'
import { dropPicked } from '../photos/drop-picked'
import type { SyncEngine } from '../sync/engine'
import { isCertainlyHere } from '../sync/overlay'
import {
  forgetFormDraft,
  type KeptOffering,
  keepFormDraft,
  localDraftKeys,
  noteOffered,
  pendingEdits,
  tidyFormDrafts,
} from './form-drafts'

/** Typing rests for this long before it travels; on this device it is kept with every press. */
const TYPING_REST_MS = 3_000
const resting = new Map<string, ReturnType<typeof setTimeout>>()

/** Keeps a form on this device, now, and for the person's other devices a little later. */
export async function keepDraft(engine: SyncEngine, kind: DraftKind, key: string, form: KeptOffering): Promise<void> {
  await keepFormDraft(engine.db, kind, key, form)
  clearTimeout(resting.get(key))
  resting.set(
    key,
    setTimeout(() => void sendDraft(engine, kind, key), TYPING_REST_MS),
  )
}

/** Puts what the server lacks of a draft in line, its photos first. */
export async function sendDraft(engine: SyncEngine, kind: DraftKind, key: string): Promise<void> {
  clearTimeout(resting.get(key))
  resting.delete(key)
  const { db } = engine
  const from = thisKindOfDevice()
  const fields = await pendingEdits(db, kind, key, { by: await deviceName(), ...(from && { from }) })
  if (fields === null || (await isEnding(engine, kind, key))) return
  const payload = { key, kind, fields }
  await engine.queueTogether(async (submit) => {
    await submit('draft.save', payload)
    await noteOffered(db, kind, key, fields)
  })
}

/** Published or thrown away, and only waiting for its connection: what is typed late is not sent after it. */
async function isEnding({ db }: SyncEngine, kind: DraftKind, key: string): Promise<boolean> {
  const line = await db.outbox.where('lane').anyOf(`draft:${key}`, `${kind}:${key}`).toArray()
  return line.some(
    (item) => item.kind === 'draft.drop' || (item.kind === `${kind}.create` && item.state !== 'attention'),
  )
}

/** Sends what an earlier visit left unsent, and forgets what has ended elsewhere. */
export async function sendDrafts(engine: SyncEngine): Promise<void> {
  for (const kind of DRAFT_KINDS) {
    await tidyFormDrafts(engine.db, kind)
    for (const key of await localDraftKeys(engine.db, kind)) await sendDraft(engine, kind, key)
  }
}

/** Names a draft's form where files are picked for it. */
export const picksOfDraft = (key: string) => `draft:${key}`

/**
 * Throws a draft away, here and on the person's other devices, with a publication of it that never left this device.
 * @returns false for one whose publication may have arrived: it stays
 */
export async function dropDraft(engine: SyncEngine, kind: DraftKind, key: string): Promise<boolean> {
  const { db } = engine
  if (!(await publicationsOf(db, kind, key)).every(isCertainlyHere)) return false
  await dropPicked(db, picksOfDraft(key))
  const row = await db.draftRows.get(key)
  return engine.queueTogether(async (submit) => {
    const publications = await publicationsOf(db, kind, key)
    if (!publications.every(isCertainlyHere)) return false
    clearTimeout(resting.get(key))
    await db.outbox.bulkDelete(publications.map(({ opId }) => opId))
    await forgetFormDraft(db, kind, key)
    for (const blobId of publications.flatMap(neededPhotos)) await dropPhotoIfUnneeded(db, blobId)
    await dropUnsentSaves(engine, kind, key)
    if (row || (await db.outbox.where('lane').equals(`draft:${key}`).count()) > 0) await submit('draft.drop', { key })
    return true
  })
}

/** The publication of a draft, as it stands in line. */
async function publicationsOf(db: LocalDb, kind: DraftKind, key: string): Promise<OutboxItem[]> {
  const line = await db.outbox.where('lane').equals(`${kind}:${key}`).toArray()
  return line.filter((item) => item.kind === `${kind}.create`)
}

/** Takes saves of a draft that never left the device out of the line: they have nothing to say once it is published or thrown away. */
export async function dropUnsentSaves({ db }: SyncEngine, kind: DraftKind, key: string): Promise<void> {
  const line = await db.outbox.where('lane').equals(`draft:${key}`).toArray()
  const unsent = line.filter(isCertainlyHere)
  await db.outbox.bulkDelete(unsent.map(({ opId }) => opId))
  // Should the thing be taken back, or refused, their words are still to be sent.
  for (const { payload } of pendingOf(unsent, 'draft.save')) await noteOffered(db, kind, key, payload.fields, false)
}
