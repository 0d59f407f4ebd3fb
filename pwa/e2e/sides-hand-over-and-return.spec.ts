import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import { formatWeekday } from '#schema/date-range'
import { HANDOVER_NOTE_MAX, type Handover, handoverCheckNames } from '#schema/handover'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { holdStore } from './device-storage'
import { beginRentals, endRentals, rentForToday } from './ended-rentals'
import { expectFits } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { holdPhoto } from './hold-photo'
import type { Person } from './person'
import { answer, daysAhead, makeOffer, messagesOf, newOwner, newRenter, postListing } from './rentals'
import { anotherDevice, expectVisitor, pressLogout } from './sessions'

const PHONE = { tag: '@phone' }
const DEMO_PHOTOS = join(import.meta.dirname, '../../server/demo/photos')
const CRATES = ['inspo-blush-dessert-table.jpg', 'inspo-brunch-blush-table.jpg']
const DAYS = daysAhead(2, 4)
const NOTE = 'Forty plates in two crates. كلها نظيفة 🍽️'

interface Deal {
  owner: Person
  renter: Person
  offer: Booking
}

/** An offer that its owner has approved. */
async function agreedDeal(kit: Kit): Promise<Deal> {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner, { pickupNote: 'Ring twice, third floor.' })
  const renter = await newRenter(kit, 'visa')
  const offer = await makeOffer(kit, renter, listing, DAYS)
  await answer(kit, owner, offer, 'approved')
  return { owner, renter, offer }
}

const photo = (name: string) => join(DEMO_PHOTOS, name)
const pagesOf = (kit: Kit, side: Person, { id }: Booking) =>
  kit.api(side).get<Handover[]>(`/api/bookings/${id}/handovers`)
/** One's own page, to be written, and another's, to be read. */
const form = (page: Page, moment: string): Locator => page.getByRole('form', { name: `${moment}: You` })
const written = (page: Page, moment: string, who: Person): Locator =>
  page.getByRole('region', { name: `${moment}: ${who.name}` })
/** Photos that have been read from the disk and drawn. */
const drawn = (photos: Locator): Promise<number> =>
  photos.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 1).length)

async function expectOpen(page: Page, { offer }: Deal): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: offer.listingTitle })).toBeVisible()
}

