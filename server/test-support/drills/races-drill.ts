import { blocksDates } from '#schema/booking'
import { addDays, type DateRange, eachDay, rangesOverlap } from '#schema/date-range'
import { errorCatalogue } from '#schema/errors'
import { KEY_HEADER } from '#schema/sync-scopes'
import { bookings, listingDays } from '../../db/tables'
import { type Dice, rollDice } from '../../demo/dice'
import { sweepBookings } from '../../rentals/bookings/booking-sweep'
import { confirmHold, createListingRow, saveCard } from '../rental-kit'
import { signUp, signUpHost, type TestPerson } from '../sign-up'
import { openTestApp, type TestAnswer, type TestApp } from '../test-app'
import { comeToRest, miscounted } from './servers-drill'

const SERVERS = 3
const RENTERS = 8
const BLOCKED_RANGES = 2
const FIRST_DAY = '2026-12-05'
/** A device repeats a press under its key as often, before it gives up. */
const TRIES = 40
const AGAIN_MS = 50

interface Renter extends TestPerson {
  card: string
}

interface Race {
  t: TestApp
  dice: Dice
  owner: TestPerson
  renters: Renter[]
  listingId: number
  quantity: number
  /** The bookings whose holds are in place, with the cookies of their renters. */
  held: { id: number; as: string }[]
  /** The bookings that were to be approved: was that answered as done? A withdrawal may have followed. */
  approvals: Map<number, boolean>
  /** Bookings that their renters have asked to withdraw. */
  withdrawn: Set<number>
  blocked: DateRange[]
  wrong: string[]
}

/**
 * Renters offer at once for overlapping days of one listing; then the owner approves all offers and blocks days while renters withdraw
 * some and offer again. Several servers take the presses in turn.
 * @returns what is wrong, in words that begin with the seed
 */
export async function playRaces(seed: number): Promise<string[]> {
  const t = await openTestApp({}, { servers: SERVERS })
  try {
    const race = await openRace(t, seed)
    await Promise.all(race.renters.map((renter) => offer(race, renter)))
    await sweepBookings(t.deps)
    await Promise.all(answersAtOnce(race))
    await sweepBookings(t.deps)
    const faults = [
      ...race.wrong,
      ...(await dayFaults(race)),
      ...(await needlessRefusals(race)),
      ...(await miscounted(t)),
    ]
    return [...faults, ...t.errors.map((entry) => JSON.stringify(entry))].map((words) => `seed ${seed}: ${words}`)
  } finally {
    await comeToRest(t)
    await t.close()
  }
}

async function openRace(t: TestApp, seed: number): Promise<Race> {
  const dice = rollDice(seed)
  const owner = await signUpHost(t, 'rosa')
  const quantity = dice.between(2, 3)
  const listingId = await createListingRow(t, owner, { quantity })
  const renters: Renter[] = []
  for (let nth = 0; nth < RENTERS; nth++) {
    const person = await signUp(t, `renter${nth}`)
    renters.push({ ...person, card: await saveCard(t, person) })
  }
  return {
    t,
    dice,
    owner,
    renters,
    listingId,
    quantity,
    held: [],
    approvals: new Map(),
    withdrawn: new Set(),
    blocked: [],
    wrong: [],
  }
}

/** Every press in an order of its seed: most offers are approved, some are withdrawn at the same moment. */
function answersAtOnce(race: Race): Promise<unknown>[] {
  const { dice, owner, held, renters, listingId } = race
  const approve = async ({ id }: { id: number }) => {
    const { status } = await press(race, owner.as, `/api/bookings/${id}/status`, { status: 'approved' })
    race.approvals.set(id, status === 200)
  }
  const withdraw = ({ id, as }: { id: number; as: string }) => {
    race.withdrawn.add(id)
    return press(race, as, `/api/bookings/${id}/cancel`, {})
  }
  const block = async () => {
    const days = someDays(dice)
    const { status } = await press(race, owner.as, `/api/users/${owner.id}/blocked-dates`, { ...days, listingId })
    if (status < 300) race.blocked.push(days)
  }
  const presses = [
    ...held.map((booking) => () => approve(booking)),
    ...held.filter(() => dice.chance(0.3)).map((booking) => () => withdraw(booking)),
    ...Array.from({ length: BLOCKED_RANGES }, () => block),
    ...renters.map((renter) => () => offer(race, renter)),
  ]
  return dice.shuffle(presses).map((one) => one())
}

