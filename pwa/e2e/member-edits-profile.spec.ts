import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { CurrentUser } from '#schema/user'
import { grayPng } from '../../server/test-support/test-pictures'
import { axe } from './axe'
import { loseSignal, readyForNoSignal, regainSignal, STILL_WAITING } from './connection'
import { expectFits } from './fits'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { hugeFile } from './large-photos'
import type { Person } from './person'
import { ADDRESS, newOwner } from './rentals'
import { anotherDevice } from './sessions'

const PORTRAIT = join(import.meta.dirname, '../../server/demo/photos/brass-bar-cart.jpg')
const WORDS = 'Brass, linen and forty plates from a cellar in Queens.'
const ELSEWHERE = 'https://photos.invalid/me.jpg'

const portrait = (page: Page) => page.locator('.profile__head .avatar > img')
const isDrawn = (photo: Locator) =>
  photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 1)
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })

/** The path of an upload of this person's whose files the server has lost. */
async function lostPhoto(kit: Kit, { context }: Person): Promise<string> {
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(grayPng(64, 48)) }
  const uploaded = await context.request.post(`${kit.origin}/api/upload`, { multipart: { file } })
  const { pathname } = new URL(((await uploaded.json()) as { url: string }).url)
  const folder = join(kit.server.dataDir, 'uploads')
  const hash = pathname.slice('/uploads/'.length, -'.jpg'.length)
  for (const name of await readdir(folder)) if (name.startsWith(hash)) await rm(join(folder, name))
  return pathname
}

async function openForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(dialog(page).getByLabel('Description')).toBeVisible()
  return dialog(page)
}

test('a member changes photo and words without signal; others see them once it is back', { tag: '@phone' }, async ({
  kit,
}) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING)
  const member = await kit.newcomer()
  const { page } = member
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await expect(portrait(page)).toHaveCount(0)
  await readyForNoSignal(page)
  await loseSignal(kit, page)

  await test.step('what is typed outlives the page', async () => {
    const form = await openForm(page)
    await form.getByLabel('Profile photo').setInputFiles(PORTRAIT)
    await expect(form.getByText('Replace photo')).toBeVisible()
    await form.getByLabel('Description').fill(WORDS)
    await expect(form.getByText(`${WORDS.length} of 500 characters`)).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(WORDS)).toBeHidden()
    await page.reload()
    await openForm(page)
    await expect(form.getByLabel('Description')).toHaveValue(WORDS)
    await expect.poll(() => isDrawn(form.locator('.image-field__photo'))).toBe(true)
  })

  await test.step('saved, it is seen at once and waits', async () => {
    kit.proxy.forget()
    await dialog(page).getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(WORDS)).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await expect.poll(() => isDrawn(portrait(page))).toBe(true)
    const inBar = page.getByRole('navigation', { name: 'Main' }).locator('.avatar')
    if (await inBar.isVisible()) await expect.poll(() => isDrawn(inBar.locator('img'))).toBe(true)
    await page.reload()
    await expect(page.getByText(WORDS)).toBeVisible()
    await expect.poll(() => isDrawn(portrait(page))).toBe(true)
  })

  await test.step('a second thought joins the first', async () => {
    const form = await openForm(page)
    await form.getByLabel('Description').fill(`${WORDS} Also lights.`)
    await form.getByRole('button', { name: 'Save Profile' }).click()
    await expect(page.getByText('Also lights.')).toBeVisible()
  })

  await regainSignal(kit, page)
  await expect(page.getByText('Waiting to be sent')).toBeHidden()
  await expect(page.getByText('Also lights.')).toBeVisible()
  await expect(portrait(page)).toHaveAttribute('src', /^\/uploads\//)
  expect(kit.proxy.delivered('POST', '/api/upload')).toBe(1)
  expect(kit.proxy.delivered('POST', '/api/user/profile')).toBe(1)
  const { id, description, profilePhoto } = await kit.api(member).get<CurrentUser>('/api/user')
  expect(description).toBe(`${WORDS} Also lights.`)
  expect(profilePhoto).toMatch(/\/uploads\/[a-f0-9]{64}\.jpg$/)

  const { page: others } = await kit.visitor()
  await others.goto(`/profile/${id}`)
  await expect(others.getByText('Also lights.')).toBeVisible()
  await expect.poll(() => isDrawn(portrait(others))).toBe(true)
  await expect(others.getByRole('button', { name: 'Edit Profile' })).toBeHidden()
})

