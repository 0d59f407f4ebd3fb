import { eq, max, sql } from 'drizzle-orm'
import { MADE_TO_ORDER_CATEGORIES, RENTAL_CATEGORIES } from '#schema/category-names'
import { addDays, todayIn } from '#schema/date-range'
import { publicScopes } from '#schema/sync-scopes'
import { build, type Step, step } from '../../../db/steps'
import { inspirationPosts, listings, madeToOrderItems, sessions, users } from '../../../db/tables'
import { rollDice } from '../../../demo/dice'
import { inserts } from '../../../demo/write-demo'
import { hashToken } from '../../../http/session-user'
import { AREAS, NEIGHBORHOODS } from '../../../rentals/listings/place-areas'
import { filterWords } from '../../../rentals/search/filter-words'
import { signUp } from '../../sign-up'
import type { TestApp } from '../../test-app'
import { testPhoto } from '../../test-photos'
import type { Visitor, Writer } from './device-orders'
import { unevenWords } from './uneven-words'

/** Of one owner; beside them two made-to-order items and two posts. */
const LISTINGS_EACH = 25
const OTHERS_EACH = 2
/** Posts lie evenly over so many days. */
const POST_DAYS = 730
const PER_WRITE = 2_000
const PERSONS_PER_WRITE = 500
const TITLE_WORDS = 4
const DESCRIPTION_WORDS = 35
/** Owners who are signed in and edit their listings. */
const WRITERS = 300

/** A market that grows: its owners' listings lie evenly over all areas. Everything is written through the change feed. */
export interface GrowingMarket {
  /** Adds owners with their listings until there are so many listings. */
  growTo(listings: number): Promise<void>
  writers(): Writer[]
  /** People without listings, each with a session. */
  addVisitors(count: number): Promise<Visitor[]>
}

interface Owner {
  id: number
  area: string
  neighborhood: string | null
}