test(
  'the owner writes down the pickup in a cellar without signal, the renter answers beside it',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const deal = await agreedDeal(kit)
    const { owner, renter, offer } = deal
    const { page } = owner
    const path = `/offers/${offer.id}`
    await page.goto('/offers?tab=received')
    await page
      .getByRole('link', { name: `Pickup and return, receipt and everything else for ${offer.listingTitle}` })
      .click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByText('Ring twice, third floor.')).toBeVisible()
    await readyForNoSignal(page)
    await loseSignal(kit, page)

    await page.reload()
    await expectOpen(page, deal)
    const mine = form(page, 'Pickup')
    await mine.getByRole('checkbox', { name: handoverCheckNames.counted }).check()
    await mine.getByRole('checkbox', { name: handoverCheckNames.undamaged }).check()
    const second = await holdPhoto(page, 2)
    await mine.getByLabel('Photos of the pickup').setInputFiles(CRATES.map(photo))
    await second.asked()
    // The note is still on its way to the disk when the photo comes.
    const letGo = await holdStore(page, 'drafts')
    await mine.getByLabel('Note').fill(NOTE)
    await expect(mine.getByText('Not saved yet. It is kept on this device as you type.')).toBeVisible()
    await second.go()
    await expect(mine.getByRole('button', { name: 'Remove photo 2' })).toBeVisible()
    await letGo()
    await expect.poll(() => drawn(mine.getByRole('img'))).toBe(2)

    await test.step('the phone restarts before anything was saved', async () => {
      await page.reload()
      await expect(mine.getByLabel('Note')).toHaveValue(NOTE)
      await expect(mine.getByRole('checkbox', { name: handoverCheckNames.counted })).toBeChecked()
      await expect.poll(() => drawn(mine.getByRole('img'))).toBe(2)
    })
    await mine.getByRole('button', { name: 'Save pickup' }).click()
    await expect(mine.getByText('Waiting to be sent')).toBeVisible()
    await page.reload()
    await expect(mine.getByText('Waiting to be sent')).toBeVisible()
    await expect.poll(() => drawn(mine.getByRole('img'))).toBe(2)
    expect(await pagesOf(kit, renter, offer)).toEqual([])

    const put = `/api/bookings/${offer.id}/handovers/pickup`
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: put, times: 1 })
    await regainSignal(kit, page)
    await expect(mine.getByText(/^Saved on/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    const keysOf = (to: string) =>
      new Set(kit.proxy.arrivals('POST', to).map(({ idempotencyKey }) => idempotencyKey)).size
    expect([keysOf(put), keysOf('/api/upload')]).toEqual([1, CRATES.length])
    const [pickup, ...others] = await pagesOf(kit, renter, offer)
    expect(others).toEqual([])
    expect(pickup).toMatchObject({ moment: 'pickup', checks: ['counted', 'undamaged'], note: NOTE })
    expect(new Set(pickup?.photos).size).toBe(CRATES.length)

    await test.step('the renter sees it and writes their own page beside it', async () => {
      await renter.page.goto(path)
      const theirs = written(renter.page, 'Pickup', owner)
      await expect(theirs.getByText(NOTE)).toBeVisible()
      await expect.poll(() => drawn(theirs.getByRole('img'))).toBe(CRATES.length)
      await form(renter.page, 'Pickup').getByLabel('Note').fill('One crate is scratched')
      await form(renter.page, 'Pickup').getByRole('button', { name: 'Save pickup' }).click()
      await expect(written(page, 'Pickup', renter).getByText('One crate is scratched')).toBeVisible()
    })

    await test.step('the renter reports one of its photos', async () => {
      await written(renter.page, 'Pickup', owner).getByRole('button', { name: 'Report' }).click()
      const dialog = renter.page.getByRole('dialog', { name: 'Report this hand-over' })
      await dialog.getByLabel('What is wrong').selectOption('It is hateful or offensive')
      await dialog.getByLabel('What it is about').selectOption('Photo 1 alone')
      expect(await axe(renter.page)).toEqual([])
      await dialog.getByRole('button', { name: 'Send report' }).click()
      await expect(renter.page.getByText('Thank you for your report')).toBeVisible()
    })

    await test.step('the last word counts: the owner takes a photo back', async () => {
      await mine.getByRole('button', { name: 'Remove photo 1' }).click()
      await mine.getByRole('button', { name: 'Save pickup' }).click()
      await expect
        .poll(async () => (await pagesOf(kit, renter, offer)).map(({ photos }) => photos.length))
        .toEqual([1, 0])
      await expect(
        renter.page.getByRole('list', { name: `Pickup photos of ${owner.name}` }).getByRole('listitem'),
      ).toHaveCount(1)
    })

    await test.step('the return is a page of its own', async () => {
      await renter.page.getByText(`Return, ${formatWeekday(DAYS.endDate)}`).click()
      await form(renter.page, 'Return').getByRole('checkbox', { name: handoverCheckNames.clean }).check()
      await form(renter.page, 'Return').getByRole('button', { name: 'Save return' }).click()
      await page.getByText(`Return, ${formatWeekday(DAYS.endDate)}`).click()
      await expect(written(page, 'Return', renter).getByText(/^Written on/)).toBeVisible()
      expect((await pagesOf(kit, owner, offer)).map(({ moment, checks }) => `${moment} ${checks}`)).toEqual([
        'pickup counted,undamaged',
        'pickup ',
        'return clean',
      ])
    })
  },
)

test(
  'a page that is left while a photo is made ready has all of it when it is opened again',
  PHONE,
  async ({ kit }) => {
    const { owner, offer } = await agreedDeal(kit)
    const { page } = owner
    await page.goto(`/offers/${offer.id}`)
    const mine = form(page, 'Pickup')
    await mine.getByRole('checkbox', { name: handoverCheckNames.counted }).check()
    const second = await holdPhoto(page, 2)
    await mine.getByLabel('Photos of the pickup').setInputFiles(CRATES.map(photo))
    await second.asked()
    await expect(mine.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
    await mine.getByLabel('Note').fill(NOTE)
    for (const _ of ['as the second photo comes into it', 'as it was kept']) {
      await page.reload()
      await expect.poll(() => drawn(mine.getByRole('img'))).toBe(CRATES.length)
      await expect(mine.getByLabel('Note')).toHaveValue(NOTE)
      await expect(mine.getByRole('checkbox', { name: handoverCheckNames.counted })).toBeChecked()
    }
  },
)

test(
  'a page that another device has written later stands beside the one that came too late',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
    const { owner, offer } = await agreedDeal(kit)
    const { page } = owner
    const tablet = kit.api(await anotherDevice(kit, owner.name))
    await page.goto(`/offers/${offer.id}`)
    await readyForNoSignal(page)
    await kit.offline(page.context(), true)
    const mine = form(page, 'Pickup')
    await mine.getByLabel('Note').fill('Written on the phone')
    await mine.getByRole('button', { name: 'Save pickup' }).click()
    await expect(mine.getByText('Waiting to be sent')).toBeVisible()
    const later = {
      checks: ['counted'],
      photos: [],
      note: 'Written on the tablet',
      composedAt: new Date().toISOString(),
    }
    await tablet.post(`/api/bookings/${offer.id}/handovers/pickup`, later)
    await kit.offline(page.context(), false)

    const other = page.getByRole('region', { name: 'Pickup: You, on another device' })
    await expect(other).toContainText('Written on the tablet')
    await expect(mine.getByLabel('Note')).toHaveValue('Written on the phone')
    await expect(mine.getByText(/^You wrote this page on another device, too/)).toBeVisible()
    await expectFits(page, 'a hand-over of two devices')
    expect(await axe(page)).toEqual([])
    await mine.getByRole('button', { name: 'Save pickup' }).click()
    await expect(mine.getByText(/^Saved on/)).toBeVisible()
    await expect(other).toHaveCount(0)
  },
)

