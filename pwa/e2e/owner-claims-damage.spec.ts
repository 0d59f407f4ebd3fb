import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { DamageReport } from '#schema/damage-report'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { holdStore } from './device-storage'
import { endAnswerTime, endRentals } from './ended-rentals'
import { expectFits } from './fits'
import { expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import type { Person } from './person'
import { type CARDS, paymentsOf } from './provider'
import { answer, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

const STOOD = 'Saved again after the claim: see how it stood'

/** Stories that do not depend on the size of the screen run on one, the smaller. */
const PHONE = { tag: '@phone' }
const PHOTOS = ['inspo-blush-dessert-table', 'inspo-brunch-blush-table'].map((name) =>
  join(import.meta.dirname, `../../server/demo/photos/${name}.jpg`),
)

interface Rental {
  owner: Person
  renter: Person
  booking: Booking
}

/** A rental that was paid with `card` and ended yesterday. */
async function openEnded(kit: Kit, card: keyof typeof CARDS = 'visa'): Promise<Rental> {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, card)
  const booking = await makeOffer(kit, renter, listing, daysAhead(20, 22))
  await answer(kit, owner, booking, 'approved')
  await endRentals(kit, booking.id)
  return { owner, renter, booking }
}

/** The damage part of the booking's own page, as `person` sees it. */
async function damageOn(person: Person, { id }: Booking): Promise<Locator> {
  await person.page.goto(`/offers/${id}`)
  return person.page.getByRole('region', { name: 'Damage' })
}

async function writeReport(page: Page, report: { estimate?: string } = {}): Promise<Locator> {
  const form = page.getByRole('form', { name: 'Damage report' })
  await form.getByLabel('Description').fill('Two lanterns came back dented.')
  await form.getByLabel('Damage photos', { exact: true }).setInputFiles(PHOTOS)
  await expect(form.getByRole('img')).toHaveCount(2)
  if (report.estimate) await form.getByLabel('Repair estimate').fill(report.estimate)
  return form
}

/** The report, from elsewhere. */
async function reportElsewhere(kit: Kit, { owner, booking }: Rental, repairEstimate: number): Promise<DamageReport> {
  return kit.api(owner).post(`/api/bookings/${booking.id}/damage-report`, {
    description: 'Two lanterns came back dented.',
    images: [booking.listingPhoto],
    repairEstimate,
  })
}

/** What the provider has taken for damage. */
async function takenFor(kit: Kit, booking: Booking): Promise<{ status: string; amount_received: number }[]> {
  const damage = (await paymentsOf(kit, booking.id)).filter(({ metadata }) => metadata.kind === 'damage')
  return damage.map(({ status, amount_received }) => ({ status, amount_received }))
}

test('a report that was begun here stays to be read when another device has filed one', PHONE, async ({ kit }) => {
  const rental = await openEnded(kit)
  const { owner, booking } = rental
  const mine = await damageOn(owner, booking)
  await mine.getByRole('button', { name: 'Report Damage' }).click()
  await writeReport(owner.page)
  await owner.page.getByRole('button', { name: 'Close' }).click()
  await expect(mine.getByText('Your report is written but not sent.')).toBeVisible()
  await reportElsewhere(kit, rental, 2000)
  await owner.page.goto('/offers?tab=received')
  await expect(
    owner.page.getByText('This damage has been reported. What you have here is not all in that report.'),
  ).toBeVisible()
  await damageOn(owner, booking)
  await mine.getByRole('button', { name: 'See what you wrote' }).click()
  const form = owner.page.getByRole('form', { name: 'Damage report' })
  await expect(form.getByLabel('Description')).toHaveValue('Two lanterns came back dented.')
  await expect(form.getByRole('img')).toHaveCount(2)
  await expect(form.getByRole('button', { name: 'Submit Report' })).toBeDisabled()
  await expectFits(owner.page, 'a report that was not sent')
  await owner.page.getByRole('button', { name: 'Close' }).click()
  await mine.getByRole('button', { name: 'Throw it away' }).click()
  await mine.getByRole('group').getByRole('button', { name: 'Throw it away' }).click()
  await expect(mine.getByRole('button', { name: 'See what you wrote' })).toHaveCount(0)
})

test(
  'an owner reports damage through a failing network, once; the renter accepts and is charged',
  PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
    const rental = await openEnded(kit)
    const { owner, renter, booking } = rental
    const { page } = owner
    const mine = await damageOn(owner, booking)
    await expect(mine.getByText('You can report damage until')).toBeVisible()
    await readyForNoSignal(page)

    await loseSignal(kit, page)
    await mine.getByRole('button', { name: 'Report Damage' }).click()
    let form = await writeReport(page, { estimate: '12,50' })
    await expect(form.getByRole('button', { name: 'Submit Report' })).toBeDisabled()
    await expect(form.getByText('Sending a report needs a connection.')).toBeVisible()
    await expect(form.getByText('What you have written is kept on this device.')).toBeVisible()
    await page.reload()
    await mine.getByRole('button', { name: 'Continue the report' }).click()
    form = page.getByRole('form', { name: 'Damage report' })
    await expect(form.getByLabel('Description')).toHaveValue('Two lanterns came back dented.')
    await expect(form.getByRole('img')).toHaveCount(2)
    expect(await axe(page)).toEqual([])

    await regainSignal(kit, page)
    const submit = form.getByRole('button', { name: 'Submit Report' })
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect(form.getByText('Please enter dollars, such as 12.50')).toBeVisible()
    await expect(form.getByLabel('Repair estimate')).toBeFocused()
    // Nothing is typed while it is sent: it would neither be sent nor be kept.
    let letGo = await holdStore(page, 'drafts')
    await form.getByLabel('Repair estimate').fill('20')
    const path = `/api/bookings/${booking.id}/damage-report`
    await kit.proxy.mode({ kind: 'cut-before' }, { method: 'POST', path: '/api/upload', times: 1 })
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
    await form.getByLabel('Repair estimate').press('Enter')
    for (const name of ['Description', 'Repair estimate', 'Invoice link'])
      await expect(form.getByLabel(name)).toBeDisabled()
    await letGo()
    await expect(form.getByRole('alert').getByText('Upload failed')).toBeVisible()
    await expect(submit).toBeEnabled()
    await expect(form.getByLabel('Repair estimate')).toBeFocused()
    // The server has it, and its answer is lost: the report comes to the device by itself.
    await submit.click()
    await expect(mine.getByText(`${renter.name} has until`)).toBeVisible()
    await expect(mine.getByText('Pending Renter Review')).toBeVisible()
    await expect(form).toBeHidden()
    const reports = await kit.api(owner).get<Record<string, DamageReport>>('/api/damage-reports')
    expect(reports[booking.id]).toMatchObject({
      repairEstimate: 2000,
      images: [expect.any(String), expect.any(String)],
    })

    // The claim is said on every page until it is answered.
    await renter.page.goto('/listings')
    const banner = renter.page.getByRole('link', { name: `${owner.name} reports damage. Answer by` })
    await expect(banner).toBeVisible()
    await expect(renter.page.getByRole('link', { name: /^Offers.*new/ }).filter({ visible: true })).toBeVisible()
    const theirs = await damageOn(renter, booking)
    await expect(theirs.getByText(`${owner.name} reports damage. Please answer by`)).toBeVisible()
    await theirs.getByRole('button', { name: 'Answer' }).click()
    const reply = renter.page.getByRole('form', { name: 'Answer to the damage report' })
    await expect(reply.getByText('Two lanterns came back dented.')).toBeVisible()
    await expect(reply.getByRole('img').first()).toBeVisible()
    await reply.getByRole('button', { name: 'Send answer' }).click()
    await expect(reply.getByText('Please choose whether you accept responsibility')).toBeVisible()
    letGo = await holdStore(renter.page, 'drafts')
    await reply.getByLabel('I accept responsibility').check()
    expect(await axe(renter.page)).toEqual([])
    await reply.getByRole('button', { name: 'Accept and pay $20.00' }).click()
    for (const name of ['What happened?', 'I contest this']) await expect(reply.getByLabel(name)).toBeDisabled()
    await letGo()
    await expect(theirs.getByText('You accepted responsibility. Your card was charged $20.00.')).toBeVisible()
    await expect(theirs.getByText('Damage Claim Approved')).toBeVisible()
    await renter.page.goto('/listings')
    await expect(banner).toBeHidden()
    await expect(mine.getByText(`${renter.name} has paid $20.00.`)).toBeVisible()
    expect(await takenFor(kit, booking)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
  },
)

test('an answer that arrives although nobody hears of it closes its form', PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const rental = await openEnded(kit)
  const { renter, booking } = rental
  const { id } = await reportElsewhere(kit, rental, 2000)
  const theirs = await damageOn(renter, booking)
  await theirs.getByRole('button', { name: 'Answer' }).click()
  const reply = renter.page.getByRole('form', { name: 'Answer to the damage report' })
  await reply.getByLabel('I accept responsibility').check()
  await reply.getByLabel('What happened?').fill('A child ran into them.')
  const path = `/api/damage-reports/${id}/respond`
  await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path, times: 1 })
  await reply.getByRole('button', { name: 'Accept and pay $20.00' }).click()
  await expect(theirs.getByText('You accepted responsibility. Your card was charged $20.00.')).toBeVisible()
  await expect(reply).toBeHidden()
  await expect(theirs.getByRole('button', { name: 'See what you wrote' })).toHaveCount(0)
  expect(await takenFor(kit, booking)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
})

