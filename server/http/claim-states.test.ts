import { describe, expect, test } from 'bun:test'
import { DAMAGE_ANSWER_HOURS, DAMAGE_STATUSES, type DamageStatus } from '#schema/damage-report'
import type { EndpointName } from '#schema/endpoints'
import { suspendSteps } from '../operator/operator-steps'
import { sweepClaims } from '../rentals/damage-reports/damage-sweep'
import {
  acceptDamage,
  contestDamage,
  type EndedRental,
  openEndedRental,
  reportDamage,
} from '../test-support/damage-kit'
import { namesUnder, statusOf } from '../test-support/endpoint-kit'
import { signUp } from '../test-support/sign-up'
import { openTestApp, type TestApp } from '../test-support/test-app'

const HOUR_MS = 3_600_000
const SIDES = ['owner', 'renter'] as const
type Side = (typeof SIDES)[number]

/** The answers of every call about a claim to the rental's owner and renter, state by state; the same when one has blocked the other. */
const table: Partial<Record<EndpointName, Record<Side, readonly number[]>>> = {
  // pending_review, under_review, resolved_approved, resolved_rejected, expired
  respondToDamage: { owner: [403, 403, 403, 403, 403], renter: [200, 409, 409, 409, 409] },
  addEstimate: { owner: [409, 409, 409, 409, 409], renter: [403, 403, 403, 403, 403] },
  payDamage: { owner: [404, 404, 404, 404, 404], renter: [409, 409, 409, 409, 409] },
}

const bodies: Partial<Record<EndpointName, unknown>> = {
  respondToDamage: { acceptResponsibility: false, response: 'They were chipped before.', images: [] },
  addEstimate: { repairEstimate: 2000 },
}

const NAMES = namesUnder('/api/damage-reports/:id')

async function claimIn(t: TestApp, state: DamageStatus): Promise<{ rental: EndedRental; id: number }> {
  const rental = await openEndedRental(t)
  const id = await reportDamage(t, rental)
  const decide = { approve: false, note: 'No sign of it before.' }
  if (state === 'under_review' || state === 'resolved_rejected') await contestDamage(t, rental, id)
  if (state === 'resolved_approved') await acceptDamage(t, rental, id)
  if (state === 'resolved_rejected')
    await t.call('POST', `/api/operator/claims/${id}`, { as: rental.operator.as, body: decide })
  if (state === 'expired') {
    t.clock.advance((DAMAGE_ANSWER_HOURS + 1) * HOUR_MS)
    await sweepClaims(t.deps)
  }
  const { body } = await t.call('GET', '/api/damage-reports', { as: rental.owner.as })
  expect(body[String(rental.bookingId)]?.status).toBe(state)
  return { rental, id }
}

test('every call about a claim has its row', () => {
  expect(Object.keys(table).toSorted()).toEqual(NAMES.toSorted())
})

describe.each(DAMAGE_STATUSES)('a claim that is %s', (state) => {
  const cells = NAMES.flatMap((name) => [
    [name, ''] as const,
    [name, ', where the two have blocked each other'] as const,
  ])
  test.each(cells)('%s%s', async (name, blocked) => {
    const t = await openTestApp()
    const { rental, id } = await claimIn(t, state)
    const suspended = await signUp(t, 'sue')
    await t.deps.db.write(() => suspendSteps(suspended.id, t.clock.now.toISOString()))
    if (blocked)
      for (const [one, other] of [SIDES, SIDES.toReversed()] as [Side, Side][])
        await t.call('POST', `/api/users/${rental[one].id}/block`, { as: rental[other].as })
    const ask = (as?: string) => statusOf(t, name, { id }, as, bodies[name])
    // Whoever can change something comes last.
    const others = [undefined, suspended.as, rental.rival.as, rental.operator.as]
    const answers: number[] = []
    for (const cookie of others) answers.push(await ask(cookie))
    expect(answers).toEqual([401, 401, 404, 404])
    const nth = DAMAGE_STATUSES.indexOf(state)
    for (const side of name === 'addEstimate' ? SIDES.toReversed() : SIDES)
      expect([side, await ask(rental[side].as)]).toEqual([side, table[name]?.[side][nth] ?? 0])
    expect(t.errors).toEqual([])
    await t.close()
  })
})