/** The market of a fresh app, whose owners are copies of one person. */
export async function growingMarket(t: TestApp): Promise<GrowingMarket> {
  const { db } = t.deps
  const dice = rollDice(5)
  const { phrase } = unevenWords(dice)
  const first = await signUp(t, 'first')
  const [person] = await db.read.select().from(users).where(eq(users.id, first.id))
  const [session] = await db.read.select().from(sessions).where(eq(sessions.userId, first.id))
  if (!person || !session) throw new Error('The first person is not there')
  const cookieName = first.as.split('=', 1)[0]
  const today = todayIn(t.deps.env.timezone, t.deps.now())
  const createdAt = t.deps.now().toISOString()
  const writers: Writer[] = []
  let nextPerson = first.id + 1
  let total = 0

  const write = (steps: Step[]) => db.write(() => steps)

  function newPlace(): Omit<Owner, 'id'> {
    const area = dice.pick(AREAS)
    return { area, neighborhood: NEIGHBORHOODS[area] ? dice.pick(NEIGHBORHOODS[area]) : null }
  }

  /** @returns people with places of their own; `signedIn` of them have a session */
  async function addPeople(count: number, signedIn: number): Promise<Owner[]> {
    const people = Array.from({ length: count }, () => ({ id: nextPerson++, ...newPlace() }))
    for (let start = 0; start < count; start += PERSONS_PER_WRITE) {
      const some = people.slice(start, start + PERSONS_PER_WRITE)
      const rows = some.map(({ id, neighborhood }) => ({
        ...{ ...person, id, neighborhood, username: `person-${id}`, usernameKey: `person-${id}` },
        ...{ stripeAccountId: null, stripeCustomerId: null, calendarToken: null },
      }))
      const entered = some
        .slice(0, Math.max(0, signedIn - start))
        .map(({ id }) => ({ ...session, userId: id, tokenHash: hashToken(`token-${id}`) }))
      await write([
        ...inserts(rows as never[], (part) => build.insert(users).values(part)),
        ...inserts(entered as never[], (part) => build.insert(sessions).values(part)),
      ])
    }
    return people
  }

  const cookieOf = (id: number) => `${cookieName}=token-${id}`

  function newListing(id: number, owner: Owner) {
    const category = dice.pick(RENTAL_CATEGORIES)
    const { neighborhood } = owner
    return {
      ...{ id, userId: owner.id, category, neighborhood, title: phrase(TITLE_WORDS) },
      ...{ description: phrase(DESCRIPTION_WORDS), filters: filterWords({ category, neighborhood }).join(' ') },
      ...{ taken: addDays(today, dice.between(1, 60)), price: dice.between(3, 120) * 100 },
    }
  }

  function listingSteps(rows: string, counts: string): Step[] {
    return [
      step(sql`INSERT INTO listings (id, user_id, title, description, images, main_image, price_cents, category, terms, timezone, neighborhood, city, created_at)
        SELECT value ->> 'id', value ->> 'userId', value ->> 'title', value ->> 'description', '[]', ${testPhoto('table')}, value ->> 'price',
          value ->> 'category', 'None', ${t.deps.env.timezone}, value ->> 'neighborhood', 'New York', ${createdAt} FROM json_each(${rows})`),
      step(sql`INSERT INTO listing_days (listing_id, day, taken, capacity)
        SELECT value ->> 'id', value ->> 'taken', 1, 1 FROM json_each(${rows})`),
      step(sql`INSERT INTO listing_texts (rowid, title, labels, description, filters)
        SELECT value ->> 'id', value ->> 'title', '', value ->> 'description', value ->> 'filters' FROM json_each(${rows})`),
      step(sql`INSERT INTO search_words (word, n) SELECT key, value FROM json_each(${counts}) WHERE true
        ON CONFLICT (word) DO UPDATE SET n = n + excluded.n`),
      step(sql`INSERT INTO search_state (id, seq) SELECT 1, seq FROM sync_clock WHERE true
        ON CONFLICT (id) DO UPDATE SET seq = excluded.seq`),
    ]
  }

  async function addListings(owners: Owner[], count: number): Promise<void> {
    const [newest] = await db.read.select({ id: max(listings.id) }).from(listings)
    const next = (newest?.id ?? 0) + 1
    const missing = Math.max(0, WRITERS - writers.length)
    for (const [nth, owner] of owners.slice(0, missing).entries())
      writers.push({ as: cookieOf(owner.id), area: owner.area, listing: next + nth * LISTINGS_EACH })
    for (let done = 0; done < count; done += PER_WRITE) {
      const some = Array.from({ length: Math.min(PER_WRITE, count - done) }, (_, nth) =>
        newListing(next + done + nth, owners[Math.floor((done + nth) / LISTINGS_EACH)] as Owner),
      )
      await write(listingSteps(JSON.stringify(some), JSON.stringify(wordCounts(some))))
      // Other work has its turn between two writes.
      await Bun.sleep(0)
    }
  }

  /** Items of all categories and posts of two years. */
  async function addOthers(owners: Owner[]): Promise<void> {
    for (let start = 0; start < owners.length; start += PER_WRITE / OTHERS_EACH) {
      const makers = owners.slice(start, start + PER_WRITE / OTHERS_EACH).flatMap(({ id }) => [id, id])
      const items = makers.map((userId) => ({
        ...{ userId, title: phrase(TITLE_WORDS), description: phrase(DESCRIPTION_WORDS), terms: 'None' },
        ...{ images: [], mainImage: testPhoto('table'), customizationOptions: [], price: dice.between(3, 120) * 100 },
        ...{ category: dice.pick(MADE_TO_ORDER_CATEGORIES), leadTimeInDays: 7, createdAt },
      }))
      const posts = makers.map((userId) => ({
        ...{ userId, title: phrase(TITLE_WORDS), description: phrase(TITLE_WORDS), imageUrl: testPhoto('arch') },
        ...{ tags: [phrase(1), phrase(1)], createdAt: `${addDays(today, -dice.between(0, POST_DAYS))}T12:00:00.000Z` },
      }))
      await write([
        ...inserts(items, (part) => build.insert(madeToOrderItems).values(part)),
        ...inserts(posts, (part) => build.insert(inspirationPosts).values(part)),
      ])
    }
  }

  return {
    async growTo(wanted) {
      const count = wanted - total
      const owners = await addPeople(Math.ceil(count / LISTINGS_EACH), WRITERS - writers.length)
      await addListings(owners, count)
      await addOthers(owners)
      total = wanted
      const [shown] = await db.readBatch([
        { sql: 'SELECT n FROM sync_scopes WHERE scope = ?', args: [publicScopes.listing] },
      ])
      if (Number(shown?.rows[0]?.n) !== wanted)
        throw new Error(`The feed has ${shown?.rows[0]?.n} of ${wanted} listings`)
    },
    writers: () => writers,
    async addVisitors(count) {
      const people = await addPeople(count, count)
      return people.map(({ id, neighborhood }) => ({ id, as: cookieOf(id), neighborhood }))
    },
  }
}

/** By word: in how many of the listings it stands. */
function wordCounts(some: readonly { title: string; description: string }[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { title, description } of some)
    for (const one of new Set(`${title} ${description}`.split(' '))) counts.set(one, (counts.get(one) ?? 0) + 1)
  return Object.fromEntries(counts)
}
