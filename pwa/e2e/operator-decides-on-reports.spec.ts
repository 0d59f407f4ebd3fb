import type { QuestionMessage } from '#schema/message'
import type { ListedAct, ReportedSubject } from '#schema/moderation'
import { axe } from './axe'
import { answeredWith, expect, test } from './fixtures'
import { openMail } from './mails'
import { DEMO_PASSWORD } from './person'
import { daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

test('an operator reads what was reported and hides it; its owner is mailed the reason', {
  tag: '@phone',
}, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const witness = await kit.newcomer()
  const report = { kind: 'listing', id: listing.id, reason: 'stolen', words: 'Those are my photos' }
  await kit.api(witness).post('/api/reports', report)

  const { page } = await kit.newPerson('operator')
  await page.goto('/operator?tab=reports')
  const card = page.getByRole('article', { name: listing.title })
  await expect(card.getByText('Those are my photos')).toBeVisible()
  await expect(card.getByText(witness.name)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(page, ['color-contrast'])).toEqual([])
  await card.getByRole('button', { name: 'Decide' }).click()
  await expect(card.getByText('Please choose what is done')).toBeVisible()
  await card.getByLabel('Hide').check()
  await card.getByLabel('Why').fill('The photos belong to somebody else.')
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByText('It is hidden', { exact: true })).toBeVisible()

  await openMail(owner.page, `${owner.name}@example.com`, 'Something of yours was hidden on Trestle')
  await expect(owner.page.getByText('The photos belong to somebody else.')).toBeVisible()
})

test('words for a decision stay beyond another tab and a reload, and end with the decision of anybody', {
  tag: '@phone',
}, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const witness = await kit.newcomer()
  const report = { kind: 'listing', id: listing.id, reason: 'stolen' }
  await kit.api(witness).post('/api/reports', report)

  const operator = await kit.newPerson('operator')
  const { page } = operator
  await page.goto('/operator?tab=reports')
  const card = page.getByRole('article', { name: listing.title })
  const why = card.getByLabel('Why', { exact: true })
  const thing = page.getByRole('form', { name: 'Hide something' })
  const openTab = (name: string) => page.getByRole('tab', { name }).click()
  await why.fill('The photos belong to')
  await openTab('Moderation')
  await thing.getByLabel('Why').fill('Asked for cash.')
  await openTab('Reports')
  await expect(why).toHaveValue('The photos belong to')
  await why.pressSequentially(' somebody else.')
  await page.reload()
  await expect(why).toHaveValue('The photos belong to somebody else.')
  await openTab('Moderation')
  await expect(thing.getByLabel('Why')).toHaveValue('Asked for cash.')

  await openTab('Reports')
  await card.getByLabel('Warn').check()
  await card.getByRole('button', { name: 'Warn' }).click()
  await expect(card).toBeHidden()
  await kit.api(witness).post('/api/reports', report)
  await page.reload()
  await expect(why).toHaveValue('')

  await why.fill('Too late.')
  const queue = await kit.api(operator).get<ReportedSubject[]>('/api/operator/reports')
  const reports = queue.find(({ kind, id }) => kind === 'listing' && id === listing.id)?.reports.map(({ id }) => id)
  const decision = { kind: 'listing', id: listing.id, reports, act: 'dismiss', note: 'It is theirs.' }
  await kit.api(await kit.newPerson('operator')).post('/api/operator/reports', decision)
  await openTab('Moderation')
  await openTab('Reports')
  await expect(
    page.getByRole('heading', { level: 2 }).or(page.getByText('There are no reports.')).first(),
  ).toBeVisible()
  await expect(card).toBeHidden()
  await kit.api(witness).post('/api/reports', report)
  await page.reload()
  await expect(why).toHaveValue('')
})