async function offer(race: Race, { as, card }: Renter): Promise<void> {
  const { t, dice, listingId, quantity, held } = race
  const wish = { listingId, ...someDays(dice), quantity: dice.between(1, quantity) }
  const { status, body } = await press(race, as, '/api/bookings', { ...wish, paymentMethodId: card, note: '' })
  if (status !== 201) return
  await confirmHold(t, body.clientSecret, card)
  await press(race, as, '/api/bookings/update-statuses')
  held.push({ id: body.booking.id, as })
}

function someDays(dice: Dice): { startDate: string; endDate: string } {
  const startDate = addDays(FIRST_DAY, dice.between(0, 7))
  return { startDate, endDate: addDays(startDate, dice.between(0, 3)) }
}

/** One press, repeated under its key while servers are busy, as devices do. An answer that no device expects is noted. */
async function press({ t, wrong }: Race, as: string, path: string, body?: unknown): Promise<TestAnswer> {
  const headers = { [KEY_HEADER]: crypto.randomUUID() }
  const send = () => t.call('POST', path, { as, headers, body })
  let answer = await send()
  for (let tries = 1; tries < TRIES && isBusy(answer); tries++) {
    await Bun.sleep(AGAIN_MS)
    answer = await send()
  }
  const isRefusal = answer.status < 500 && Object.hasOwn(errorCatalogue, answer.body?.code)
  if (answer.status >= 300 && (!isRefusal || isBusy(answer)))
    wrong.push(`${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

const isBusy = ({ status, body }: TestAnswer) => status === 503 || body?.code === 'in_progress'

/** The days with more approved pieces than there are, and those that are counted otherwise than bookings say. */
async function dayFaults({ t, quantity }: Race): Promise<string[]> {
  const rows = (await t.deps.db.read.select().from(bookings)).filter(({ status }) => blocksDates(status))
  const taken = new Map<string, number>()
  for (const row of rows) for (const day of eachDay(row)) taken.set(day, (taken.get(day) ?? 0) + row.quantity)
  const counted = new Map((await t.deps.db.read.select().from(listingDays)).map((row) => [row.day, row.taken]))
  const days = [...new Set([...taken.keys(), ...counted.keys()])]
  return [
    ...days
      .filter((day) => (taken.get(day) ?? 0) > quantity)
      .map((day) => `${day}: ${taken.get(day)} of ${quantity} pieces are taken`),
    ...days
      .filter((day) => (taken.get(day) ?? 0) !== (counted.get(day) ?? 0))
      .map((day) => `${day}: ${counted.get(day) ?? 0} pieces are counted, bookings take ${taken.get(day) ?? 0}`),
  ]
}

/** The offers whose approval was refused although neither their renters, nor a block, nor the approved offers stood in the way. */
async function needlessRefusals({ t, quantity, approvals, withdrawn, blocked }: Race): Promise<string[]> {
  const rows = await t.deps.db.read.select().from(bookings)
  const rivals = rows.filter(({ id }) => approvals.get(id))
  const takenOn = (day: string) =>
    rivals.filter((rival) => eachDay(rival).includes(day)).reduce((sum, rival) => sum + rival.quantity, 0)
  return rows
    .filter(({ id }) => approvals.get(id) === false && !withdrawn.has(id))
    .filter((row) => !blocked.some((range) => rangesOverlap(range, row)))
    .filter((row) => eachDay(row).every((day) => takenOn(day) + row.quantity <= quantity))
    .map(({ id, status }) => `offer ${id} is ${status}, though its pieces were free`)
}
