import { and, eq } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import { build, type Step, step } from '../db/steps'
import { lastEdits } from '../db/tables'
import type { Deps } from '../deps'
import { deviceWords } from './device-words'
import type { SessionUser } from './session-user'

interface EditedThing {
  kind: (typeof lastEdits.$inferSelect)['kind']
  id: number
  user: SessionUser
  request: Request
}

/**
 * Makes an edit that notes its time and device in its own batch. @throws what `edit` throws; an `edit_conflict` says when and
 * on which device the version that stands was written, where that is known
 */
export async function noteEdit<Answer, Edited>(
  deps: Deps,
  { kind, id, user, request }: EditedThing,
  receipt: (answer: Answer) => Step[],
  edit: (receipt: (answer: Answer) => Step[]) => Promise<Edited>,
): Promise<Edited> {
  const device = deviceWords(request.headers.get('user-agent'))
  const row = { at: deps.now().toISOString(), device }
  const query = build
    .insert(lastEdits)
    .values({ kind, subjectId: id, userId: user.id, ...row })
    .onConflictDoUpdate({ target: [lastEdits.kind, lastEdits.subjectId], set: row })
  try {
    return await edit((answer) => [...receipt(answer), step(query)])
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'edit_conflict') throw error
    const [edited] = await deps.db.read
      .select({ at: lastEdits.at, device: lastEdits.device })
      .from(lastEdits)
      .where(and(eq(lastEdits.kind, kind), eq(lastEdits.subjectId, id)))
    throw new Refusal(error.kind, error.message, error.fields, { now: error.now, edited })
  }
}