test('an answer that was not sent in time can still be read, and thrown away', PHONE, async ({ kit }) => {
  // The server is away for a moment while the page is open.
  kit.allowErrors(NETWORK_ERRORS)
  const rental = await openEnded(kit)
  const { renter, booking } = rental
  const { id } = await reportElsewhere(kit, rental, 2000)
  const theirs = await damageOn(renter, booking)
  await theirs.getByRole('button', { name: 'Answer' }).click()
  const reply = renter.page.getByRole('form', { name: 'Answer to the damage report' })
  await reply.getByLabel('What happened?').fill('They were dented before.')
  await expect(reply.getByText('What you have written is kept on this device.')).toBeVisible()
  await renter.page.getByRole('button', { name: 'Close', exact: true }).click()
  await endAnswerTime(kit, id)
  await damageOn(renter, booking)
  await expect(theirs.getByText('The time to answer is over. What you wrote here was not sent.')).toBeVisible()
  await theirs.getByRole('button', { name: 'See what you wrote' }).click()
  await expect(reply.getByLabel('What happened?')).toHaveValue('They were dented before.')
  await expect(reply.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
  expect(await axe(renter.page)).toEqual([])
  await renter.page.getByRole('button', { name: 'Close', exact: true }).click()
  await theirs.getByRole('button', { name: 'Throw it away' }).click()
  await theirs.getByRole('button', { name: 'Throw it away' }).click()
  await expect(theirs.getByText('What you wrote here was not sent.')).toHaveCount(0)
})

test('a renter contests; an operator looks at both sides and approves a part of it', PHONE, async ({ kit }) => {
  const rental = await openEnded(kit)
  const { owner, renter, booking } = rental
  await kit.api(renter).post(`/api/bookings/${booking.id}/handovers/pickup`, {
    checks: ['counted', 'clean'],
    photos: [booking.listingPhoto],
    note: 'One lantern had a dent already.',
  })
  const { id } = await reportElsewhere(kit, rental, 2000)
  const theirs = await damageOn(renter, booking)
  await theirs.getByRole('button', { name: 'Answer' }).click()
  const reply = renter.page.getByRole('form', { name: 'Answer to the damage report' })
  await reply.getByLabel('I contest this').check()
  await reply.getByLabel('What happened?').fill('They were dented before.')
  await reply.getByRole('button', { name: 'Send answer' }).click()
  await expect(theirs.getByText('You contested this.')).toBeVisible()
  expect(await takenFor(kit, booking)).toEqual([])

  await test.step('a page that is saved again after the claim is read beside how it stood', async () => {
    const mine = renter.page.getByRole('form', { name: 'Pickup: You' })
    await renter.page.goto(`/offers/${booking.id}`)
    await renter.page.getByText(/^Pickup, /).click()
    await mine.getByLabel('Note').fill('Both lanterns had dents already.')
    await mine.getByRole('button', { name: 'Remove photo 1' }).click()
    await mine.getByRole('button', { name: 'Save pickup' }).click()
    await mine.getByText(STOOD).click()
    await expect(mine.getByText('One lantern had a dent already.')).toBeVisible()
    await expectFits(renter.page, 'a page that was saved again after a claim')
    expect(await axe(renter.page)).toEqual([])
    await owner.page.goto(`/offers/${booking.id}`)
    await owner.page.getByText(/^Pickup, /).click()
    const theirs = owner.page.getByRole('region', { name: `Pickup: ${renter.name}` })
    await expect(theirs.getByText('Both lanterns had dents already.')).toBeVisible()
    await theirs.getByText(STOOD).click()
    await expect(theirs.getByText('One lantern had a dent already.')).toBeVisible()
    await expect(theirs.getByRole('img')).toBeVisible()
    expect(await axe(owner.page)).toEqual([])
  })

  const operator = await kit.newPerson('operator')
  const { page } = operator
  await page.goto('/operator')
  const claim = page.getByRole('article', { name: new RegExp(`^Claim ${id}:`) })
  await expect(claim.getByText('Both lanterns had dents already.')).toBeVisible()
  await expect(claim.getByText('One lantern had a dent already.')).toBeVisible()
  await expect(claim.getByText('They were dented before.')).toBeVisible()
  await expect(claim.getByRole('img', { name: 'Pickup when the claim was filed, photo 1 of 1' })).toBeVisible()
  await expect(claim.getByRole('img', { name: 'Damage, photo 1 of 1' })).toBeVisible()
  const decide = claim.getByRole('form')
  await decide.getByLabel('Approve, and charge the renter').check()
  await decide.getByLabel('Amount').fill('25')
  await decide.getByLabel('Why').fill('One of the two was dented before.')
  expect(await axe(page)).toEqual([])
  kit.allowErrors(/409/)
  const pressApprove = async (money: string) => {
    await decide.getByRole('button', { name: `Approve ${money}` }).click()
    const question = page.getByRole('dialog', { name: `Charge ${renter.name} ${money}?` })
    await question.getByRole('button', { name: `Yes, charge ${money}` }).click()
  }
  await pressApprove('$25.00')
  await expect(decide.getByText('That is more than the repair estimate.')).toBeVisible()
  await decide.getByLabel('Amount').fill('10')
  await decide.getByRole('button', { name: 'Approve $10.00' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not yet' }).click()
  expect(await takenFor(kit, booking)).toEqual([])
  await pressApprove('$10.00')
  await expect(page.getByText('Claim approved', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Log' }).click()
  await expect(page.getByText(`approve claim for $10.00: claim ${id}`)).toBeVisible()

  await expect(theirs.getByText('Your card was charged $10.00.')).toBeVisible()
  await expect(theirs.getByText('One of the two was dented before.')).toBeVisible()
  expect(await takenFor(kit, booking)).toEqual([{ status: 'succeeded', amount_received: 1000 }])
  await renter.page.goto('/operator')
  await expect(renter.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('a bank wants the renter to be there: they pay in the page', PHONE, async ({ kit }) => {
  const rental = await openEnded(kit, 'asks')
  const { owner, renter, booking } = rental
  await reportElsewhere(kit, rental, 2000)
  await renter.page.goto('/offers')
  const card = renter.page.getByRole('article').filter({ hasText: owner.name })
  const theirs = card.getByRole('region', { name: 'Damage' })
  await theirs.getByRole('button', { name: 'Answer' }).click()
  const reply = renter.page.getByRole('form', { name: 'Answer to the damage report' })
  await reply.getByLabel('I accept responsibility').check()
  await reply.getByRole('button', { name: 'Accept and pay $20.00' }).click()
  await expect(card.getByText('Your bank did not let us take $20.00 without you.')).toBeVisible()
  await theirs.getByRole('button', { name: 'Pay now' }).click()
  await theirs.getByRole('radio').first().check()
  await theirs.getByRole('button', { name: 'Pay', exact: true }).click()
  await theirs.getByRole('button', { name: 'Complete' }).click()
  await expect(theirs.getByText('Your card was charged $20.00.')).toBeVisible()
  expect(await takenFor(kit, booking)).toEqual([{ status: 'succeeded', amount_received: 2000 }])
})
