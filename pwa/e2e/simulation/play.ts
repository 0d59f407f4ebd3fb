import type { TestApp } from '../../../server/test-support/test-app'
import { checkEnd, checkScreen, type Findings } from './checks'
import type { Device } from './device'
import type { Mutant } from './mutants'
import type { Mood } from './network'
import { openWorld, type World } from './world'

/** How often each thing happens, against each other. */
const HAPPENINGS = {
  say: 14,
  press: 14,
  fidget: 7,
  browse: 4,
  decline: 1,
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
}
type Happening = keyof typeof HAPPENINGS

/** What happens in a world and for how long. */
export interface Plan {
  happenings: Record<Happening, number>
  isOver(done: { steps: number; presses: number }): boolean
}

const MIXED: Plan = { happenings: HAPPENINGS, isOver: ({ steps }) => steps >= 60 }

/** Hearts and bookmarks only, a thousand of them, while the connection comes and goes and apps are killed. */
export const THOUSAND_PRESSES: Plan = {
  happenings: { ...HAPPENINGS, say: 0, decline: 0, fidget: 0, browse: 0, press: 200 },
  isOver: ({ presses }) => presses >= 1_000,
}

const MOODS: Mood[] = ['calm', 'lossy', 'lossy', 'lossy', 'offline', 'portal']
/** Longer than any pause between tries. */
const RESTING_MS = 10 * 60_000

/** Plays one world to its end. @returns what the checks found, with the step at which they did. */
export async function play(t: TestApp, seed: number, mutant: Mutant | null = null, plan = MIXED): Promise<Findings> {
  const world = await openWorld(t, seed, mutant)
  const unplug = plugIn(world)
  try {
    const done = { steps: 0, presses: 0 }
    while (!plan.isOver(done)) {
      const device = world.dice.pick(world.devices)
      const what = world.dice.weighted(plan.happenings)
      await happen(world, device, what)
      const findings = await checkScreen(world, device)
      if (findings.length > 0) return findings.map((finding) => `step ${done.steps} (${what}): ${finding}`)
      done.steps += 1
      if (what === 'press') done.presses += 1
    }
    await settle(world)
    return await checkEnd(world)
  } finally {
    await unplug()
  }
}

/** Puts the simulated network where a page's fetch is, which asks by path. @returns what undoes it and wipes the devices */
export function plugIn(world: World): () => Promise<void> {
  const browserFetch = globalThis.fetch
  const simulated = (input: RequestInfo | URL, init?: RequestInit) => world.network.fetch(String(input), init)
  globalThis.fetch = Object.assign(simulated, browserFetch)
  return async () => {
    globalThis.fetch = browserFetch
    for (const { db } of world.devices) await db.delete()
  }
}

async function happen(world: World, device: Device, what: Happening): Promise<void> {
  const { dice, network, clock } = world
  clock.now += dice.below(3_000)
  const work = async () => {
    await device.flush()
    await device.pull()
  }
  const happenings: Record<typeof what, () => Promise<unknown>> = {
    say: () => device.say(dice.pick(world.bookingIds)),
    press: () => press(world, device),
    fidget: () => fidget(world, device),
    browse: () => browse(world, device),
    decline: () => decline(world, device),
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
  }
  await happenings[what]()
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
      await device.flush()
      await device.pull()
      if (await device.isSignedOut()) await world.signIn(device)
    }
  }
}
