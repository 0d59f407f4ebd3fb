import type { OwnItem } from '#schema/made-to-order'
import type { CurrentUser } from '#schema/user'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { addOption, itemsCalled, optionAt, optionNames } from './item-form'
import { addPhotos, describePhoto, draftKept, SHOTS, tiles } from './listing-form'
import { buyItem, newBuyer, orderOfBuyer, postItem } from './orders'
import { daysAhead, farDay } from './rentals'

/** Neither networks nor refusals care how wide the window is. */
const ON_PHONE = { tag: '@phone' }
const title = (what: string) => `${what} ${Date.now()}`

test('a maker writes an item with its options and puts it on show', async ({ kit }) => {
  const maker = await kit.newcomer()
  const { page } = maker
  const cards = title('Place cards')

  await test.step('whoever is signed out is asked to sign in', async () => {
    const visitor = await kit.visitor()
    await visitor.page.goto('/manage-made-to-order')
    await expect(visitor.page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
    await expect(visitor.page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', /manage-made-to-order/)
    await visitor.page.goto('/create-made-to-order')
    await expect(visitor.page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
    await visitor.page.getByRole('link', { name: 'Sign In' }).click()
    await expect(visitor.page).toHaveURL(/\/auth\?next=%2Fcreate-made-to-order/)
  })

  await test.step('from the empty dashboard to an empty form, which says what it lacks', async () => {
    await page.goto('/manage-made-to-order')
    await expect(page.getByText('You have no made-to-order items yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Create New Item' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Main image is required')).toBeVisible()
    await expect(page.getByLabel('Photos', { exact: true })).toBeFocused()
    for (const words of [
      'Title must be at least 5 characters',
      'Description must be at least 10 characters',
      'Price must be at least $1',
    ])
      await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('Lead time in days', { exact: true })).toHaveValue('7')
    await expect(page.getByLabel('Terms')).toHaveValue(/^No cancellations once an order is placed\./)
    expect(await axe(page)).toEqual([])
  })

  await test.step('three options: written, put in order, one wrong', async () => {
    await page.getByLabel('Title').fill(cards)
    await page.getByLabel('Description').fill('Thick cotton paper, lettered by hand.')
    await page.getByLabel('Price', { exact: true }).fill('4.50')
    await page.getByLabel('Category').selectOption('Stationery')
    const names = await addOption(page, { name: 'Names' })
    await names.getByLabel('Longest answer').fill('20')
    await names.getByLabel('Hint for buyers').fill('As they are to be spelled')
    await names.getByLabel('Required').check()
    const ink = await addOption(page, { name: 'Ink', type: 'Color', choices: ['Sage', 'Plum'] })
    await ink.getByLabel('Shade of color 1').fill('#9caf88')
    await addOption(page, { name: 'Paper', type: 'Select', choices: ['Cotton', ''] })
    const up = page.getByRole('button', { name: 'Move option 3 up' })
    await up.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Option moved to place 2 of 3.')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move option 2 up' })).toBeFocused()
    expect(await optionNames(page)).toEqual(['Names', 'Paper', 'Ink'])
    // Fingers have the arrows; a mouse drags.
    if (test.info().project.name === 'desktop')
      await page.locator('.option-card__head').nth(2).dragTo(optionAt(page, 2).getByLabel('Hint for buyers'))
    else await page.getByRole('button', { name: 'Move option 3 up' }).click()
    await expect.poll(() => optionNames(page)).toEqual(['Names', 'Ink', 'Paper'])
    await addPhotos(page, SHOTS.plates)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Images Required')).toBeVisible()
    await expect(page.getByText('Please add at least one additional image').first()).toBeVisible()
    await addPhotos(page, SHOTS.stack)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(optionAt(page, 3).getByText('Please fill in this choice')).toBeVisible()
    await expect(optionAt(page, 3).getByLabel('Name of choice 2')).toBeFocused()
    expect(await axe(page)).toEqual([])
    await page.keyboard.type('Linen')
  })

  await test.step('published: its own page says how it stands, and others can order it', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1, name: cards })).toBeVisible()
    await expect(page.getByText('Item published')).toBeVisible()
    await expect(page.getByText('Taking orders', { exact: true })).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(await itemsCalled(kit, maker, cards)).toMatchObject([
      {
        price: 450,
        category: 'stationery',
        leadTimeInDays: 7,
        customizationOptions: [
          { name: 'Names', type: 'text', required: true, maxLength: 20, hint: 'As they are to be spelled' },
          { name: 'Ink', type: 'color', options: ['Sage #9caf88', 'Plum'], required: false },
          { name: 'Paper', type: 'select', options: ['Cotton', 'Linen'], required: false },
        ],
      },
    ])
    await page.goto('/profile?tab=items')
    await expect(page.getByRole('link', { name: 'Create New Item' })).toBeVisible()
    await expect(page.getByRole('article').getByRole('link', { name: cards, exact: true })).toBeVisible()
    await expect(page.getByText('Continue a draft')).toHaveCount(0)
  })
})

