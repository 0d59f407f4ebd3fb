import { eq } from 'drizzle-orm'
import { todayIn } from '#schema/date-range'
import { Refusal } from '#schema/errors'
import { listingPhotos } from '#schema/listing'
import { canEditItem, type ItemChange, type NewItem, type OwnItem, pauseProblem } from '#schema/made-to-order'
import type { Written } from '../../db/client'
import { build, type Step, step, updateStep } from '../../db/steps'
import { madeToOrderItems } from '../../db/tables'
import type { Deps } from '../../deps'
import { publishedDraftSteps } from '../../drafts/draft-service'
import { type Press, takePress } from '../../http/last-press'
import { assertQuota } from '../../http/quotas'
import { getWriter, type SessionUser } from '../../http/session-user'
import { takeEdit } from '../../http/take-edit'
import { alignedPhotos } from '../../uploads/aligned-photos'
import { assertPhotosHere } from '../../uploads/photo-access'
import { droppedPhotoSteps } from '../../uploads/upload-service'
import { findItemByClientId, findItemRow, type ItemRow, toOwnItem } from './item-queries'

type Receipt = (answer: OwnItem) => Step[]

/** Posts an item and ends its draft. A repeat with the same `clientId` answers the first row. @throws Refusal `upload_gone` */
export function createItem(
  deps: Deps,
  userId: number,
  { clientId = undefined, ...wanted }: NewItem,
  receipt: Receipt,
): Promise<Written<OwnItem>> {
  return deps.db.write(async (ids) => {
    const maker = await getWriter(deps.db, userId)
    const first = clientId ? await findItemByClientId(deps.db, maker.id, clientId) : null
    if (first) {
      const answer = toOwnItem(first, maker.username)
      return { steps: receipt(answer), value: answer }
    }
    await assertQuota(deps, maker.id, 'item')
    const photos = listingPhotos(wanted)
    await assertPhotosHere(deps.db, maker, photos)
    const row: ItemRow = {
      ...wanted,
      ...photosIn(wanted),
      id: await ids.next('made_to_order_items'),
      userId: maker.id,
      pausedUntil: null,
      reviewCount: 0,
      reviewStars: 0,
      createdAt: deps.now().toISOString(),
      hiddenAt: null,
      deletedAt: null,
      clientId: clientId ?? null,
    }
    const value = toOwnItem(row, maker.username)
    const draft = clientId ? await publishedDraftSteps(deps, maker.id, clientId, photos) : []
    return { steps: [step(build.insert(madeToOrderItems).values(row)), ...draft, ...receipt(value)], value }
  })
}

/**
 * Changes an item, field by field where the edit says what its form had shown; open orders keep what they were placed on.
 * @throws Refusal `item_not_found`, `forbidden`, `edit_conflict`, `upload_gone`
 */
export function changeItem(
  deps: Deps,
  maker: SessionUser,
  id: number,
  change: ItemChange,
  receipt: Receipt,
): Promise<Written<OwnItem>> {
  return update(deps, maker, id, receipt, async (row) => {
    const { seen: _, ...asSent } = change
    const asStored = { ...row, ...asSent, ...photosIn(change) }
    const wanted = takeEdit(toOwnItem(row, maker.username), change, toOwnItem(asStored, maker.username))
    await assertPhotosHere(deps.db, maker, listingPhotos(wanted), listingPhotos(row))
    return { ...wanted, ...photosIn(wanted) }
  })
}

/** Takes no orders until a day, that day included; null takes them again. @throws Refusal `validation` for a day too far ahead */
export function pauseItem(
  deps: Deps,
  maker: SessionUser,
  press: Press,
  pausedUntil: string | null,
  receipt: Receipt,
): Promise<Written<OwnItem>> {
  const pause = () => {
    const problem = pausedUntil && pauseProblem(pausedUntil, todayIn(deps.env.timezone, deps.now()))
    if (problem) throw new Refusal('validation', problem, { until: problem })
    return { pausedUntil }
  }
  return update(deps, maker, press.subjectId, receipt, pause, press)
}

/** Takes an item off the public pages for good or brings it back; its buyers go on seeing what they bought. */
export function archiveItem(
  deps: Deps,
  maker: SessionUser,
  press: Press,
  archived: boolean,
  receipt: Receipt,
): Promise<Written<OwnItem>> {
  const deletedAt = archived ? deps.now().toISOString() : null
  return update(deps, maker, press.subjectId, receipt, () => ({ deletedAt }), press)
}

/** @param press a late one changes nothing: it is answered with how things stand */
function update(
  deps: Deps,
  maker: SessionUser,
  id: number,
  receipt: Receipt,
  changesOf: (row: ItemRow) => Partial<ItemRow> | Promise<Partial<ItemRow>>,
  press?: Press,
): Promise<Written<OwnItem>> {
  return deps.db.write(async () => {
    const row = await findItemRow(deps.db, id)
    if (!row) throw new Refusal('item_not_found')
    if (!canEditItem(maker, row)) throw new Refusal('forbidden')
    const { isLate = false, steps = [] } = press ? await takePress(deps.db, press) : {}
    if (isLate) {
      const value = toOwnItem(row, maker.username)
      return { steps: receipt(value), value }
    }
    const changes = await changesOf(row)
    const changed = { ...row, ...changes }
    const value = toOwnItem(changed, maker.username)
    const dropped = droppedPhotoSteps(deps, row.userId, listingPhotos(row), listingPhotos(changed))
    const change = updateStep(madeToOrderItems, changes, eq(madeToOrderItems.id, id))
    return { steps: [change, ...steps, ...dropped, ...receipt(value)], value }
  })
}

/** The further photos, each once, and a text for each photo, empty ones too. */
function photosIn(change: Pick<ItemChange, 'mainImage' | 'images' | 'photoAlts'>) {
  const { mainImage, images, photoAlts } = alignedPhotos(change)
  return { images, photoAlts: [mainImage, ...images].map((_, index) => photoAlts[index] ?? '') }
}
