import type { PostView } from '#schema/inspiration'
import { readyForNoSignal } from './connection'
import { expect, NETWORK_ERRORS, test } from './fixtures'

/** Longer than the story takes, shorter than the app waits for an answer. */
const SLOW_PULL_MS = 12_000
const FEED = { method: 'GET', path: '/api/inspiration' }

test('a search finds at once what is here, then what only the server has', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const [host, { page }] = [await kit.newPerson('host'), await kit.newcomer()]
  const hostApi = kit.api(host)
  const [, , known] = await hostApi.get<PostView[]>('/api/inspiration')
  const word = known?.title.split(' ').at(-1) ?? ''
  const titles = page.getByRole('article').getByRole('heading')
  const search = page.getByRole('searchbox', { name: 'Search inspiration' })
  await page.goto('/inspiration')
  await readyForNoSignal(page)

  await search.fill(word)
  await expect(page).toHaveURL(/search=/)
  await expect(titles.filter({ hasText: known?.title ?? '' })).toBeVisible()
  const here = await titles.allInnerTexts()
  await search.fill('')
  await expect(page).not.toHaveURL(/search=/)

  await kit.proxy.mode({ kind: 'delay', ms: SLOW_PULL_MS }, { path: '/api/sync/pull' })
  const title = `ÉTÉ ${word} ${Date.now()}`
  const { id } = await hostApi.post<PostView>('/api/inspiration', { title, imageUrl: known?.imageUrl, tags: ['fresh'] })
  await hostApi.post(`/api/inspiration/${id}/like`)
  await search.fill(word.toUpperCase())
  // It is the newest, and still it comes last: what was there before it stays where it was.
  await expect(titles).toHaveText([...here, title])
  await expect(page.getByRole('button', { name: `Like ${title}, 1` })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Like, 1' }).click()
  await expect(page.getByRole('button', { name: 'Like, 2' })).toHaveAttribute('aria-pressed', 'true')
  await kit.proxy.reset()
  await page.goto(`/inspiration?search=${encodeURIComponent(`été ${word}`)}`)
  await expect(page.getByRole('button', { name: `Like ${title}, 2` })).toHaveAttribute('aria-pressed', 'true')
  await expect(titles).toHaveCount(1)

  const failed = page.getByText('Failed to fetch inspiration posts')
  await kit.proxy.mode({ kind: 'refuse' }, FEED)
  await search.fill(word)
  await expect(titles).toHaveText([title, ...here])
  await expect
    .poll(() => kit.proxy.arrivals('GET', FEED.path).filter(({ fault }) => fault === 'refuse'))
    .not.toEqual([])
  await expect(failed).toBeHidden()
  await search.fill('nothing has this name')
  await expect(failed).toBeVisible()
  await expect(page.getByText('Nothing found for “nothing has this name”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search', exact: true }).first().click()
  await expect(titles.first()).toHaveText(title)
})
