import { join } from 'node:path'
import { MAX_UPLOAD_BYTES } from '#schema/upload'
import { expect, test } from './fixtures'
import { hugeFile, pickPhonePhoto, pixelBomb } from './large-photos'
import { findBooking, openThread } from './threads'

const PHOTO = join(import.meta.dirname, '../../server/demo/photos/brass-bar-cart.jpg')

test(
  'a planner with a photo that is none and words that are none loses nothing of the rest',
  { tag: '@phone' },
  async ({ kit }, testInfo) => {
    const { page, context } = await kit.newPerson('planner')
    await page.goto('/inspiration?share=1')
    const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
    const photo = form.getByLabel('Photo', { exact: true })
    const title = form.getByLabel('Title')
    const share = form.getByRole('button', { name: 'Share Inspiration' })
    await photo.setInputFiles(PHOTO)
    await expect(form.getByText('Replace photo')).toBeVisible()
    await form.getByLabel('Description').fill('🎉 12,50')
    await title.fill('   ')
    await share.click()
    await expect(form.getByText('Title is required')).toBeVisible()
    await expect(title).toBeFocused()

    const huge = await hugeFile(testInfo)
    for (const [file, message] of [
      [huge, /^File too large/],
      [
        { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Rosa') },
        /^Failed to upload image\. The file seems/,
      ],
      [{ name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from('....ftypheic') }, /^Invalid file type\. This browser/],
    ] as const) {
      await photo.setInputFiles(file)
      await expect(form.getByText(message)).toBeVisible()
      await expect(form.locator('.image-field__photo'), 'the photo of before stays').toBeVisible()
    }
    await title.fill('w'.repeat(121))
    await share.click()
    await expect(form.getByText('Please keep the title under 120 characters')).toBeVisible()
    await expect(form.getByLabel('Description')).toHaveValue('🎉 12,50')
    await form.getByRole('button', { name: 'Close' }).click()

    await page.goto('/inspiration?tab=saved')
    await page.getByRole('button', { name: 'New board' }).click()
    const board = page.getByRole('dialog', { name: 'New board' })
    await board.getByLabel('Name').fill('  ')
    await board.getByRole('button', { name: 'Make board' }).click()
    await expect(board.locator('.field__error')).toBeVisible()
    await expect(board.getByLabel('Name')).toBeFocused()
    await board.getByRole('button', { name: 'Close' }).click()

    await openThread(page, (await findBooking(kit.api({ context }), 'pending')).id)
    const message = page.getByRole('textbox', { name: /^Message to/ })
    await message.fill('   ')
    await message.press('Enter')
    await expect(page.getByText('Message cannot be empty')).toBeVisible()
    await message.fill('w'.repeat(4001))
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Please keep a message under 4,000 characters')).toBeVisible()
    await expect(message).toBeFocused()
    await expect(message).toHaveValue('w'.repeat(4001))
  },
)

test('a photo of 24 megapixels is made small before it is sent; one of more than 60 is refused before it is drawn', async ({
  kit,
}) => {
  const { page } = await kit.newPerson('planner')
  await page.goto('/inspiration?share=1')
  const form = page.getByRole('dialog', { name: 'Share Your Party Inspiration' })
  const photo = form.getByLabel('Photo', { exact: true })
  await photo.setInputFiles({ name: 'bomb.png', mimeType: 'image/png', buffer: pixelBomb(8000) })
  await expect(form.getByText('File too large. A photo may have up to 60 megapixels.')).toBeVisible()
  expect(await pickPhonePhoto(photo)).toBeGreaterThan(MAX_UPLOAD_BYTES)
  await expect(form.getByText('Replace photo')).toBeVisible()
  await form.getByLabel('Title').fill('Confetti from above')
  await form.getByRole('button', { name: 'Share Inspiration' }).click()
  // The page sends it, or its worker.
  const sent = () => kit.proxy.arrivals('POST', /upload/).map(({ length }) => length)
  await expect.poll(sent).toHaveLength(1)
  expect(Math.max(...sent())).toBeLessThan(MAX_UPLOAD_BYTES)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Confetti from above' }).first()).toBeVisible()
})
