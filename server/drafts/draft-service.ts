import { and, eq, isNull } from 'drizzle-orm'
import { DRAFT_MAX_CHARS, type DraftChange, type DraftRow, mergeDraft, withoutOld } from '#schema/draft'
import { Refusal } from '#schema/errors'
import type { Written } from '../db/client'
import { build, type Step, step, updateStep } from '../db/steps'
import { drafts } from '../db/tables'
import type { Deps } from '../deps'
import { assertQuota } from '../http/quotas'
import { droppedPhotoSteps } from '../uploads/upload-service'
import { findStoredDraft, isPublished, toDraftRow } from './draft-queries'

/** Of a draft with the versions that stand beside it. */
const DRAFT_KEPT_CHARS = 3 * DRAFT_MAX_CHARS

/**
 * Takes a device's edits into the person's draft, field by field (see `mergeDraft`). A draft that was published or thrown
 * away stays gone: late edits of it are answered and change nothing.
 * @throws Refusal `not_found` when the key is somebody else's, `validation` when all of it together is too long
 */
export function putDraft(
  deps: Deps,
  userId: number,
  key: string,
  change: DraftChange,
  receipt: (answer: DraftRow | null) => Step[],
): Promise<Written<DraftRow>> {
  return deps.db.write(async () => {
    const held = await findStoredDraft(deps.db, key)
    if (held && held.userId !== userId) throw new Refusal('not_found')
    const at = deps.now().toISOString()
    const { earlier, ...merged } = mergeDraft(held ?? { fields: {}, others: {} }, change.fields)
    const kept = { ...merged, earlier: withoutOld(earlier, deps.now()) }
    const value = { key, kind: held?.kind ?? change.kind, ...kept, updatedAt: at }
    const isOver = held ? held.deletedAt !== null : await isPublished(deps.db, userId, key)
    if (isOver) return { steps: receipt(value), value }
    if (JSON.stringify(kept).length > DRAFT_KEPT_CHARS) throw tooLong()
    if (!held) await assertQuota(deps, userId, 'draft')
    const write = held
      ? build
          .update(drafts)
          .set({ ...kept, updatedAt: at })
          .where(eq(drafts.key, key))
      : build.insert(drafts).values({ ...value, userId, createdAt: at })
    // A form is saved every few seconds: the draft itself answers a repeat.
    return { steps: [step(write), ...receipt(null)], value }
  })
}

/** A draft as it stands. @throws Refusal `not_found` when there is none of this person's under the key */
export async function getDraft({ db }: Deps, userId: number, key: string): Promise<DraftRow> {
  const held = await findStoredDraft(db, key)
  if (held?.userId !== userId) throw new Refusal('not_found')
  return toDraftRow(held)
}

const tooLong = () =>
  new Refusal('validation', 'This draft is too long to be kept.', { fields: 'This draft is too long to be kept.' })

/** Throws a draft away. @throws Refusal `not_found` when there is none of this person's under the key */
export function deleteDraft(deps: Deps, userId: number, key: string, receipt: Step[]): Promise<Written<object>> {
  return deps.db.write(async () => {
    const held = await findStoredDraft(deps.db, key)
    if (held?.userId !== userId || held.deletedAt) throw new Refusal('not_found')
    return { steps: [...endDraftSteps(userId, key, deps.now()), ...receipt], value: toDraftRow(held) }
  })
}

/**
 * Ends a draft in the batch that makes the thing itself: the thing's client id is the draft's key. Devices keep the draft's
 * earlier versions: their photos stay for as long as those that an edit takes out.
 * @param photos those of the thing
 */
export async function publishedDraftSteps(deps: Deps, userId: number, key: string, photos: string[]): Promise<Step[]> {
  const held = await findStoredDraft(deps.db, key)
  const texts = held ? [held.fields, held.others, held.earlier].map((versions) => JSON.stringify(versions)) : []
  return [...endDraftSteps(userId, key, deps.now()), ...droppedPhotoSteps(deps, userId, texts, photos)]
}

function endDraftSteps(userId: number, key: string, now: Date): Step[] {
  const own = and(eq(drafts.key, key), eq(drafts.userId, userId), isNull(drafts.deletedAt))
  return [updateStep(drafts, { deletedAt: now.toISOString(), fields: {}, others: {}, earlier: {} }, own)]
}
