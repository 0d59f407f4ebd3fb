import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { DateRange } from '#schema/date-range'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import type { Purchase } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import { STILL_WAITING } from './connection'
import { expectFits } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { confirmAddress, DEMO_PASSWORD, type Person } from './person'
import { CARDS, saveCard } from './provider'
import { answer, becomeOwner, daysAhead, makeOffer, postListing } from './rentals'
import { openScreen, type Screen } from './screens'
import { openThread, writeMessage } from './threads'

const TOWN = 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu'
const word = (letters: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(10).slice(0, letters)
const WORD = word(300)
const RIGHT_TO_LEFT = 'كراسي خشبية قابلة للطي مع وسائد بيضاء'
const MIXED = `👩‍🍳🎉🪑 ${RIGHT_TO_LEFT} ${WORD}`

/** Somebody new under a name of their own choosing. */
async function personNamed(kit: Kit, username: string): Promise<Person> {
  const person = await kit.visitor()
  const email = `${randomUUID().slice(0, 8)}@example.com`
  await kit.api(person).post('/api/register', { username, password: DEMO_PASSWORD, email })
  await confirmAddress(kit.api(person), email)
  return { ...person, name: username }
}

interface Cast {
  owner: Person
  ownerId: number
  listing: Listing
  post: Post
  offers: { approved: Booking; pending: Booking }
}

/** Two people whose names and words are as long and as mixed as the rules allow, and everything between them. */
async function meet(kit: Kit): Promise<Cast> {
  const tail = randomUUID().slice(0, 8)
  const owner = await personNamed(kit, `${'W'.repeat(32)}${tail}`)
  const renter = await personNamed(kit, `${'ש'.repeat(28)}👩‍🍳${tail}`)
  await becomeOwner(kit, owner, { street: word(200), city: TOWN })
  await saveCard(kit, renter, CARDS.visa)
  const api = kit.api(owner)
  const { id: ownerId } = await api.get<CurrentUser>('/api/user')
  await api.post('/api/user/profile', { description: MIXED })
  const listing = await postListing(kit, owner, { title: word(120), description: MIXED, terms: MIXED, quantity: 40 })
  await postListing(kit, owner, { title: `${RIGHT_TO_LEFT} 🎉`, description: RIGHT_TO_LEFT })
  const post = await api.post<Post>('/api/inspiration', {
    title: word(120),
    description: MIXED,
    imageUrl: listing.mainImage,
    tags: [word(30), RIGHT_TO_LEFT.slice(0, 30), '🎉'.repeat(15)],
    links: [{ kind: 'listing', id: listing.id }],
  })
  const offer = (range: DateRange) => makeOffer(kit, renter, listing, { ...range, note: MIXED })
  const approved = await offer(daysAhead(10, 12))
  await answer(kit, owner, approved, 'approved')
  const pending = await offer(daysAhead(14, 15))
  await kit.api(renter).post(`/api/bookings/${approved.id}/messages`, { content: MIXED })
  await api.post(`/api/bookings/${approved.id}/messages`, { content: WORD })
  return { owner, ownerId, listing, post, offers: { approved, pending } }
}

const screensOf = ({ owner, ownerId, listing, post }: Cast): Screen[] => [
  { path: '/', heading: 'Everything for the party, from people nearby', hasCards: true },
  { path: '/listings', heading: 'Available Items', hasCards: true },
  { path: `/listings/${listing.id}`, heading: listing.title, hasCards: true },
  { path: '/made-to-order', heading: 'Made-to-Order', hasCards: true },
  { path: '/inspiration', heading: 'Party Inspiration', hasCards: true },
  { path: `/inspiration/${post.id}`, heading: post.title, hasCards: true },
  { path: `/users/${ownerId}/inspiration`, heading: 'My Inspiration Posts', hasCards: true },
  { path: `/profile/${ownerId}`, heading: owner.name, hasCards: true },
  { path: '/profile', heading: owner.name, hasCards: true },
  { path: '/profile?tab=posts', heading: owner.name, hasCards: true },
  { path: '/offers?tab=received', heading: 'Offers', hasCards: true },
  { path: '/offers', heading: 'Offers' },
  { path: '/settings', heading: 'Account Settings' },
  { path: '/outbox', heading: 'Waiting to be sent' },
  { path: '/no/such/page', heading: '404 Page Not Found' },
]

async function makeBoard(page: Page): Promise<void> {
  await page.goto('/inspiration?tab=saved')
  await page.getByRole('button', { name: 'New board' }).click()
  const dialog = page.getByRole('dialog', { name: 'New board' })
  await dialog.getByLabel('Name').fill(word(80))
  await dialog.getByRole('button', { name: 'Make board' }).click()
  await expect(page.getByRole('heading', { name: word(80) })).toBeVisible()
}

const SIZES = [
  { name: 'a narrow phone', width: 320, fontSize: '' },
  { name: 'letters of twice the size', width: 390, fontSize: '200%' },
]

/** What the page shows fits at every size. */
async function expectFitsAll(page: Page, what: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const { name, width, fontSize } of SIZES) {
    await page.setViewportSize({ width, height: 640 })
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
    await expectFits(page, `${what} with ${name}`)
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

test('names and words as long as the rules allow fit every screen', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(404))
  const cast = await meet(kit)
  const { page } = cast.owner
  await makeBoard(page)
  await expectFitsAll(page, 'a board')
  for (const screen of screensOf(cast)) {
    await openScreen(page, screen)
    await expectFitsAll(page, screen.path)
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(MIXED)
  await expectFitsAll(page, 'the profile form')
  await openThread(page, cast.offers.approved.id)
  await expectFitsAll(page, 'messages')

  await kit.proxy.mode({ kind: 'refuse' })
  await writeMessage(page, `${WORD} waits`)
  await page.goto('/outbox')
  await expect(page.getByText(`${WORD} waits`)).toBeVisible()
  await expectFitsAll(page, 'a message that waits')
})

test('an order of words as long as the rules allow fits both of its sides', { tag: '@phone' }, async ({ kit }) => {
  const tail = randomUUID().slice(0, 8)
  const maker = await personNamed(kit, `${'W'.repeat(32)}${tail}`)
  const buyer = await personNamed(kit, `${'ש'.repeat(28)}👩‍🍳${tail}`)
  await saveCard(kit, buyer, CARDS.visa)
  const api = kit.api(maker)
  const [photographed] = await api.get<Item[]>('/api/made-to-order')
  const option = { name: word(60), required: true }
  const item = await api.post<Item>('/api/made-to-order', {
    title: word(120),
    description: MIXED,
    terms: MIXED,
    price: 612_345,
    category: 'custom_cakes',
    mainImage: photographed?.mainImage,
    images: [photographed?.mainImage],
    leadTimeInDays: 300,
    customizationOptions: [
      { ...option, type: 'text', hint: word(200) },
      { ...option, name: `${RIGHT_TO_LEFT} 1`, type: 'color', options: [`${word(70)} #9CAF88`, RIGHT_TO_LEFT] },
      { ...option, name: `${RIGHT_TO_LEFT} 2`, type: 'select', options: [word(80), RIGHT_TO_LEFT] },
    ],
  })
  const address = { name: word(200), street: word(200), city: TOWN, state: word(60), zipCode: '9'.repeat(12) }
  const { purchase } = await kit.api(buyer).post<{ purchase: Purchase }>(`/api/made-to-order/${item.id}/purchase`, {
    deliveryAddress: address,
    quantity: 7,
    customizations: {
      [word(60)]: word(300),
      [`${RIGHT_TO_LEFT} 1`]: RIGHT_TO_LEFT,
      [`${RIGHT_TO_LEFT} 2`]: word(80),
    },
    note: MIXED,
    clientId: randomUUID(),
  })
  await api.post(`/api/purchases/${purchase.id}/status`, { status: 'shipped', trackingNote: MIXED })
  await kit.api(buyer).post(`/api/purchases/${purchase.id}/messages`, { content: MIXED })
  const bought: Screen[] = [
    { path: '/purchases', heading: 'My Purchases', hasCards: true },
    { path: `/purchases/${purchase.id}/receipt`, heading: 'Receipt' },
    { path: `/made-to-order/${item.id}`, heading: item.title },
    { path: '/inbox', heading: 'Inbox' },
  ]
  const sold: Screen[] = [
    { path: '/manage-made-to-order', heading: 'Made-to-Order Dashboard' },
    { path: '/manage-made-to-order?tab=orders', heading: 'Made-to-Order Dashboard', hasCards: true },
    { path: `/manage-made-to-order/orders/${purchase.id}/slip`, heading: 'Packing slip' },
    { path: '/inbox', heading: 'Inbox' },
    { path: '/settings?tab=earnings', heading: 'Account Settings' },
    { path: `/made-to-order/${item.id}/edit`, heading: 'Edit' },
  ]
  for (const [{ page }, screens] of [
    [buyer, bought],
    [maker, sold],
  ] as const) {
    for (const screen of screens) {
      await openScreen(page, screen)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
      })
      await expectFitsAll(page, screen.path)
    }
  }
})

test('the door takes long and mixed words, and fits', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(answeredWith(401))
  const { page } = await kit.visitor()
  for (const path of ['/auth', '/auth?tab=register']) {
    await openScreen(page, { path, heading: 'Welcome to Trestle' })
    await page.getByLabel('Username').fill(word(41))
    await page.getByLabel('Password', { exact: true }).fill('12,50')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Login|Register)$/ })
      .click()
    await expectFitsAll(page, path)
  }
  await expect(page.getByText('Please keep the username under 40 characters')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByLabel('Username')).toHaveValue(word(41))
})
