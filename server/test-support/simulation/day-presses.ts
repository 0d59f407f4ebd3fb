import { endOfDayIn, noonIn, startOfDayIn } from '#schema/zone'
import { bookings } from '../../db/tables'
import type { TestPerson } from '../sign-up'
import { jump } from './jump'
import type { World } from './world'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
const NEAR_S = 30

type BookingRow = typeof bookings.$inferSelect

async function pickBooking({ t, dice }: World, which: (row: BookingRow) => boolean): Promise<BookingRow | null> {
  const found = (await t.deps.db.read.select().from(bookings)).filter(which)
  return found.length > 0 ? dice.pick(found) : null
}

/** An owner approves in the last or the first seconds around the end of an offer: mostly noon of its first day. */
export async function answerAtTheEnd(world: World): Promise<void> {
  const { t, owner, dice } = world
  const offer = await pickBooking(world, ({ status, paymentState }) => status === 'pending' && paymentState === 'held')
  if (!offer?.expiresAt) return
  const noon = noonIn(offer.timezone, offer.startDate).getTime()
  const end = dice.chance(0.5) ? Date.parse(offer.expiresAt) : noon
  await jump(world, Math.max(0, end + dice.between(-NEAR_S, NEAR_S) * SECOND_MS - t.clock.now.getTime()))
  await t.call('POST', `/api/bookings/${offer.id}/status`, { as: owner.as, body: { status: 'approved' } })
}

/** Things change hands, written down by one side; on the first or a later day their owner wants to cancel, and asks for them back. */
export async function askBack(world: World): Promise<void> {
  const { t, owner, payer, dice } = world
  const rental = await pickBooking(world, ({ status }) => status === 'paid')
  if (!rental) return
  const begins = startOfDayIn(rental.timezone, rental.startDate).getTime()
  const hours = Math.floor((endOfDayIn(rental.timezone, rental.endDate).getTime() - begins) / HOUR_MS)
  await jump(world, Math.max(0, begins + dice.between(-12, hours) * HOUR_MS - t.clock.now.getTime()))
  const moments = dice.pick([['pickup'], ['pickup'], ['pickup', 'return'], ['return'], []] as const)
  for (const moment of moments) await handOver(world, rental.id, moment, dice.pick([owner, payer]))
  if (dice.chance(0.4)) await jump(world, dice.between(0, 30) * HOUR_MS)
  await (dice.chance(0.7) ? cancelAsOwner(world, rental) : cancelAsRenter(world, rental))
  const body = { body: 'Could you bring it back today?', clientId: crypto.randomUUID() }
  await t.call('POST', `/api/bookings/${rental.id}/messages`, { as: owner.as, body })
}

async function handOver({ t, handedOver }: World, id: number, moment: 'pickup' | 'return', side: TestPerson) {
  const body = { checks: ['counted'], photos: [], note: '' }
  const { status } = await t.call('POST', `/api/bookings/${id}/handovers/${moment}`, { as: side.as, body })
  if (status === 200) handedOver.set(id, [...(handedOver.get(id) ?? []), { moment, by: side.id }])
}

async function cancelAsOwner(world: World, rental: BookingRow): Promise<void> {
  const { t, owner, wrong } = world
  const wasOut = isOutNow(world, rental)
  const { body } = await t.call('GET', `/api/bookings/${rental.id}/cancel-preview`, { as: owner.as })
  const shown = { expectedRefund: body.refundAmount, endsEarly: false }
  const { status } = await t.call('POST', `/api/bookings/${rental.id}/cancel`, { as: owner.as, body: shown })
  if (status === 200 && wasOut)
    wrong.push(`the owner cancelled booking ${rental.id}, whose things were with their renter`)
}

/** A renter who has said that the things are with them cannot cancel the claim away. */
async function cancelAsRenter(world: World, { id, userId, ownerId }: BookingRow): Promise<void> {
  const { t, payer, handedOver, wrong } = world
  const said = (moment: string, by: number) =>
    handedOver.get(id)?.some((page) => page.moment === moment && page.by === by)
  const { body } = await t.call('GET', `/api/bookings/${id}/cancel-preview`, { as: payer.as })
  const shown = { expectedRefund: body.refundAmount, endsEarly: body.endsEarly }
  const answer = await t.call('POST', `/api/bookings/${id}/cancel`, { as: payer.as, body: shown })
  if (answer.body.status === 'cancelled' && said('pickup', userId) && !said('return', ownerId))
    wrong.push(`the renter of booking ${id} has the things, and cancelled`)
}

/** As this market saw it happen, whatever the database says. */
export function isOutNow({ t, handedOver }: World, { id, status, timezone, startDate }: BookingRow): boolean {
  const { now } = t.clock
  const written = (handedOver.get(id) ?? []).map(({ moment }) => moment)
  if (status !== 'paid' || written.includes('return') || now < startOfDayIn(timezone, startDate)) return false
  return written.includes('pickup') || now > endOfDayIn(timezone, startDate)
}