test('place cards drafted without a signal publish themselves, once', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const maker = await kit.newcomer()
  const cards = title('Hand-lettered place cards')
  let page = maker.page
  await page.goto('/manage-made-to-order')
  await readyForNoSignal(page)
  await loseSignal(kit, page)

  await test.step('photos, words and three options in the basement, then the tab is closed', async () => {
    await page.getByRole('link', { name: 'Create New Item' }).click()
    await addPhotos(page, SHOTS.stack, SHOTS.plates, SHOTS.crate)
    await page.getByRole('button', { name: 'Move photo 2 left' }).click()
    await describePhoto(page, 1, 'A card that says Ana')
    await page.getByLabel('Title').fill(cards)
    await addOption(page, { name: 'Names' })
    await addOption(page, { name: 'Ink', type: 'Color', choices: ['Sage', 'Plum'] })
    await addOption(page, { name: 'Paper', type: 'Select', choices: ['Cotton', 'Linen'] })
    await draftKept(page)
    await page.close()
  })

  await test.step('in another tab it goes on, and is published without a signal', async () => {
    page = await maker.context.newPage()
    await page.goto('/manage-made-to-order')
    await page.getByRole('link', { name: `Continue ${cards}` }).click()
    await expect(tiles(page)).toHaveCount(3)
    await expect(page.getByLabel('What does photo 1 show?')).toHaveValue('A card that says Ana')
    expect(await optionNames(page)).toEqual(['Names', 'Ink', 'Paper'])
    await expect(optionAt(page, 2).getByLabel('Name of color 2')).toHaveValue('Plum')
    await page.getByLabel('Description').fill('Thick cotton paper, lettered by hand.')
    await page.getByLabel('Price', { exact: true }).fill('4.50')
    await page.getByLabel('Category').selectOption('Stationery')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Waits for a connection. It publishes itself, once.')).toBeInViewport()
    await expect(page.getByLabel('Title')).toBeDisabled()
    await expect(page.getByText('Kept on this device', { exact: true })).toBeVisible()
    await page.goto('/manage-made-to-order')
    await expect(page.getByText('Waits to be published')).toBeVisible()
    expect(await axe(page)).toEqual([])
  })

  await test.step('on the way home it is there once, with its photos and options in order', async () => {
    kit.proxy.forget()
    await kit.proxy.mode({ kind: 'forward-then-cut' }, { method: 'POST', path: '/api/made-to-order', times: 1 })
    await regainSignal(kit, page)
    await expect(page.getByText('Taking orders', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
    await expect(page.getByText('Waits to be published')).toHaveCount(0)
    const posted = await itemsCalled(kit, maker, cards)
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ photoAlts: ['A card that says Ana', '', ''] })
    expect(posted[0]?.images).toHaveLength(2)
    expect(posted[0]?.customizationOptions.map(({ name }) => name)).toEqual(['Names', 'Ink', 'Paper'])
    expect(kit.proxy.delivered('POST', '/api/upload')).toBe(3)
  })
})