test('a report leads to a suspension; its person reads why by the sign-in and the mail, appeals, and is let in again', async ({
  kit,
}) => {
  kit.allowErrors(answeredWith(403))
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const witness = await kit.newcomer()
  await kit.api(witness).post('/api/reports', { kind: 'listing', id: listing.id, reason: 'scam' })

  const { page } = await kit.newPerson('operator')
  await page.goto('/operator?tab=reports')
  const card = page.getByRole('article', { name: listing.title })
  await card.getByLabel('Suspend').check()
  await card.getByLabel('Why').fill('Nothing was handed over.')
  await card.getByRole('button', { name: 'Suspend' }).click()
  await expect(card).toBeHidden()

  const visitor = await kit.visitor()
  const signIn = async () => {
    await visitor.page.goto(`/login?next=${encodeURIComponent('/settings?tab=account')}`)
    await visitor.page.getByLabel('Username').fill(owner.name)
    await visitor.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await visitor.page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  }
  const suspended = visitor.page.getByRole('heading', { level: 1, name: 'Your account was suspended' })
  await signIn()
  await visitor.page.getByRole('link', { name: 'Read why, and appeal' }).click()
  await expect(suspended).toBeVisible()
  await openMail(visitor.page, `${owner.name}@example.com`, 'Your Trestle account was suspended')
  await visitor.page.getByRole('link', { name: 'Look at the decision' }).click()
  await expect(suspended).toBeVisible()
  await expect(visitor.page.getByText('Nothing was handed over.')).toBeVisible()
  expect(await axe(visitor.page)).toEqual([])
  await visitor.page.getByLabel('Your appeal').fill('The van broke down. I have sent the money back.')
  await visitor.page.reload()
  await expect(visitor.page.getByLabel('Your appeal')).toHaveValue(/The van broke down/)
  await visitor.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(visitor.page.getByText('An operator will look at it.')).toBeVisible()

  await page.reload()
  const appeal = page.getByRole('article', { name: `Appeal of ${owner.name}` })
  await expect(appeal.getByText('The van broke down.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await appeal.getByLabel('Take back').check()
  await appeal.getByLabel('Why').fill('Both agree.')
  await appeal.getByRole('button', { name: 'Decide' }).click()
  await expect(appeal).toBeHidden()
  await visitor.page.reload()
  await expect(visitor.page.getByText('Granted: the decision was taken back.')).toBeVisible()
  await signIn()
  const acts = visitor.page.getByRole('region', { name: 'Decisions about you' })
  await expect(acts.getByText('Nothing was handed over.')).toBeVisible()
  expect(await axe(visitor.page)).toEqual([])
  await acts.getByRole('link', { name: 'Your account was suspended' }).click()
  await expect(suspended).toBeVisible()
})

test('a decision that could not be loaded is asked for again; of two appeals the second can be copied', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(answeredWith(409), answeredWith(422), answeredWith(500))
  const owner = await newOwner(kit)
  const { id } = await postListing(kit, owner)
  const hiding = { kind: 'listing', id, hidden: true, note: 'Those are not yours.' }
  await kit.api(await kit.newPerson('operator')).post('/api/operator/hidden', hiding)
  const [act] = await kit.api(owner).get<ListedAct[]>('/api/user/acts')
  const { page, context } = owner
  const sent = (of = page) => of.getByText('An operator will look at it.')

  await test.step('a link to which a mail program has added words leads nowhere', async () => {
    await page.goto(`/decision#${act?.token}${'%20and%20so%20on'.repeat(9)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This link leads nowhere' })).toBeVisible()
  })

  await test.step('an error of the server is told, and asking again helps', async () => {
    await page.route('**/api/moderation-act', async (route) => {
      const refusal = { code: 'internal', message: 'Something went wrong at the server.' }
      await route.fulfill({ response: await route.fetch(), status: 500, json: refusal })
    })
    await page.goto(`/decision#${act?.token}`)
    await expect(page.getByRole('alert')).toContainText('Something went wrong at the server.')
    expect(await axe(page)).toEqual([])
    await page.unroute('**/api/moderation-act')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Something of yours was hidden' })).toBeVisible()
  })

  await test.step('the words of the tab that comes too late stay there to be copied', async () => {
    const late = await context.newPage()
    await late.goto(`/decision#${act?.token}`)
    await expect(late.getByLabel('Your appeal')).toBeVisible()
    await page.getByLabel('Your appeal').fill('They are my own.')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await expect(sent()).toBeVisible()
    await late.bringToFront()
    await late.getByLabel('Your appeal').fill('My sister took them.')
    await late.getByRole('button', { name: 'Send appeal' }).click()
    await expect(sent(late)).toBeVisible()
    await expect(late.getByText('They are my own.')).toBeVisible()
    await late.reload()
    await expect(late.getByText('You can appeal once. What you wrote here was not sent:')).toBeVisible()
    await expect(late.getByRole('blockquote')).toHaveText('My sister took them.')
    expect(await axe(late)).toEqual([])
    await late.close()
  })
})

test('an operator finds a person, reads what two people wrote for a reason, and leaves a note', {
  tag: '@phone',
}, async ({ kit }) => {
  const owner = await newOwner(kit)
  const listing = await postListing(kit, owner)
  const renter = await newRenter(kit, 'visa')
  const { id } = await makeOffer(kit, renter, listing, daysAhead(9, 10))
  await kit.api(renter).post(`/api/bookings/${id}/messages`, { content: 'Is the porch lit after dark?' })

  const { page } = await kit.newPerson('operator')
  await page.goto('/operator?tab=find')
  const find = page.getByRole('form', { name: 'Find anything' })
  await find.getByRole('button', { name: 'Find' }).click()
  await expect(find.getByText('Please enter what to find')).toBeVisible()
  await find.getByLabel('Find', { exact: true }).fill(renter.name)
  await find.getByRole('button', { name: 'Find' }).click()

  const bookings = page.getByRole('region', { name: 'Bookings' })
  await bookings.getByText(listing.title).click()
  const reading = bookings.getByRole('form', { name: `Read the messages of booking ${id}` })
  await reading.getByRole('button', { name: 'Read the messages' }).click()
  await expect(reading.getByText('Please say why')).toBeVisible()
  await reading.getByLabel('Why these messages are read').fill('Both sides asked for help.')
  await reading.getByRole('button', { name: 'Read the messages' }).click()
  await expect(bookings.getByText('Is the porch lit after dark?')).toBeVisible()

  const people = page.getByRole('region', { name: 'People' })
  await people.getByText(renter.name, { exact: true }).click()
  await people.getByRole('textbox', { name: 'Note' }).fill('Polite, and in a hurry.')
  await people.getByRole('button', { name: 'Leave a note' }).click()
  const history = people.getByRole('region', { name: 'What operators did' })
  await expect(history.getByText('Polite, and in a hurry.')).toBeVisible()
  await expect(history.getByText('Both sides asked for help.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axe(page, ['color-contrast'])).toEqual([])

  const asker = await kit.newcomer()
  const asked = { listingId: listing.id, content: 'Is cash fine?' }
  const question = await kit.api(asker).post<QuestionMessage>('/api/questions', asked)
  await kit.api(owner).post('/api/reports', { kind: 'question', id: question.id, reason: 'scam' })
  await page.goto('/operator?tab=reports')
  const card = page.getByRole('article', { name: listing.title })
  await card.getByText('The whole thread').click()
  const form = card.getByRole('form', { name: `Read the messages of question ${question.questionId}` })
  await form.getByLabel('Why these messages are read').fill('The owner was asked for cash.')
  await form.getByRole('button', { name: 'Read the messages' }).click()
  await expect(card.getByRole('list', { name: 'Messages' }).getByText('Is cash fine?')).toBeVisible()
  expect(await axe(page)).toEqual([])
})
