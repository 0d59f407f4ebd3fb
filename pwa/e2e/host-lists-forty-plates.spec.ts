import type { BrowserContext, Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { privateRows } from './device-storage'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { turnTo } from './focus'
import { hugeFile } from './large-photos'
import { ADDRESS, addPhotos, describePhoto, draftKept, listingsCalled, SHOTS, tiles } from './listing-form'
import { signIn } from './person'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'
import { anotherDevice } from './sessions'

/** Neither networks nor refusals care how wide the window is. */
const ON_PHONE = { tag: '@phone' }
const title = (what: string) => `${what} ${Date.now()}`

async function fillAddress(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Your address has been saved.')).toBeVisible()
}

test('a host sets up once and lists forty plates', async ({ kit }, testInfo) => {
  const host = await kit.newcomer()
  const { page } = host
  const plates = title('Forty white plates')
  await page.goto('/create')

  await test.step('the address: what is missing is said, then it advances', async () => {
    await page.getByRole('button', { name: 'Save Address' }).click()
    for (const words of ['Street address is required', 'City is required', 'State is required'])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('Street')).toBeFocused()
    await page.getByLabel('ZIP code').fill('112')
    await expect(page.getByText('Valid ZIP code is required')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await fillAddress(page)
  })

  await test.step('the payout account: left unfinished, then finished', async () => {
    await page.getByRole('button', { name: 'Set up payouts' }).click()
    await page.getByRole('button', { name: 'Leave without finishing' }).click()
    await expect(page.getByText('Payment Setup Incomplete')).toBeVisible()
    await expect(page.getByText('Please complete the Stripe account setup to receive rental payments')).toBeVisible()
    await page.getByRole('button', { name: 'Set up payouts' }).click()
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await expect(page.getByLabel('Title')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Progress' }).getByRole('listitem').last()).toHaveAttribute(
      'aria-current',
      'step',
    )
  })

  await test.step('an empty form says what it lacks, photos first', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Please add at least one image')).toBeVisible()
    await expect(page.getByLabel('Photos', { exact: true })).toBeFocused()
    await expect(page.getByText('Title is required')).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  await test.step('three photos in order, one file that is too large, one that is no photo', async () => {
    const photos = page.getByLabel('Photos', { exact: true })
    await photos.setInputFiles(await hugeFile(testInfo))
    await expect(page.getByText('File huge.jpg is too large. Maximum size is 40MB.')).toBeVisible()
    await photos.setInputFiles([
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') },
      SHOTS.plates,
      SHOTS.stack,
    ])
    await expect(tiles(page)).toHaveCount(2)
    await expect(page.getByText('Failed to upload image: notes.jpg. The file seems to be damaged.')).toBeVisible()
    await addPhotos(page, SHOTS.crate)
    await describePhoto(page, 1, 'Plates on a table')
    await describePhoto(page, 3, 'The crate they come in')
    const left = page.getByRole('button', { name: 'Move photo 3 left' })
    await left.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText('Photo moved to place 1 of 3. It is the cover now.')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move photo 1 left' })).toBeFocused()
    await expect(page.getByLabel('What does photo 1 show?')).toHaveValue('The crate they come in')
    // Fingers have the arrows; a mouse drags.
    if (test.info().project.name === 'desktop')
      await tiles(page).nth(1).locator('.photo-tile__frame').dragTo(tiles(page).nth(0).locator('.photo-tile__frame'))
    else await page.getByRole('button', { name: 'Move photo 2 left' }).click()
    await expect(page.getByLabel('What does photo 1 show?')).toHaveValue('Plates on a table')
    await page.getByRole('button', { name: 'Remove photo 3' }).click()
    await expect(tiles(page)).toHaveCount(2)
  })

  await test.step('words, a price, forty of them; then it is on show', async () => {
    await page.getByLabel('Title').fill(plates)
    await page.getByLabel('Description').fill('Porcelain, 27 cm, quite indestructible.')
    await page.getByLabel('Price per day').fill('12,50')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Price must be a positive amount with at most two decimals')).toBeVisible()
    await page.getByLabel('Price per day').fill('12.50')
    await expect(page.getByText('3 days: $37.50')).toBeVisible()
    await page.getByLabel('Quantity', { exact: true }).fill('40')
    await page.getByLabel('Strict').check()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1, name: plates })).toBeVisible()
    await expect(page.getByText('Listing published')).toBeVisible()
    await expect(page.getByText('On show', { exact: true })).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  const [posted] = await listingsCalled(kit, host, plates)
  expect(posted).toMatchObject({
    price: 12.5,
    quantity: 40,
    cancellationPreset: 'strict',
    category: 'tableware',
    terms: 'Standard rental terms apply.',
    photoAlts: ['Plates on a table', 'The crate they come in'],
  })
  await page.goto('/create')
  await expect(page.getByText('Continue a draft')).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test(
  'the address of the set-up is kept as it is typed, and one that waits counts after a reload',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const { page } = await kit.newcomer()
    await page.goto('/create')
    const street = page.getByLabel('Street')
    await street.fill(ADDRESS.Street)
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.reload()
    await expect(street).toHaveValue(ADDRESS.Street)

    await readyForNoSignal(page)
    await loseSignal(kit, page)
    for (const [label, value] of Object.entries(ADDRESS)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Save Address' }).click()
    const payouts = page.getByRole('heading', { name: 'How do you get paid?' })
    await expect(payouts).toBeVisible()
    await page.reload()
    await expect(payouts).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await regainSignal(kit, page)
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await expect(payouts).toBeVisible()
  },
)

/** The same person after their browser was killed: a cookie of the last half minute is not on its disk yet. */
async function reopened(context: BrowserContext, cookies: Awaited<ReturnType<BrowserContext['cookies']>>) {
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto('/create')
  return page
}

test('photos picked a moment before the page was gone come into the form later, once', ON_PHONE, async ({ kit }) => {
  const { page, context } = await newOwner(kit)
  await page.goto('/create')
  const field = page.getByLabel('Photos', { exact: true })
  await expect(field).toBeEnabled()
  // A phone that takes its time.
  await page.evaluate(() => {
    window.createImageBitmap = () => new Promise(() => {})
  })
  await field.setInputFiles([SHOTS.stack, SHOTS.crate, SHOTS.plates])
  await expect.poll(async () => (await privateRows(page)).filter((rows) => rows.includes('/picked'))).toHaveLength(1)
  await test.step('a second page leaves them to the one that works on them', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(other.getByLabel('Photos', { exact: true })).toBeEnabled()
    await expect(tiles(other)).toHaveCount(0)
    await other.close()
  })
  await page.close()
  const later = await context.newPage()
  await later.goto('/create')
  await later.getByRole('link', { name: /^Continue/ }).click()
  await expect(tiles(later)).toHaveCount(3)
  await draftKept(later)
  await later.reload()
  await expect(tiles(later)).toHaveCount(3)
  expect((await privateRows(later)).filter((rows) => rows.includes('/picked'))).toEqual([])
})

test('a listing from a basement without signal is published once', ON_PHONE, async ({ kit }) => {
  test.slow()
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const plates = title('Plates from the basement')
  const profile = await kit.profile()
  const upstairs = await profile.open()
  await signIn(kit.api({ context: upstairs }), 'host')
  let page = await upstairs.newPage()
  await page.goto('/profile')
  await readyForNoSignal(page)
  const cookies = await upstairs.cookies()
  await kit.proxy.mode({ kind: 'refuse' })
  kit.proxy.forget()

  await test.step('photos and a few words, then the tab is closed', async () => {
    await page.goto('/create')
    await addPhotos(page, SHOTS.stack, SHOTS.plates)
    await page.getByRole('button', { name: 'Move photo 2 left' }).click()
    await describePhoto(page, 1, 'Plates, forty of them')
    await page.getByLabel('Title').fill(plates)
    await draftKept(page)
    await page.close()
  })

  await test.step('the battery dies; the draft is whole and can be written on', async () => {
    await profile.kill()
    page = await reopened(await profile.open(), cookies)
    await page.getByRole('link', { name: `Continue ${plates}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(plates)
    await expect(tiles(page)).toHaveCount(2)
    await expect(page.getByLabel('What does photo 1 show?')).toHaveValue('Plates, forty of them')
    await page.getByLabel('Description').fill('White, heavy, clean.')
    await page.getByLabel('Price per day').fill('9')
    await draftKept(page)
  })

  await test.step('published without a signal: it waits, can be taken back, and waits again', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    const waits = page.getByText('Waits for a connection. It publishes itself, once.')
    await expect(waits).toBeVisible()
    await expect(page.getByLabel('Title')).toBeDisabled()
    await page.getByRole('button', { name: 'Take it back and edit' }).click()
    await page.getByLabel('Quantity', { exact: true }).fill('40')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(waits).toBeVisible()
    await profile.kill()
    page = await reopened(await profile.open(), cookies)
    await expect(page.getByText('Waits to be published')).toBeVisible()
  })

  await test.step('upstairs: it is there once, with its photos in order', async () => {
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: '/api/listings', times: 1 })
    await kit.proxy.mode({ kind: 'pass' })
    await expect(page.getByText('Waits to be published')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    const posted = await listingsCalled(kit, { context: page.context() }, plates)
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ quantity: 40, price: 9, photoAlts: ['Plates, forty of them', ''] })
    expect(posted[0]?.images).toHaveLength(1)
    expect(kit.proxy.delivered('POST', '/api/upload')).toBe(2)
    await page.goto(`/listings/${posted[0]?.id}`)
    await expect(page.getByRole('img', { name: 'Plates, forty of them' })).toBeVisible()
  })
})

test('what the server refuses leaves the draft whole', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(403), STILL_WAITING)
  const host = await kit.newcomer()
  const { page } = host
  const plates = title('Plates before the set-up')
  await page.goto('/create')
  await readyForNoSignal(page)
  await kit.proxy.mode({ kind: 'refuse' })
  await page.getByRole('button', { name: 'Write your listing first' }).click()
  await addPhotos(page, SHOTS.plates)
  await page.getByLabel('Title').fill(plates)
  await page.getByLabel('Description').fill('White, heavy, clean.')
  await page.getByLabel('Price per day').fill('9')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Waits for a connection. It publishes itself, once.')).toBeVisible()

  await kit.proxy.reset()
  const refusal = page.getByRole('alert').filter({ hasText: 'Not published' })
  await expect(refusal).toContainText('Please add your address first.')
  await expect(refusal).toBeFocused()
  await expect(refusal).toBeInViewport()
  await expect(page.locator('p', { hasText: 'Please add your address first.' })).toHaveCount(2)
  await expect(page.getByLabel('Title')).toHaveValue(plates)
  await expect(tiles(page)).toHaveCount(1)
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'Add your address' }).click()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue(plates)
  // The reason has gone, and its words with it.
  await expect(refusal).toBeHidden()
  await expect(page.getByText(/needs you/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: plates })).toBeVisible()
  expect(await listingsCalled(kit, host, plates)).toHaveLength(1)
})

test('a draft goes on on another device, and a clash loses nothing', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const phone = await newOwner(kit)
  const tablet = await anotherDevice(kit, phone.name)
  const plates = title('Plates')

  await test.step('begun on the phone, continued on the tablet', async () => {
    await phone.page.goto('/create')
    await readyForNoSignal(phone.page)
    await addPhotos(phone.page, SHOTS.plates)
    await phone.page.getByLabel('Title').fill(plates)
    await expect.poll(async () => (await kit.api(phone).get<unknown[]>('/api/user/drafts')).length).toBe(1)
    await tablet.page.goto('/create')
    await readyForNoSignal(tablet.page)
    await tablet.page.getByRole('link', { name: `Continue ${plates}` }).click()
    await expect(tablet.page.getByLabel('Title')).toHaveValue(plates)
    await expect(tiles(tablet.page)).toHaveCount(1)
  })

  await test.step('what the tablet adds appears on the phone, which is still open', async () => {
    await tablet.page.getByLabel('Description').fill('Written on the tablet')
    await expect(phone.page.getByLabel('Description')).toHaveValue('Written on the tablet')
  })

  await test.step('both write the same field at once: both versions are kept', async () => {
    await kit.offline(tablet.context, true)
    await tablet.page.getByLabel('Title').fill(`${plates} of the tablet`)
    await draftKept(tablet.page)
    await phone.page.getByLabel('Title').fill(`${plates} of the phone`)
    await expect.poll(() => titleAtServer(kit, phone)).toBe(`${plates} of the phone`)
    await kit.offline(tablet.context, false)
    // Each form keeps what was typed in it: nothing changes under the fingers of either.
    for (const { page, own } of [
      { ...phone, own: 'phone' },
      { ...tablet, own: 'tablet' },
    ]) {
      const clash = page.getByRole('group', { name: 'Also written on another device' })
      for (const device of ['phone', 'tablet']) await expect(clash).toContainText(`${plates} of the ${device}`)
      await expect(clash.getByRole('listitem').filter({ hasText: 'This device' })).toContainText(`of the ${own}`)
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${plates} of the ${own}`)
    }
    expect(await axe(phone.page)).toEqual([])
  })

  await test.step('chosen on one, settled on both', async () => {
    await tablet.page.getByRole('button', { name: 'Keep mine' }).click()
    for (const { page } of [phone, tablet]) {
      await page.getByLabel('Description').focus()
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${plates} of the tablet`)
      await expect(page.getByText('Also written on another device')).toHaveCount(0)
    }
  })

  await test.step('no press loses words: the other version is there to be used again', async () => {
    for (const { page } of [phone, tablet]) {
      await page.getByText('Earlier versions (1)').click()
      await expect(page.locator('.earlier-versions').getByText(`${plates} of the phone`)).toBeVisible()
    }
    await phone.page.locator('.earlier-versions').getByRole('button', { name: 'Use this' }).click()
    for (const { page } of [phone, tablet])
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${plates} of the phone`)
    await expect(tablet.page.locator('.earlier-versions').getByText(`${plates} of the tablet`)).toBeVisible()
  })

  await test.step('thrown away on one, gone from both', async () => {
    await phone.page.getByRole('button', { name: 'Throw away' }).click()
    await phone.page
      .getByRole('group', { name: 'Throw this draft away, with its photos?' })
      .getByRole('button', { name: 'Throw away' })
      .click()
    await expect(phone.page.getByText('Draft thrown away')).toBeVisible()
    await expect.poll(async () => (await kit.api(phone).get<unknown[]>('/api/user/drafts')).length).toBe(0)
    await tablet.page.goto('/create')
    await expect(tablet.page.getByLabel('Title')).toHaveValue('')
  })
})

async function titleAtServer(kit: Kit, person: { context: BrowserContext }) {
  const drafts = await kit.api(person).get<{ fields: { title?: { value: string } } }[]>('/api/user/drafts')
  return drafts[0]?.fields.title?.value
}

test('two tabs with one edit share what is typed in it, and one of them saves all of it', { tag: '@phone' }, async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const { page } = owner
  const listing = await postListing(kit, owner)
  const tab = await owner.context.newPage()
  for (const one of [page, tab]) {
    await one.goto(`/listings/${listing.id}/edit`)
    await expect(one.getByLabel('Title')).toHaveValue(listing.title)
  }
  await turnTo(tab, page)
  await tab.getByLabel('Title').fill(`${listing.title} and hooks`)
  await expect(page.getByLabel('Title')).toHaveValue(`${listing.title} and hooks`)
  await turnTo(page, tab)
  await page.getByLabel('Description').fill('Hammered by hand.')
  await expect(tab.getByLabel('Description')).toHaveValue('Hammered by hand.')
  await expect(tab.getByLabel('Title')).toHaveValue(`${listing.title} and hooks`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${listing.title} and hooks` })).toBeVisible()
  await expect
    .poll(() => listingsCalled(kit, owner, `${listing.title} and hooks`))
    .toMatchObject([{ description: 'Hammered by hand.' }])
})

test('an owner edits, pauses, reopens and deletes', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, answeredWith(404), answeredWith(409), STILL_WAITING)
  const owner = await newOwner(kit)
  const { page } = owner
  const listing = await postListing(kit, owner, { quantity: 2 })
  for (const _ of [1, 2]) {
    const renter = await newRenter(kit, 'visa')
    await answer(kit, owner, await makeOffer(kit, renter, listing, daysAhead(10, 11)), 'approved')
  }

  await test.step('fewer than are booked is refused, with the days; the form is as it was', async () => {
    await page.goto(`/listings/${listing.id}`)
    await expect(page.getByRole('region', { name: 'Book Dates' })).toContainText('Closed to you: owners cannot book')
    await readyForNoSignal(page)
    await page.getByRole('link', { name: `Edit ${listing.title}` }).click()
    await page.getByLabel('Quantity', { exact: true }).fill('1')
    await page.getByLabel('Pickup note').fill('Second bell')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Not changed')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('More pieces than that are booked already.')
    await expect(page.getByRole('alert')).toContainText(/Booked: \w{3}, \w{3} \d+; \w{3}, \w{3} \d+\./)
    await expect(page.getByLabel('Pickup note')).toHaveValue('Second bell')
    await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Quantity', { exact: true })).toBeInViewport()
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Quantity', { exact: true }).fill('2')
    await expect(page.getByText('Not changed')).toBeHidden()
  })

  await test.step('changed without a connection: seen at once, sent later', async () => {
    await kit.proxy.mode({ kind: 'refuse' })
    await page.getByLabel('Quantity', { exact: true }).fill('5')
    await page.getByLabel('Title').fill(`${listing.title} and hooks`)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${listing.title} and hooks` })).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await kit.proxy.reset()
    await expect(page.getByText('On show', { exact: true })).toBeVisible()
    expect(await listingsCalled(kit, owner, `${listing.title} and hooks`)).toMatchObject([{ quantity: 5 }])
  })

  await test.step('paused it is nobody else’s to see, and open again it is', async () => {
    const [earlier, visitor] = [await kit.visitor(), await kit.visitor()]
    await earlier.page.goto(`/listings/${listing.id}`)
    await expect(earlier.page.getByRole('heading', { name: `${listing.title} and hooks` })).toBeVisible()
    await page.getByRole('button', { name: `Pause ${listing.title} and hooks` }).click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    // A new device is shown the rows that the earlier visitor was given, and hears of the pause right behind them.
    await visitor.page.goto(`/listings/${listing.id}`)
    await expect(visitor.page.getByText('Listing not found')).toBeVisible()
    await page.getByRole('button', { name: `Reopen ${listing.title} and hooks` }).click()
    await expect(page.getByText('On show', { exact: true })).toBeVisible()
    await expect.poll(async () => (await listingsCalled(kit, owner, `${listing.title} and hooks`)).length).toBe(1)
  })

  await test.step('not deleted while it is booked, whether the device knows that or not; one that is free goes', async () => {
    await page.goto('/profile')
    const late = await postListing(kit, owner, { title: title('Booked meanwhile') })
    const free = await postListing(kit, owner, { title: title('Never booked') })
    const ask = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('dialog')
    const remove = async (name: string) => {
      await ask(name)
      await dialog.getByRole('button', { name: 'Delete listing' }).click()
    }
    await ask(`${listing.title} and hooks`)
    await expect(dialog).toContainText('This listing has approved or paid bookings, so it cannot be deleted yet.')
    await dialog.getByRole('button', { name: 'Keep it' }).click()

    await expect(page.getByRole('heading', { name: free.title })).toBeVisible()
    await expect(page.getByRole('heading', { name: late.title })).toBeVisible()
    await kit.offline(page.context(), true)
    const renter = await newRenter(kit, 'visa')
    await answer(kit, owner, await makeOffer(kit, renter, late, daysAhead(10, 11)), 'approved')
    await remove(late.title)
    await kit.offline(page.context(), false)
    await expect(page.getByRole('alert')).toContainText('This listing has approved or paid bookings')
    expect(await axe(page)).toEqual([])
    await remove(free.title)
    await expect(page.getByRole('heading', { name: free.title })).toHaveCount(0)
    await expect.poll(async () => (await listingsCalled(kit, owner, free.title)).length).toBe(0)
  })
})

