import type { TestApp } from '../../../server/test-support/test-app'
import { makeAllDue } from '../../sync/outbox'
import { checkEnd, checkScreen, checkSoFar, type Findings } from './checks'
import type { Device } from './device'
import { chooseTitle, discardPost, postShare, sharePhoto, startOver, takeShare, typeTitle } from './drafting'
import type { Mutant } from './mutants'
import { type Mood, tick } from './network'
import { openWorld, type World } from './world'

/** How often each thing happens, against each other. */
const HAPPENINGS = {
  say: 14,
  press: 14,
  fidget: 7,
  browse: 4,
  decline: 1,
  share: 4,
  discard: 4,
  unsay: 2,
  takeShare: 3,
  postShare: 1,
  startOver: 1,
  type: 5,
  choose: 3,
  flush: 14,
  pull: 10,
  work: 8,
  race: 4,
  everyone: 4,
  crash: 9,
  expire: 2,
  signIn: 6,
  late: 8,
  mood: 5,
  clock: 2,
  serverDies: 2,
  update: 1,
  rollBack: 3,
  comeBack: 3,
}
type Happening = keyof typeof HAPPENINGS
const ON_DISK_ALONE = new Set<Happening>([
  'share',
  'discard',
  'unsay',
  'takeShare',
  'postShare',
  'startOver',
  'type',
  'choose',
  'crash',
])

/** Hearts and bookmarks only. */
const HEARTS = {
  ...HAPPENINGS,
  ...{ say: 0, decline: 0, fidget: 0, browse: 0, share: 0, discard: 0, unsay: 0, takeShare: 0, postShare: 0, type: 0 },
  press: 200,
}
/** A seed is a few steps in a world that goes on: what one seed has begun, the next ones go on with. */
const STEPS = 6
export const SEEDS_PER_WORLD = 20

const MOODS: Mood[] = ['calm', 'lossy', 'lossy', 'lossy', 'offline', 'portal']
/** Clocks of devices are wrong by up to so much, forward and back. */
const WRONG_BY_MS = 5 * 86_400_000
/** Longer than any pause between tries. */
const RESTING_MS = 10 * 60_000

/**
 * Plays worlds up to the first in which something is wrong. Every screen is looked at after every step and the server after
 * every seed; when a world's last seed is played everybody gets time, and all must hold what the server has. A seed that is
 * asked for alone is played with those that come before it in its world.
 * @returns what is wrong, in words that begin with the seed
 */
export async function playSeeds(t: TestApp, seeds: readonly number[], mutant: Mutant | null = null): Promise<Findings> {
  const worlds = Map.groupBy(seeds, (seed) => Math.floor((seed - 1) / SEEDS_PER_WORLD))
  for (const [nth, own] of worlds) {
    const first = nth * SEEDS_PER_WORLD + 1
    const findings = await inWorld(t, first, mutant, (world) => playWorld(world, first, Math.max(...own)))
    if (findings.length > 0) return findings
  }
  return []
}

async function playWorld(world: World, first: number, last: number): Promise<Findings> {
  for (let seed = first; seed <= last; seed++) {
    for (let step = 1; step <= STEPS; step++) {
      const { what, findings } = await takeStep(world, HAPPENINGS)
      if (findings.length > 0) return findings.map((finding) => `seed ${seed}, step ${step} (${what}): ${finding}`)
    }
    const findings = await checkSoFar(world)
    if (findings.length > 0) return findings.map((finding) => `seed ${seed}: ${finding}`)
  }
  await settle(world)
  return (await checkEnd(world)).map((finding) => `seed ${last}, at the end: ${finding}`)
}

/** Plays so many presses of hearts and bookmarks, while the connection comes and goes and apps are killed. */
export async function playPresses(t: TestApp, seed: number, count: number): Promise<Findings> {
  return inWorld(t, seed, null, async (world) => {
    for (let presses = 0; presses < count; ) {
      const { what, findings } = await takeStep(world, HEARTS)
      if (findings.length > 0) return findings
      if (what === 'press') presses++
    }
    await settle(world)
    return checkEnd(world)
  })
}

async function inWorld(
  t: TestApp,
  seed: number,
  mutant: Mutant | null,
  work: (world: World) => Promise<Findings>,
): Promise<Findings> {
  const world = await openWorld(t, seed, mutant)
  const unplug = plugIn(world)
  try {
    return await work(world)
  } finally {
    await unplug()
  }
}

async function takeStep(
  world: World,
  happenings: Record<Happening, number>,
): Promise<{ what: Happening; findings: Findings }> {
  const device = world.dice.pick(world.devices)
  const what = world.dice.weighted(happenings)
  try {
    await happen(world, device, what)
    return { what, findings: await checkScreen(world, device) }
  } catch (error) {
    return { what, findings: [`${device.name} cannot go on: ${error}`] }
  }
}

