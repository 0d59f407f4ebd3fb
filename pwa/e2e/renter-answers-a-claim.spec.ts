import type { Booking } from '#schema/booking'
import { axe } from './axe'
import { endRentals } from './ended-rentals'
import { expectFits } from './fits'
import { expect, test } from './fixtures'
import { openMail } from './mails'
import { answer, daysAhead, makeOffer, newOwner, newRenter, onlyOffer, postListing } from './rentals'

const WORDS = 'Two lanterns came back dented.'
const INVOICE = 'https://smith.example/invoice.pdf'

test('a renter hears of a claim wherever they are, reads all of it, answers, and finds it on the receipt', async ({
  kit,
}) => {
  const owner = await newOwner(kit)
  const renter = await newRenter(kit, 'visa')
  const listing = await postListing(kit, owner)
  const later = await postListing(kit, owner)
  const ended = await makeOffer(kit, renter, listing, daysAhead(20, 22))
  await answer(kit, owner, ended, 'approved')
  await makeOffer(kit, renter, later, daysAhead(8))
  await endRentals(kit, ended.id)
  await kit.api(owner).post(`/api/bookings/${ended.id}/damage-report`, {
    description: WORDS,
    images: [ended.listingPhoto],
    repairEstimate: 4500,
    repairInvoiceUrl: INVOICE,
  })
  const { page } = renter
  const offers = page.getByRole('link', { name: /^Offers/ }).filter({ visible: true })

  await test.step('it is mailed, stands above every page, and is what the badge leads to', async () => {
    await openMail(page, `${renter.name}@example.com`, `${owner.name} reported damage`)
    await expect(page.getByText(/answer by/)).toBeVisible()
    for (const path of ['/listings', '/inspiration', '/settings']) {
      await page.goto(path)
      await expect(page.getByRole('link', { name: `${owner.name} reports damage. Answer by` })).toBeVisible()
      await expect(offers).toHaveAccessibleName(/new$/)
    }
    await offers.click()
    const first = page.getByRole('article').first()
    await expect(first.getByText(`${owner.name} reports damage. Please answer by`)).toBeInViewport()
    await expect(page.getByRole('heading', { name: 'Needs you 1' })).toBeInViewport()
    // Seeing it is not answering it.
    await expect(offers).toHaveAccessibleName(/new$/)
  })

  await test.step('the banner leads to the claim, which stands first', async () => {
    await page.goto('/listings')
    await page.getByRole('link', { name: `${owner.name} reports damage. Answer by` }).click()
    await expect(page).toHaveURL(`/offers/${ended.id}`)
    const damage = page.getByRole('region', { name: 'Damage' })
    await expect(damage.getByRole('button', { name: 'Answer' })).toBeInViewport()
    await expectFits(page, 'an offer with a claim')
    expect(await axe(page)).toEqual([])
  })

  await test.step('nobody answers it unseen: words, photos and invoice stand above the answer', async () => {
    await page.goto('/offers')
    await page.getByRole('article').first().getByRole('button', { name: 'Answer' }).click()
    const reply = page.getByRole('form', { name: 'Answer to the damage report' })
    await expect(reply.getByText(WORDS)).toBeInViewport()
    await expect(reply.getByRole('img').first()).toBeVisible()
    await expect(reply.getByText('Repair estimate: $45.00')).toBeVisible()
    await expect(reply.getByRole('link', { name: 'Invoice' })).toHaveAttribute('href', INVOICE)
    await expectFits(page, 'the answer to a claim')
    await owner.page.goto('/settings?tab=earnings')
    await expect(owner.page.getByText('Held until the damage claim is settled.')).toBeVisible()
    await reply.getByLabel('I accept responsibility').check()
    await reply.getByRole('button', { name: 'Accept and pay $45.00' }).click()
    await expect(reply).toBeHidden()
  })

  await test.step('the charge stands with the money of the offer and on its receipt', async () => {
    await page.goto(`/offers/${ended.id}`)
    const money = page.getByRole('region', { name: 'Money' })
    await expect(money).toContainText(/Damage claim\s*\$45\.00/)
    await expect(page.getByRole('link', { name: `${owner.name} reports damage. Answer by` })).toBeHidden()
    await page.goto(`/offers/${ended.id}/receipt`)
    await expect(page.getByText('Paid in the end')).toBeVisible()
    await expect(page.getByText('$118.50')).toBeVisible()
    expect((await onlyOffer(kit, renter, listing)) satisfies Booking).toMatchObject({ status: 'completed' })
  })
})
