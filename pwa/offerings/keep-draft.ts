import { DRAFT_KINDS, type DraftKind } from '#schema/draft'
import { deviceName } from '../disk/device-db'
import { thisKindOfDevice } from '../disk/kind-of-device'
import { pendingOf } from '../disk/pending-of'
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

/** Throws a draft away, here and on the person's other devices. */
export async function dropDraft(engine: SyncEngine, kind: DraftKind, key: string): Promise<void> {
  clearTimeout(resting.get(key))
  const { db } = engine
  await dropPicked(db, picksOfDraft(key))
  await forgetFormDraft(db, kind, key)
  await dropUnsentSaves(engine, kind, key)
  if ((await db.draftRows.get(key)) || (await db.outbox.where('lane').equals(`draft:${key}`).count()) > 0)
    await engine.submit('draft.drop', { key })
}

/** Takes saves of a draft that never left the device out of the line: they have nothing to say once it is published or thrown away. */
export async function dropUnsentSaves({ db }: SyncEngine, kind: DraftKind, key: string): Promise<void> {
  const line = await db.outbox.where('lane').equals(`draft:${key}`).toArray()
  const unsent = line.filter(isCertainlyHere)
  await db.outbox.bulkDelete(unsent.map(({ opId }) => opId))
  // Should the thing be taken back, or refused, their words are still to be sent.
  for (const { payload } of pendingOf(unsent, 'draft.save')) await noteOffered(db, kind, key, payload.fields, false)
}
