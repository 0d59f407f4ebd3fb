import { eq } from 'drizzle-orm'
import { Refusal } from '#schema/errors'
import {
  canWriteHandover,
  type Handover,
  type HandoverChange,
  type HandoverMoment,
  pageAtClaim,
  pageWrittenAt,
} from '#schema/handover'
import type { Written } from '../../db/client'
import { build, type Step, step } from '../../db/steps'
import { handovers } from '../../db/tables'
import type { Deps } from '../../deps'
import type { SessionUser } from '../../http/session-user'
import { assertPhotosHere } from '../../uploads/photo-access'
import { droppedPhotoSteps } from '../../uploads/upload-service'
import { visibleBooking } from '../bookings/booking-service'
import { findDamageOfBooking } from '../damage-reports/damage-queries'
import { findHandoverPage, toHandover } from './handover-queries'

/**
 * Keeps one's own page of a pickup or return, in place of the one before; how it stood when a claim was filed stays beside it. @throws Refusal `not_found` for anybody but the
 * two sides, `handover_not_open` before the owner has agreed, `upload_gone` for a photo of ours that is no longer here,
 * `edit_conflict` when the page that stands was written later, or unseen by the writer of this one, on another device
 */
export function putHandover(
  deps: Deps,
  user: SessionUser,
  page: { bookingId: number; moment: HandoverMoment },
  change: HandoverChange,
  receipt: (answer: Handover) => Step[],
): Promise<Written<Handover>> {
  return deps.db.write(async (ids) => {
    const booking = await visibleBooking(deps, user, page.bookingId)
    if (!canWriteHandover(booking)) throw new Refusal('handover_not_open')
    await assertPhotosHere(deps.db, user, change.photos)
    const held = await findHandoverPage(deps.db, { ...page, userId: user.id })
    if (held && (isEarlier(change, held) || isUnseen(change, held)))
      throw new Refusal('edit_conflict', WRITTEN_ELSEWHERE)
    const claim = await findDamageOfBooking(deps.db, page.bookingId)
    const content = {
      checks: [...new Set(change.checks)],
      photos: [...new Set(change.photos)],
      note: change.note || null,
      composedAt: change.composedAt ?? null,
      updatedAt: deps.now().toISOString(),
      atClaim: pageAtClaim(held, claim?.createdAt ?? null),
    }
    const row = { id: held?.id ?? (await ids.next('handovers')), ...page, userId: user.id, ...content }
    const write = held
      ? build.update(handovers).set(content).where(eq(handovers.id, held.id))
      : build.insert(handovers).values(row)
    const dropped = droppedPhotoSteps(deps, user.id, held?.photos ?? [], content.photos)
    return { steps: [step(write), ...dropped, ...receipt(toHandover(row))], value: toHandover(row) }
  })
}

const WRITTEN_ELSEWHERE =
  'You wrote this page on another device, too, and that one stands. Save this one again to put it in its place, or discard it.'

/** Builds of before do not say what their person has seen. */
function isUnseen({ seen }: HandoverChange, held: Pick<Handover, 'composedAt' | 'updatedAt'>): boolean {
  return seen !== undefined && !seen.includes(pageWrittenAt(held))
}

/** Was a page written before the one that stands? No page was written later than the server took it, whatever its device's clock said. */
function isEarlier({ composedAt }: HandoverChange, held: Pick<Handover, 'composedAt' | 'updatedAt'>): boolean {
  if (!composedAt || !held.composedAt) return false
  return composedAt < (held.composedAt < held.updatedAt ? held.composedAt : held.updatedAt)
}
