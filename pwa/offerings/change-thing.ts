import type { DraftKind } from '#schema/draft'
import { laneOf, type MutationPayload, parseMutation, photosOf } from '../disk/mutations'
import { dropPhotoIfUnneeded } from '../drafts/kept-photos'
import { type SentChange, seenBefore } from '../drafts/seen-words'
import { queuePhoto } from '../photos/queue-photo'
import type { SyncEngine } from '../sync/engine'
import { editDraft } from './thing-edits'

/** Changes one's own thing on offer; kept at once and sent when the connection allows. Only the last words count. */
export async function changeThing<Kind extends DraftKind>(
  engine: SyncEngine,
  kind: Kind,
  id: number,
  thing: MutationPayload<`${Kind}.change`>,
  sentIn: (payload: unknown) => SentChange | null,
): Promise<void> {
  const { db } = engine
  const name: `${Kind}.change` = `${kind}.change`
  await engine.queueTogether(async (queue) => {
    const line = await db.outbox.where('lane').equals(laneOf(name, thing)).toArray()
    const changes = line.filter((item) => item.kind === name)
    await db.outbox.bulkDelete(changes.filter(({ state }) => state === 'attention').map(({ opId }) => opId))
    const sent = { ...thing, seen: seenBefore(changes, thing.seen, sentIn) }
    for (const blobId of photosOf(name, sent)) await queuePhoto(db, queue, blobId)
    await queue(name, sent)
    await editDraft(kind, id).forget(db)
    // Photos of earlier words that another photo has taken the place of.
    const earlier = changes.flatMap(({ payload }) => {
      const change = parseMutation(name, payload)
      return change ? photosOf(name, change) : []
    })
    for (const blobId of earlier) await dropPhotoIfUnneeded(db, blobId)
  })
}