test('a page that was begun before another device saved one does not take its place unseen', PHONE, async ({ kit }) => {
  kit.allowErrors(answeredWith(409))
  const { owner, offer } = await agreedDeal(kit)
  const { page } = owner
  const tablet = kit.api(await anotherDevice(kit, owner.name))
  await page.goto(`/offers/${offer.id}`)
  const mine = form(page, 'Pickup')
  await mine.getByLabel('Note').fill('Begun on the phone')
  await expect(mine.getByText('Not saved yet.')).toBeVisible()
  const saved = { checks: ['counted'], photos: [offer.listingPhoto], note: 'Saved on the tablet' }
  await tablet.post(`/api/bookings/${offer.id}/handovers/pickup`, { ...saved, composedAt: new Date().toISOString() })
  await expect(page.getByText('You: written down.')).toBeVisible()
  await mine.getByRole('button', { name: 'Save pickup' }).click()
  const other = page.getByRole('region', { name: 'Pickup: You, on another device' })
  await expect(other).toContainText('Saved on the tablet')
  await expect(mine.getByLabel('Note')).toHaveValue('Begun on the phone')
  expect(await pagesOf(kit, owner, offer)).toMatchObject([saved])
  // Both were shown: the next press chooses.
  await mine.getByRole('button', { name: 'Save pickup' }).click()
  await expect(mine.getByText(/^Saved on/)).toBeVisible()
  await mine.getByLabel('Note').fill('Goes on from there')
  await mine.getByRole('button', { name: 'Save pickup' }).click()
  await expect
    .poll(async () => (await pagesOf(kit, owner, offer)).map(({ note }) => note))
    .toEqual(['Goes on from there'])
  await expect(other).toHaveCount(0)
})

