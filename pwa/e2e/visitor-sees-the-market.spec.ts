import type { PostView } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import { expect, test } from './fixtures'

const ON_PHONE = { tag: '@phone' }

test(
  'the front page shows a visitor what is new, what they can count on, and no state of a device',
  ON_PHONE,
  async ({ kit }) => {
    const { page, context } = await kit.visitor()
    await page.goto('/')
    const fresh = page.getByRole('region', { name: 'Just added' })
    await expect(fresh.getByRole('article').first()).toBeVisible()
    const [newest] = await kit.api({ context }).get<Listing[]>('/api/listings')
    await expect(fresh).toContainText(newest?.title ?? 'a listing')
    for (const name of ['A hold, not a payment', 'Cancel by clear rules', 'Claims are heard'])
      await expect(
        page.getByRole('region', { name: 'What you can count on' }).getByRole('heading', { name }),
      ).toBeVisible()
    await expect(page.getByText('Synced')).toHaveCount(0)
  },
)

test(
  'tags lead to the posts that have them, liked posts are searched, and a phone hangs two columns',
  ON_PHONE,
  async ({ kit }) => {
    const host = await kit.newPerson('host')
    const { page } = await kit.newcomer()
    const [{ imageUrl } = { imageUrl: '' }] = await kit.api(host).get<PostView[]>('/api/inspiration')
    const tag = `fern-${crypto.randomUUID().slice(0, 8)}`
    for (const title of ['A wall of green', 'A table of green'])
      await kit.api(host).post('/api/inspiration', { title: `${title} ${tag.slice(5)}`, imageUrl, tags: [tag] })
    await page.goto('/inspiration')
    const cards = page.getByRole('article')
    await expect(cards.filter({ hasText: tag })).toHaveCount(2)
    const boxes = await Promise.all([cards.nth(0).boundingBox(), cards.nth(1).boundingBox()])
    const [left, right] = boxes.toSorted((a, b) => (a?.x ?? 0) - (b?.x ?? 0))
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
    expect(left?.y).toBe(right?.y)

    await page.getByRole('link', { name: tag }).first().click()
    await expect(page.getByRole('searchbox', { name: 'Search inspiration' })).toHaveValue(tag)
    await expect(cards).toHaveCount(2)
    for (const title of ['A wall of green', 'A table of green']) {
      const heart = page.getByRole('button', { name: new RegExp(`^Like ${title}`) })
      await heart.click()
      // From then on the disk has it.
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
    }
    await page.goto('/inspiration?tab=liked')
    await expect(cards).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search liked posts' }).fill('wall')
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('A wall of green')
  },
)
