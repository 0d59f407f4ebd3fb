import type { DraftKind } from '#schema/draft'
import type { MutationPayload } from '../disk/mutations'
import { afterEarlier, type SentChange } from '../drafts/seen-words'
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
  const name: `${Kind}.change` = `${kind}.change`
  await engine.submit(name, thing, {
    draft: editDraft(kind, id),
    replacesRefused: true,
    merge(replaced, line) {
      const { edit, seen } = afterEarlier(thing, replaced, line, sentIn)
      return { ...edit, seen }
    },
  })
}