test('the press of the day leads to the page that it names', PHONE, async ({ kit }) => {
  const { renter, offer } = await agreedDeal(kit)
  await rentForToday(kit, offer.id)
  const { page } = renter
  await page.goto('/offers?tab=made')
  await page.getByRole('link', { name: 'Write down the pickup' }).click()
  await expect(form(page, 'Pickup').getByRole('heading', { name: 'You' })).toBeInViewport()
  await expect(form(page, 'Return')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Pickup and return' })).toBeFocused()
  await form(page, 'Pickup').getByRole('button', { name: 'Save pickup' }).click()
  await expect(page.getByText('You: written down.')).toBeVisible()

  await page.goto('/offers?tab=made')
  await page.getByRole('link', { name: 'Write down the return' }).click()
  await expect(form(page, 'Return').getByRole('heading', { name: 'You' })).toBeInViewport()
})

test('the receipt opens without a connection and prints on one page', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const deal = await agreedDeal(kit)
  const { renter, owner, offer } = deal
  const { page } = renter
  await page.goto(`/offers/${offer.id}`)
  await expect(page.getByText(/^\$73\.50 was taken on \w+day, /)).toBeVisible()
  await expect(page.getByText(/^You get .* back until \w+day, /).first()).toBeVisible()
  await readyForNoSignal(page)
  await loseSignal(kit, page)
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  const paper = page.getByRole('article', { name: 'Receipt' })
  await expect(paper).toBeVisible()
  await page.reload()
  for (const words of [
    `TR-${String(offer.id).padStart(6, '0')}`,
    owner.name,
    renter.name,
    `${formatWeekday(DAYS.startDate)}, ${DAYS.startDate.slice(0, 4)}`,
    '3 days x $24.50',
    'Paid',
  ])
    await expect(paper.getByText(words, { exact: true })).toBeVisible()
  await expect(paper.getByText('$73.50', { exact: true })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('what cannot be: a stranger’s offer, a note without end, a hand-over before the yes', PHONE, async ({ kit }) => {
  const { owner, renter, offer } = await agreedDeal(kit)
  const stranger = await kit.newcomer()
  for (const path of [`/offers/${offer.id}`, '/offers/0', `/offers/${offer.id}/receipt`]) {
    await stranger.page.goto(path)
    await expect(stranger.page.getByRole('heading', { level: 1, name: 'Offer not found' })).toBeVisible()
  }

  const { page } = renter
  await page.goto(`/offers/${offer.id}`)
  const mine = form(page, 'Pickup')
  await mine.getByLabel('Note').fill('w'.repeat(HANDOVER_NOTE_MAX + 1))
  await mine.getByLabel('Photos of the pickup').setInputFiles([
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a photo at all') },
    { name: 'crate.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo(CRATES[0] ?? '')) },
  ])
  await expect(mine.getByText(/Failed to upload image: notes\.jpg/)).toBeVisible()
  await expect.poll(() => drawn(mine.getByRole('img'))).toBe(1)
  await mine.getByRole('button', { name: 'Save pickup' }).click()
  await expect(mine.getByText('Please keep the note under 2,000 characters')).toBeVisible()
  await expect(mine.getByLabel('Note')).toBeFocused()
  expect(await pagesOf(kit, owner, offer)).toEqual([])

  const listing = await postListing(kit, owner)
  const pending = await makeOffer(kit, renter, listing, daysAhead(10))
  await page.goto(`/offers/${pending.id}`)
  await expect(page.getByText(/^\$24\.50 is held on your card until .*Nothing has been taken/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pickup and return' })).toBeHidden()
  await page.goto(`/offers/${pending.id}/receipt`)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no receipt yet' })).toBeVisible()
})

test('an owner whose thing is out asks for it back, without a signal too, and cannot cancel', async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const { owner, renter, offer } = await agreedDeal(kit)
  await beginRentals(kit, offer.id)
  const { page } = owner
  await page.goto(`/offers/${offer.id}`)
  await readyForNoSignal(page)
  const asking = page.getByRole('button', { name: 'Ask for it back' })
  await expect(asking).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await loseSignal(kit, page)
  await asking.click()
  const dialog = page.getByRole('dialog')
  const tomorrow = daysAhead(1).startDate
  await expect(dialog.getByLabel('Back by')).toHaveValue(tomorrow)
  await dialog.getByLabel('Back by').fill(daysAhead(2).startDate)
  await expect(dialog.getByText(`Please choose a day from today to ${formatWeekday(tomorrow)}`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Ask for it back' })).toBeDisabled()
  await dialog.getByLabel('Back by').fill(tomorrow)
  await dialog.getByLabel('Why').fill('My sister marries on Friday.')
  // A page that goes away takes no word along.
  await page.reload()
  await asking.click()
  await expect(dialog.getByLabel('Why')).toHaveValue('My sister marries on Friday.')
  await expectFits(page, 'asking for a thing back')
  expect(await axe(page)).toEqual([])
  // A thumb that presses twice while the disk is busy asks once.
  const letGo = await holdStore(page, 'outbox')
  await dialog.getByRole('button', { name: 'Ask for it back' }).dblclick()
  await letGo()
  await expect(dialog).toHaveCount(0)
  await regainSignal(kit, page)
  const words = `Please bring ${offer.listingTitle} back by ${formatWeekday(tomorrow)}.\n\nMy sister marries on Friday.`
  const sent = async () => (await messagesOf(kit, renter, offer)).map(({ content }) => content)
  await expect.poll(sent).toEqual([words])
  await asking.click()
  await expect(dialog.getByLabel('Why')).toHaveValue('')
  // A page that still offers to cancel is refused.
  const refused = await owner.context.request.post(`${kit.origin}/api/bookings/${offer.id}/cancel`, { data: {} })
  expect([refused.status(), (await refused.json()).code]).toEqual([409, 'not_cancellable'])

  await test.step('words that were not sent before it came back stay in sight until they are thrown away', async () => {
    await dialog.getByLabel('Why').fill('And the crates, please.')
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await endRentals(kit, offer.id)
    await kit.api(renter).post('/api/bookings/update-statuses')
    await page.reload()
    await expect(asking).toHaveCount(0)
    await expect(page.getByText('And the crates, please.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await expect(page.getByText('And the crates, please.')).toBeHidden()
    await pressLogout(page)
    await expectVisitor(page)
  })
})
