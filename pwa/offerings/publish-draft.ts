import type { DraftKind } from '#schema/draft'
import type { MutationPayload } from '../disk/mutations'
import { putVersionsAside } from '../drafts/earlier-words'
import type { SyncEngine } from '../sync/engine'
import { readFormDraft } from './form-drafts'
import { dropUnsentSaves } from './keep-draft'

type Creation = `${DraftKind}.create`

/**
 * Publishes a draft, under whose key the thing goes: however often this is pressed and sent, there is one. Its photos and
 * itself are put in line in one step, in place of a try that was refused. The draft stays until the thing is back from the
 * server. The server ends its own copy: the versions that stand beside the draft are put aside here.
 */
export async function publishDraft<Name extends Creation>(
  engine: SyncEngine,
  name: Name,
  thing: MutationPayload<Name> & { clientId: string },
): Promise<void> {
  const kind: DraftKind = name === 'item.create' ? 'item' : 'listing'
  const draft = await readFormDraft(engine.db, kind, thing.clientId)
  await engine.queueTogether(async (submit) => {
    const opId = await submit(name, thing, {
      replacesRefused: true,
      merge: (_, line) => (line.some(({ state }) => state !== 'attention') ? null : thing),
    })
    if (opId === null) return
    await dropUnsentSaves(engine, kind, thing.clientId)
    for (const versions of draft ? [draft.earlier, draft.others] : [])
      await putVersionsAside(engine.db, `${kind}:${thing.clientId}`, versions, new Date())
  })
}

/** Takes a thing back that has not left this device; the draft can be written on. @returns whether it was in time */
export async function withdrawDraft(engine: SyncEngine, kind: DraftKind, key: string): Promise<boolean> {
  const { db } = engine
  return db.transaction('rw', db.outbox, async () => {
    const line = await db.outbox.where('lane').equals(`${kind}:${key}`).toArray()
    const item = line.find((one) => one.kind === `${kind}.create`)
    if (!item || item.everSent || item.state !== 'queued') return false
    await db.outbox.delete(item.opId)
    return true
  })
}

/** Takes a refused thing out of the outbox once the reason has gone; it is a draft as before. */
export async function forgetRefusal(engine: SyncEngine, opId: string): Promise<void> {
  const { db } = engine
  await db.outbox
    .where('opId')
    .equals(opId)
    .and(({ state }) => state === 'attention')
    .delete()
}