test('two devices edit one listing: neither reverts the other, and a real conflict asks', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const phone = await newOwner(kit)
  const listing = await postListing(kit, phone, { quantity: 40 })
  const tablet = await anotherDevice(kit, phone.name)
  for (const { page } of [phone, tablet]) {
    await page.goto(`/listings/${listing.id}`)
    await readyForNoSignal(page)
    await page.getByRole('link', { name: `Edit ${listing.title}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(listing.title)
  }
  const atServer = () => kit.api(phone).get<Listing>(`/api/listings/${listing.id}`)

  await test.step('the phone changes the title without a signal, the desk the price and the quantity', async () => {
    await kit.offline(phone.context, true)
    await phone.page.getByLabel('Title').fill(`${listing.title}, washed`)
    await phone.page.getByRole('button', { name: 'Save changes' }).click()
    await expect(phone.page.getByText('Waiting to be sent')).toBeVisible()
    await tablet.page.getByLabel('Price per day').fill('20')
    await tablet.page.getByLabel('Quantity', { exact: true }).fill('60')
    await tablet.page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(atServer).toMatchObject({ price: 20, quantity: 60, title: listing.title })
    await kit.offline(phone.context, false)
    await expect.poll(atServer).toMatchObject({ price: 20, quantity: 60, title: `${listing.title}, washed` })
    await expect(tablet.page.getByRole('heading', { level: 1, name: `${listing.title}, washed` })).toBeVisible()
  })

  await test.step('both change the price: the second is shown both, and chooses', async () => {
    await expect(phone.page.getByText('On show', { exact: true })).toBeVisible()
    await phone.page.getByRole('link', { name: /^Edit / }).click()
    await expect(phone.page.getByLabel('Price per day')).toHaveValue('20')
    await phone.page.getByLabel('Price per day').fill('30')
    await phone.page.getByLabel('Pickup note').fill('Ring twice')
    await kit.api(tablet).post(`/api/listings/${listing.id}`, { ...(await atServer()), price: 25, terms: 'Washed.' })
    await phone.page.getByRole('button', { name: 'Save changes' }).click()
    const asked = phone.page.getByRole('group', { name: 'Price' })
    await expect(asked).toContainText('$30')
    await expect(asked).toContainText('$25')
    expect(await atServer()).toMatchObject({ price: 25, terms: 'Washed.' })
    expect.soft(await axe(phone.page)).toEqual([])
    await phone.page.getByRole('button', { name: 'Save changes' }).click()
    await expect(phone.page.getByText('Please choose first')).toBeVisible()
    // The question outlives the page.
    await phone.page.reload()
    await expect(asked).toContainText('$25')
    await expect(phone.page.getByLabel('Pickup note')).toHaveValue('Ring twice')
    await expect(asked.getByText(/^This device, \d/)).toBeVisible()
    await expect(asked.getByText(/^Chrome on \w+, \d/)).toBeVisible()
    await asked.getByRole('button', { name: 'Keep mine' }).click()
    await expect(asked).toBeHidden()
    await phone.page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(atServer).toMatchObject({ price: 30, terms: 'Washed.', quantity: 60 })
  })

  await test.step('no press loses words: what was not chosen can be used again, after the page was closed too', async () => {
    await expect(phone.page.getByText('On show', { exact: true })).toBeVisible()
    await phone.page.getByRole('link', { name: /^Edit / }).click()
    await phone.page.getByText('Earlier versions (1)').click()
    const earlier = phone.page.locator('.earlier-versions')
    await expect(earlier).toContainText('Price, Another device')
    await earlier.getByRole('button', { name: 'Use this' }).click()
    await expect(phone.page.getByLabel('Price per day')).toHaveValue('25')
    await expect(earlier.getByRole('listitem').filter({ hasText: '$30' })).toContainText('This device')
    expect.soft(await axe(phone.page)).toEqual([])
  })
})
