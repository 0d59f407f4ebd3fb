import { TERMS_VERSION } from '#schema/consent'
import { build, step } from '../../../server/db/steps'
import { users } from '../../../server/db/tables'
import { newSession } from '../../../server/http/session-user'
import { createPostRows } from '../../../server/test-support/factories'
import { createListingRow, holdOffer, type Rental, saveCard } from '../../../server/test-support/rental-kit'
import { cookieOf, signUp, TEST_PASSWORD, type TestPerson } from '../../../server/test-support/sign-up'
import type { TestApp } from '../../../server/test-support/test-app'
import { keepTestPhoto } from '../../../server/test-support/test-photos'
import { Device } from './device'
import { type Dice, diceOf } from './dice'
import { type Mutant, portalPage } from './mutants'
import { Network, PHOTO_NAME } from './network'

/** Two people with an offer between them, three devices, posts to like, and a bad network. */
export interface World {
  t: TestApp
  dice: Dice
  network: Network
  /** The owner's two devices, then the renter's. */
  devices: Device[]
  people: TestPerson[]
  bookingIds: number[]
  /** The first belongs to the first device alone and so on; the last is pressed by all. */
  postIds: number[]
  /** The draft that the devices of each person have in common, by user. */
  draftKeys: Map<number, string>
  /** The time that passes, and by how much the clock of each device is wrong. */
  clock: { now: number; wrongBy: number[] }
  signIn(device: Device): Promise<void>
  /** Ends the session on the server; the device does not know. */
  expire(device: Device): Promise<void>
  restartServer(): Promise<void>
}

const BEFORE_MS = 86_400_000

let templateHash: string | null = null

/** Builds the world of one seed on a server that many seeds share; its people are new ones. */
export async function openWorld(t: TestApp, seed: number, mutant: Mutant | null): Promise<World> {
  const dice = diceOf(seed)
  const tag = `${seed}-${crypto.randomUUID().slice(0, 8)}`
  const owner = await newPerson(t, `rosa-${tag}`)
  const renter = await newPerson(t, `rene-${tag}`)
  const bookingIds = await holdOffers(t, owner, renter)
  const postIds = await createPostRows(t, owner.id, 4)
  const clock = { now: t.clock.now.getTime(), wrongBy: [0, 0, 0] }
  // The server's clock stands still here, and a press is never later than it.
  let presses = 0
  const pressedAt = () => new Date(t.clock.now.getTime() - BEFORE_MS + ++presses).toISOString()
  const devices = [owner, owner, renter].map(
    ({ id }, index) =>
      new Device({
        name: `device ${index + 1} of ${seed}`,
        userId: id,
        dice,
        mutant,
        epoch: () => t.deps.feed.epoch(),
        pressedAt,
        now: () => clock.now + (clock.wrongBy[index] ?? 0),
      }),
  )
  const network = new Network({
    serve: t.fetch,
    dice,
    cookieOf: (name) => devices.find((device) => device.name === name)?.cookie ?? null,
    epoch: () => t.deps.feed.epoch(),
    portal: (path) => portalPage(mutant, path, () => t.deps.feed.epoch()),
  })
  for (const device of devices) {
    device.cookie = await newCookie(t, device.userId)
    await device.start()
  }
  const people = [owner, owner, renter]
  return {
    t,
    dice,
    network,
    devices,
    people,
    bookingIds,
    postIds,
    draftKeys: new Map([owner, renter].map(({ id }) => [id, crypto.randomUUID()])),
    clock,
    async signIn(device) {
      const { username } = people[devices.indexOf(device)] as TestPerson
      const { headers } = await t.call('POST', '/api/login', { body: { username, password: TEST_PASSWORD } })
      await device.signedIn(cookieOf(headers))
    },
    async expire(device) {
      await t.call('POST', '/api/logout', { as: device.cookie ?? '' })
    },
    restartServer: () => network.whileDown(t.restart),
  }
}

/** Somebody with the password of everybody here; hashing it for each anew would take most of the time. */
async function newPerson(t: TestApp, username: string): Promise<TestPerson> {
  if (!templateHash) {
    const { id } = await signUp(t, 'template')
    const row = await t.deps.db.read.query.users.findFirst({ where: (all, { eq }) => eq(all.id, id) })
    templateHash = row?.passwordHash ?? ''
  }
  const passwordHash = templateHash
  const { value: id } = await t.deps.db.write(async (ids) => {
    const value = await ids.next('users')
    const email = 'person@example.com'
    const row = {
      id: value,
      username,
      usernameKey: username,
      email,
      passwordHash,
      termsVersion: TERMS_VERSION,
      createdAt: t.clock.now.toISOString(),
    }
    return { value, steps: [step(build.insert(users).values(row))] }
  })
  await keepTestPhoto(t, { id }, PHOTO_NAME)
  return { id, username, as: await newCookie(t, id) }
}

async function newCookie(t: TestApp, userId: number): Promise<string> {
  const session = newSession(t.deps, userId, { device: 'A browser', timeZone: null })
  await t.deps.db.write(() => ({ value: null, steps: [session.step] }))
  return session.cookies[0]?.split(';')[0] ?? ''
}

async function holdOffers(t: TestApp, owner: TestPerson, renter: TestPerson): Promise<number[]> {
  const listingId = await createListingRow(t, owner, { quantity: 5 })
  const card = await saveCard(t, renter)
  const rental: Rental = { owner, renter, rival: renter, listingId, cards: { renter: card, rival: card } }
  return [await holdOffer(t, rental, 'renter'), await holdOffer(t, rental, 'renter')]
}
