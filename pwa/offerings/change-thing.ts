import type { DraftKind } from '#schema/draft'
import type { MutationPayload } from '../disk/mutations'
import { afterEarlier, type SentChange } from '../drafts/seen-words'
import type { SyncEngine } from '../sync/engine'
import { editDraft } from './thing-edits'

/**
 * Changes one's own thing on offer; kept at once and sent when the connection allows. Only the last words count.
 * @param over the changes whose words the form showed, by id: the refused ones give way
 * @returns the id of the write
 */
export async function changeThing<Kind extends DraftKind>(
  engine: SyncEngine,
  kind: Kind,
  id: number,
  thing: MutationPayload<`${Kind}.change`>,
  over: readonly string[],
  sentIn: (payload: unknown) => SentChange | null,
): Promise<string | null> {
  const name: `${Kind}.change` = `${kind}.change`
  return engine.submit(name, thing, {
    draft: editDraft(kind, id),
    replacesRefused: over,
    merge(replaced, line) {
      const shown = line.filter(({ opId, state }) => state !== 'attention' || over.includes(opId))
      const { edit, seen } = afterEarlier(thing, replaced, shown, sentIn)
      return { ...edit, seen }
    },
  })
}
