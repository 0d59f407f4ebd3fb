import { expect, type Locator, type Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import type { CurrentUser } from '#schema/user'
import type { Api } from './person'

/** One page of the app, and what is to be seen there before it counts as open. */
export interface Screen {
  path: string
  heading: string
  /** It shows cards of the catalogue or of a person's own. */
  hasCards?: true
  /** A heading within the page, where its own comes before what it is for. */
  section?: string
}

const first = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('The demo marketplace is empty')
  return row
}

const DEMO_ACCOUNTS = ['host', 'planner', 'maker', 'operator']

/** The newest listing whose page has cards: its owner has other listings. */
export async function listingBesideOthers(api: Api): Promise<Listing> {
  const listings = await api.get<Listing[]>('/api/listings')
  return first(
    listings.filter(({ id, userId }) => listings.some((other) => other.userId === userId && other.id !== id)),
  )
}

/** Every screen that needs no account, with things of the demo marketplace on them. */
export async function publicScreens(api: Api): Promise<Screen[]> {
  const listing = await listingBesideOthers(api)
  // Somebody else's, whoever looks: one's own page carries another heading.
  const posts = await api.get<Post[]>('/api/inspiration')
  const post = first(posts.filter(({ username }) => !DEMO_ACCOUNTS.includes(username)))
  const item = first(await api.get<Item[]>('/api/made-to-order'))
  return [
    { path: '/', heading: 'Everything for the party, from people nearby', hasCards: true },
    { path: '/listings', heading: 'Available Items', hasCards: true },
    { path: `/listings/${listing.id}`, heading: listing.title, hasCards: true },
    { path: '/made-to-order', heading: 'Made-to-Order', hasCards: true },
    { path: `/made-to-order/${item.id}`, heading: item.title },
    { path: '/inspiration', heading: 'Party Inspiration', hasCards: true },
    { path: `/inspiration/${post.id}`, heading: post.title },
    { path: `/users/${post.userId}/inspiration`, heading: `${post.username}'s Inspiration`, hasCards: true },
    { path: `/profile/${listing.userId}`, heading: listing.ownerUsername, hasCards: true },
    { path: '/terms', heading: 'Terms' },
    { path: '/privacy', heading: 'Privacy' },
    { path: '/rules', heading: 'Rules' },
    { path: '/about', heading: 'About Trestle' },
    { path: '/help', heading: 'Help' },
    { path: '/contact', heading: 'Contact' },
    { path: '/no/such/page', heading: '404 Page Not Found' },
  ]
}

/** Screens of visitors alone. */
export const DOORS: Screen[] = [
  { path: '/auth', heading: 'Welcome to Trestle' },
  { path: '/auth?tab=register', heading: 'Welcome to Trestle' },
  { path: '/new-password', heading: 'Forgot your password?' },
  { path: '/new-password#token', heading: 'Choose a new password' },
  { path: '/confirm-address#token', heading: 'Confirm your email address' },
]

/** The tabs of the settings, and what each shows. */
const SETTINGS = [
  ['payment', 'Your cards'],
  ['payouts', 'Payout account'],
  ['address', 'Your address'],
  ['availability', 'Blocked dates'],
  ['earnings', 'Transactions'],
  ['notifications', 'Your notifications'],
  ['security', 'Where you are signed in'],
  ['account', 'What you agreed to'],
  ['storage', 'On this device'],
] as const

/** Screens of a signed-in person who has made and received offers. */
export const ownScreens = (username: string): Screen[] => [
  { path: '/offers', heading: 'Offers', hasCards: true },
  { path: '/offers?tab=received', heading: 'Offers', hasCards: true },
  { path: '/create', heading: 'Create a listing' },
  { path: '/create-made-to-order', heading: 'Create a made-to-order item' },
  { path: '/manage-made-to-order', heading: 'Made-to-Order Dashboard', hasCards: true },
  { path: '/purchases', heading: 'My Purchases' },
  { path: '/inbox', heading: 'Inbox' },
  { path: '/outbox', heading: 'Waiting to be sent' },
  { path: '/profile', heading: username },
  { path: '/settings', heading: 'Account Settings' },
  { path: '/inspiration?tab=saved', heading: 'Party Inspiration' },
  ...SETTINGS.map(([tab, section]) => ({ path: `/settings?tab=${tab}`, heading: 'Account Settings', section })),
]

/** The pages of an offer that a signed-in person has made and paid. */
export async function offerScreens(api: Api): Promise<Screen[]> {
  const { id } = await api.get<CurrentUser>('/api/user')
  const offers = await api.get<Booking[]>(`/api/users/${id}/bookings`)
  const paid = first(offers.filter(({ paymentState }) => paymentState === 'captured'))
  return [
    { path: `/offers/${paid.id}`, heading: paid.listingTitle },
    { path: `/offers/${paid.id}/receipt`, heading: 'Receipt' },
  ]
}

/** Screens of an operator, with the empty queues of the demo marketplace. */
export const OPERATOR_SCREENS: Screen[] = ['find', 'claims', 'reports', 'refunds', 'people', 'log'].map((tab) => ({
  path: `/operator?tab=${tab}`,
  heading: 'Operator',
}))

/** Opens a screen and waits until it shows what it is for. */
export async function openScreen(page: Page, { path, heading, hasCards, section }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  if (section) await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible()
  if (hasCards) await expect(page.getByRole('article').first()).toBeVisible()
}

/** Fonts and the photos in view have come, and whatever waited for an idle moment has been painted. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A card out of view skips its parts: they have no place yet.
    const inView = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility({ contentVisibilityAuto: true }) && bottom > 0 && top < window.innerHeight
    })
    return document.fonts.status === 'loaded' && inView.every((image) => image.complete)
  })
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  )
}

/** Presses "Show more" below finds until all of them are shown. Rows that come to the device lengthen the list without a press. */
export async function showAll(finds: Locator): Promise<void> {
  const more = finds.getByRole('button', { name: 'Show more' })
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    expect(await more.isVisible()).toBe(false)
  }).toPass({ intervals: [250] })
}