test(
  'a member is told what is wrong with a photo or too many words, and loses neither',
  { tag: '@phone' },
  async ({ kit }, testInfo) => {
    kit.allowErrors(NETWORK_ERRORS, answeredWith(404))
    const member = await kit.newcomer()
    const { page } = member
    await page.goto('/profile')
    const form = await openForm(page)
    expect(await axe(page)).toEqual([])
    const photo = form.getByLabel('Profile photo')
    const address = form.getByLabel('Or the address of a photo on Trestle')
    const description = form.getByLabel('Description')
    const save = form.getByRole('button', { name: 'Save Profile' })

    await description.fill('w'.repeat(501))
    await expect(form.getByText('501 of 500 characters')).toBeVisible()
    await expect(form.getByText('Description must be 500 characters or less')).toBeVisible()
    await save.click()
    await expect(description).toBeFocused()

    await address.fill('me.jpg')
    await save.click()
    await expect(form.getByText('Please provide a valid image URL')).toBeVisible()
    await expect(address).toBeFocused()

    const huge = await hugeFile(testInfo)
    for (const [file, message] of [
      [huge, /^File too large/],
      [
        { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Rosa') },
        /^Failed to upload image\. The file seems/,
      ],
      [
        { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') },
        /^Invalid file type\. This browser/,
      ],
      [
        { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('plates') },
        /^Invalid file type\. Please choose/,
      ],
    ] as const) {
      await photo.setInputFiles(file)
      await expect(form.getByText(message)).toBeVisible()
    }
    await expect(description).toHaveValue('w'.repeat(501))
    await expect(address).toHaveValue('me.jpg')

    await description.fill('👩‍🍳 مرحبا')
    await address.fill(ELSEWHERE)
    await save.click()
    await expect(form.getByText('Please provide a valid image URL'), 'no photo of another site').toBeVisible()
    await expect(address).toHaveAccessibleDescription(/Photos from other sites cannot be used/)
    const lost = await lostPhoto(kit, member)
    await address.fill(kit.origin + lost)
    await save.click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await expect(page.getByText('Waiting to be sent')).toBeHidden()
    await expect
      .poll(() => kit.api(member).get<CurrentUser>('/api/user'))
      .toMatchObject({ description: '👩‍🍳 مرحبا', profilePhoto: lost })
    await expect(portrait(page), 'a photo that cannot be had gives way to the initial').toHaveCount(0)
    await expect(page.locator('.profile__head .avatar')).toHaveText('G')

    await openForm(page)
    await expect(address).toHaveValue('')
    await description.fill('')
    await save.click()
    await expect(page.getByText('مرحبا')).toBeHidden()
    await expect
      .poll(
        async () => (await kit.api(member).get<CurrentUser>('/api/user')).description,
        'only the words were cleared',
      )
      .toBeNull()
    expect((await kit.api(member).get<CurrentUser>('/api/user')).profilePhoto).toBe(lost)
  },
)

test('words and an address that another device has changed meanwhile stand beside one’s own, and both can be chosen', {
  tag: '@phone',
}, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const phone = await newOwner(kit)
  const { page } = phone
  const laptop = kit.api(await anotherDevice(kit, phone.name))
  const form = dialog(page)
  await page.goto('/profile')
  await readyForNoSignal(page)

  await kit.offline(page.context(), true)
  await openForm(page)
  await form.getByLabel('Description').fill('From the phone')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await page.goto('/settings?tab=address')
  const street = page.getByRole('textbox', { name: 'Street' })
  await street.fill('9 Lantern Lane')
  await page.getByRole('button', { name: 'Save Address' }).click()
  await expect(page.getByText('Your address is saved as soon as there is a connection.')).toBeVisible()
  await laptop.post('/api/user/profile', { description: 'From the laptop' })
  await laptop.post('/api/user/address', { ...ADDRESS, street: '1 Arch Road' })
  await kit.offline(page.context(), false)

  await expect(page.getByRole('alert')).toContainText('1 Arch Road, Brooklyn, NY 11215')
  await expect(street).toHaveValue('9 Lantern Lane')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Address' }).click()
  const atServer = () => laptop.get<CurrentUser>('/api/user')
  await expect.poll(atServer).toMatchObject({ street: '9 Lantern Lane' })
  // The profile alone is still to be decided on.
  await expect(page.getByRole('link', { name: '1 needs you' })).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('From the laptop', { exact: true })).toBeVisible()
  await openForm(page)
  await expect(form.getByLabel('Description')).toHaveValue('From the phone')
  await expect(form.getByText('It says now: “From the laptop”.')).toBeVisible()
  await expectFits(page, 'a profile that two devices have changed')
  await form.getByRole('button', { name: 'Start over' }).click()
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(form.getByText('It says now')).toBeHidden()
  await expect(form.getByLabel('Description')).toHaveValue('From the laptop')
  await form.getByLabel('Description').fill('From the phone')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expect.poll(atServer).toMatchObject({ description: 'From the phone', street: '9 Lantern Lane' })
})

test('a member finds everything of their own, and how others see it', { tag: '@phone' }, async ({ kit }) => {
  const host = await kit.newPerson('host')
  const { page } = host
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'host' })).toBeVisible()
  await expect(page.getByText(/^Member since /)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Create New Listing' })).toHaveAttribute(
    'href',
    '/create',
  )
  await page.getByRole('tab', { name: 'Inspiration Posts' }).click()
  await page.getByRole('button', { name: 'Share New Inspiration' }).click()
  await expect(page.getByRole('dialog', { name: 'Share New Inspiration' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Inspiration Posts' })).toHaveAttribute('aria-selected', 'true')
  expect(await axe(page)).toEqual([])

  const { id } = await kit.api(host).get<CurrentUser>('/api/user')
  await page.goto(`/profile/${id}`)
  await expect(page.getByRole('tab')).toHaveText(['Rental Listings', 'Made-to-Order Items', 'Inspiration Posts'])
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeHidden()
  await page.getByRole('tab', { name: 'Inspiration Posts' }).click()
  await expect(page.getByRole('button', { name: 'Share New Inspiration' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'host’s inspiration page' })).toHaveAttribute(
    'href',
    `/users/${id}/inspiration`,
  )
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Edit your profile' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()

  kit.allowErrors(answeredWith(404))
  await page.goto('/profile/4711')
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible()
})