/** Puts the simulated network where a page's fetch is, which asks by path. @returns what undoes it and wipes the devices */
export function plugIn(world: World): () => Promise<void> {
  const browserFetch = globalThis.fetch
  const simulated = (input: RequestInfo | URL, init?: RequestInit) => world.network.fetch(String(input), init)
  globalThis.fetch = Object.assign(simulated, browserFetch)
  return async () => {
    globalThis.fetch = browserFetch
    for (const db of world.devices.flatMap(({ disks }) => disks)) await db.delete()
  }
}

async function happen(world: World, device: Device, what: Happening): Promise<void> {
  const { dice, network, clock, devices } = world
  clock.now += dice.below(3_000)
  const work = async () => {
    await device.flush()
    await device.pull()
  }
  // The browser asks about words in memory before the page is closed: only what is sent at once is played there.
  if (device.isInMemory && ON_DISK_ALONE.has(what)) return
  const happenings: Record<typeof what, () => Promise<unknown>> = {
    say: () => device.say(dice.pick(world.bookingIds)),
    press: () => press(world, device),
    fidget: () => fidget(world, device),
    browse: () => browse(world, device),
    decline: () => decline(world, device),
    share: () => sharePhoto(device.writer),
    discard: () => discardPost(device.writer, dice.roll() < 0.2),
    unsay: () => device.unsay(),
    takeShare: () => takeShare(device.writer),
    postShare: () => postShare(device.writer),
    startOver: () => startOver(device.writer),
    type: () => typeTitle(device.writer, keyOf(world, device)),
    choose: () => chooseTitle(device.writer, keyOf(world, device), dice.roll() < 0.5),
    flush: () => device.flush(),
    pull: () => device.pull(),
    work,
    race: () => Promise.all([device.flush(), device.flush(), device.pull(), device.pull()]),
    everyone: () => Promise.all(world.devices.map((each) => each.flush())),
    crash: () => device.crashDuring(work),
    expire: () => world.expire(device),
    signIn: async () => (await device.isSignedOut()) && world.signIn(device),
    late: () => network.deliverLate(),
    mood: async () => {
      network.mood = dice.pick(MOODS)
    },
    clock: async () => {
      clock.wrongBy[devices.indexOf(device)] = (dice.roll() * 2 - 1) * WRONG_BY_MS
    },
    serverDies: () => serverDies(world),
    update: () => device.update(),
    rollBack: () => device.rollBack(),
    comeBack: () => device.comeBack(),
  }
  await happenings[what]()
}

const keyOf = ({ draftKeys }: World, { userId }: Device) => draftKeys.get(userId) ?? ''

/** In the middle of what everybody asks of it. */
async function serverDies(world: World): Promise<void> {
  const asking = Promise.all(world.devices.map((device) => device.flush().then(() => device.pull())))
  for (let left = world.dice.below(60); left > 0; left--) await tick()
  await world.restartServer()
  await asking
}

async function press(world: World, device: Device): Promise<void> {
  const { dice, postIds, devices } = world
  const postId = postIds[dice.roll() < 0.8 ? devices.indexOf(device) : postIds.length - 1] as number
  const kind = dice.roll() < 0.85 ? 'like' : 'save'
  const word = device.journal.words.get(`${kind}/${postId}`) ?? false
  await device.press(kind, postId, dice.roll() < 0.8 ? !word : word)
}

/** A person who changes their mind while their first word is on its way. */
async function fidget({ postIds, devices }: World, device: Device): Promise<void> {
  const postId = postIds[devices.indexOf(device)] as number
  const word = device.journal.words.get(`like/${postId}`) ?? false
  await device.press('like', postId, !word)
  await device.flush()
  await device.press('like', postId, word)
}

/** A person who goes through the posts: what they press travels together. */
async function browse(world: World, device: Device): Promise<void> {
  for (const postId of [world.devices.indexOf(device), world.postIds.length - 1].map((nth) => world.postIds[nth]))
    for (const kind of ['like', 'save'] as const)
      await device.press(kind, postId as number, !(device.journal.words.get(`${kind}/${postId}`) ?? false))
}

/** Only the owner declines, only the second offer, and only where it is on the screen. */
async function decline({ devices, bookingIds }: World, device: Device): Promise<void> {
  const offer = await device.db.bookings.get(bookingIds[1] as number)
  if (devices.indexOf(device) < 2 && offer?.status === 'pending') await device.decline(offer.id)
}

/** The network recovers, everybody signs in again, and every app gets the time that it needs. */
export async function settle(world: World): Promise<void> {
  const { network, clock, devices } = world
  network.mood = 'calm'
  await network.deliverAllLate()
  for (let nth = 0; nth < 6; nth++) {
    clock.now += RESTING_MS
    for (const device of devices) {
      // As when its app is opened: what waits is due, whatever the clock said when it was put off.
      await makeAllDue(device.db, clock.now)
      await device.flush()
      await device.pull()
      if (await device.isSignedOut()) await world.signIn(device)
      await device.comeBack()
    }
  }
}
