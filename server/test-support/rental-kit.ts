import { build, step } from '../db/steps'
import { listings } from '../db/tables'
import { getUser } from '../users/user-queries'
import { signUp, signUpHost, type TestPerson } from './sign-up'
import { TEST_ORIGIN, type TestApp } from './test-app'
import { testPhoto } from './test-photos'

/** A listing of `owner`, without going through the form. */
export async function createListingRow(
  t: TestApp,
  owner: TestPerson,
  overrides: Partial<typeof listings.$inferInsert> = {},
): Promise<number> {
  const { value } = await t.deps.db.write(async (ids) => {
    const id = await ids.next('listings')
    const row = {
      id,
      userId: owner.id,
      title: 'Stoneware plates',
      description: 'Speckled oat plates, dishwasher safe.',
      images: [],
      mainImage: testPhoto('plates'),
      priceCents: 1250,
      category: 'tableware' as const,
      terms: 'Standard rental terms apply.',
      timezone: t.deps.env.timezone,
      createdAt: t.clock.now.toISOString(),
      ...overrides,
    }
    return { value: id, steps: [step(build.insert(listings).values(row))] }
  })
  return value
}

/** A card on the person's account, saved at the provider as Stripe's own test cards are. */
export async function saveCard(t: TestApp, person: TestPerson, testCard = 'pm_card_visa'): Promise<string> {
  await t.call('POST', '/api/stripe/setup-customer', {
    as: person.as,
    body: { successUrl: `${TEST_ORIGIN}/`, cancelUrl: `${TEST_ORIGIN}/` },
  })
  const row = await t.deps.db.read.query.users.findFirst({ where: (users, { eq }) => eq(users.id, person.id) })
  const attached = await t.deps.payments.local?.fetch(
    new Request(`http://local.invalid/v1/payment_methods/${testCard}/attach`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams({ customer: row?.stripeCustomerId ?? '' }),
    }),
  )
  const card = (await attached?.json()) as { id?: string } | undefined
  if (!card?.id) throw new Error(`${testCard} could not be saved: ${JSON.stringify(card)}`)
  return card.id
}

/** Makes the built-in provider fail at the next requests whose method and path match, `*` for one step. */
export async function armFault(t: TestApp, fault: { kind: string; match: string; times: number }): Promise<void> {
  const armed = await t.deps.payments.local?.fetch(
    new Request('http://local.invalid/_local/faults', {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_local', 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    }),
  )
  if (!armed?.ok) throw new Error(`The fault was not armed: ${await armed?.text()}`)
}

/** A payout account that can take money, as the provider's own form makes it. */
export async function openPayoutAccount(t: TestApp, owner: TestPerson): Promise<void> {
  const back = { successUrl: `${TEST_ORIGIN}/settings`, cancelUrl: `${TEST_ORIGIN}/settings` }
  const { body } = await t.call('POST', '/api/stripe/setup-seller', { as: owner.as, body: back })
  await t.fetch(new Request(body.url))
  await t.fetch(new Request(body.url, { method: 'POST', body: new URLSearchParams({ action: 'finish' }) }))
  const status = await t.call('GET', '/api/stripe/connect-status', { as: owner.as })
  if (!status.body.hasCompletedOnboarding) throw new Error('The payout account is not ready')
}

/** The person's payout account at the provider. */
export async function payoutAccountOf(t: TestApp, { id }: { id: number }): Promise<string> {
  return (await getUser(t.deps.db, id)).stripeAccountId ?? ''
}

export interface Rental {
  owner: TestPerson
  renter: TestPerson
  rival: TestPerson
  listingId: number
  cards: { renter: string; rival: string }
}

/** An owner with a listing of two pieces, and two people with cards who want it. */
export async function openRental(t: TestApp): Promise<Rental> {
  const owner = await signUpHost(t, 'rosa')
  const renter = await signUp(t, 'rene')
  const rival = await signUp(t, 'rita')
  const listingId = await createListingRow(t, owner, { title: 'Forty plates', quantity: 2 })
  return {
    owner,
    renter,
    rival,
    listingId,
    cards: { renter: await saveCard(t, renter), rival: await saveCard(t, rival) },
  }
}

export interface OfferInput {
  listingId?: number
  startDate?: string
  endDate?: string
  quantity?: number
  clientId?: string
  deliverTo?: { street: string; city: string; state: string; zipCode: string } | null
}

/** An offer for three days in December, unless said otherwise. */
export function makeOffer(t: TestApp, rental: Rental, who: 'renter' | 'rival', input: OfferInput = {}) {
  return t.call('POST', '/api/bookings', {
    as: rental[who].as,
    body: {
      listingId: rental.listingId,
      startDate: '2026-12-10',
      endDate: '2026-12-12',
      paymentMethodId: rental.cards[who],
      note: 'For Ana’s 40th',
      ...input,
    },
  })
}

/** Confirms a hold as the browser does. */
export async function confirmHold(
  t: Pick<TestApp, 'fetch'>,
  clientSecret: string,
  card: string,
  origin = TEST_ORIGIN,
): Promise<{ status?: string; error?: { code: string } }> {
  const response = await t.fetch(
    new Request(`${origin}/_pay/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        key: 'pk_test_local',
        client_secret: clientSecret,
        payment_method: card,
        return_url: `${origin}/offers`,
      }),
    }),
  )
  return response.json() as Promise<{ status?: string; error?: { code: string } }>
}

/** An offer whose hold is in place. @returns its id */
export async function holdOffer(
  t: TestApp,
  rental: Rental,
  who: 'renter' | 'rival',
  input: OfferInput = {},
): Promise<number> {
  const { status, body } = await makeOffer(t, rental, who, input)
  if (status !== 201) throw new Error(`The offer was refused: ${JSON.stringify(body)}`)
  await confirmHold(t, body.clientSecret, rental.cards[who])
  await t.call('POST', '/api/bookings/update-statuses', { as: rental[who].as })
  return body.booking.id
}

/** The owner's answer to an offer. */
export function answerOffer(t: TestApp, { owner }: Pick<Rental, 'owner'>, id: number, status: string) {
  return t.call('POST', `/api/bookings/${id}/status`, { as: owner.as, body: { status } })
}

/** An offer whose hold its owner has approved, and so captured. @returns its id */
export async function approvedOffer(...offer: Parameters<typeof holdOffer>): Promise<number> {
  const [t, rental] = offer
  const id = await holdOffer(...offer)
  await answerOffer(t, rental, id, 'approved')
  return id
}