test('a maker edits, pauses and archives an item; orders keep what they were placed on', ON_PHONE, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(404), answeredWith(410))
  const maker = await kit.newcomer()
  const item = await postItem(kit, maker)
  const buyer = await newBuyer(kit)
  const order = await buyItem(kit, buyer, item)
  const { page } = maker
  const renamed = `${item.title} in gold`
  const until = daysAhead(14).startDate
  const own = async () => {
    const api = kit.api(maker)
    const { id } = await api.get<CurrentUser>('/api/user')
    return (await api.get<OwnItem[]>(`/api/users/${id}/made-to-order`)).find((one) => one.id === item.id)
  }

  await test.step('edited without a signal: seen at once, sent later; the order stays as it was', async () => {
    await page.goto(`/made-to-order/${item.id}`)
    await readyForNoSignal(page)
    await page.getByRole('link', { name: `Edit ${item.title}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(item.title)
    await addPhotos(page, SHOTS.plates)
    await expect(optionAt(page, 2).getByLabel('Shade of color 1')).toHaveValue('#9caf88')
    await loseSignal(kit, page)
    await page.getByLabel('Title').fill(renamed)
    await page.getByLabel('Price', { exact: true }).fill('52')
    await page.getByRole('button', { name: 'Remove option 1' }).click()
    await expect(optionAt(page, 1).getByLabel('Option name')).toBeFocused()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await regainSignal(kit, page)
    await expect(page.getByText('Taking orders', { exact: true })).toBeVisible()
    expect(await itemsCalled(kit, maker, renamed)).toMatchObject([
      { price: 5200, customizationOptions: [{ name: 'Ink', options: ['Sage #9CAF88', 'Plum'] }] },
    ])
    expect(await orderOfBuyer(kit, buyer, order)).toMatchObject({
      itemTitle: item.title,
      totalAmount: 4800,
      customizations: { Names: 'Ana, Ben, Chiara', Ink: 'Plum' },
    })
  })

  await test.step('paused until a day without a signal, and orders taken again', async () => {
    await page.goto('/manage-made-to-order')
    await readyForNoSignal(page)
    await loseSignal(kit, page)
    await page.getByRole('button', { name: `Pause ${renamed}` }).click()
    const dialog = page.getByRole('dialog', { name: `Pause “${renamed}”` })
    await dialog.getByRole('button', { name: 'Pause orders' }).click()
    await expect(dialog.getByText('Please choose a day')).toBeVisible()
    await expect(dialog.getByLabel('Not taking orders until')).toBeFocused()
    await dialog.getByLabel('Not taking orders until').fill('2999-12-31')
    await expect(dialog.getByText('Please choose a day within two years')).toBeVisible()
    await dialog.getByLabel('Not taking orders until').fill(until)
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pause orders' }).click()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await regainSignal(kit, page)
    await expect(page.getByText(`Not taking orders until ${farDay(until)}`).last()).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
    await expect.poll(async () => (await own())?.pausedUntil).toBe(until)
    await page.getByRole('button', { name: `Take orders again for ${renamed}` }).click()
    await expect(page.getByText('Taking orders', { exact: true })).toBeVisible()
  })

  await test.step('archived it is gone for others, kept for its maker, and comes back', async () => {
    const visitor = await kit.visitor()
    const archived = page.getByRole('region', { name: 'Archived' })
    await page.getByRole('button', { name: `Archive ${renamed}` }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: `Archive ${renamed}` })).toBeVisible()
    await expect(archived).toHaveCount(0)
    await page.getByRole('button', { name: `Archive ${renamed}` }).click()
    await expect(archived.getByRole('link', { name: renamed, exact: true })).toBeVisible()
    await expect(archived.getByText('Archived', { exact: true }).last()).toBeVisible()
    await expect.poll(() => itemsCalled(kit, maker, renamed)).toEqual([])
    await visitor.page.goto(`/made-to-order/${item.id}`)
    await expect(visitor.page.getByRole('heading', { name: 'Item Not Found' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await archived.getByRole('button', { name: `Bring back ${renamed}` }).click()
    await expect(archived).toHaveCount(0)
    await expect.poll(async () => (await itemsCalled(kit, maker, renamed)).length).toBe(1)
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await expect(page.getByRole('article', { name: item.title })).toBeVisible()
  })
})
