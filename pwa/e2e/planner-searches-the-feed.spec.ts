import type { PostView } from '#schema/inspiration'
import type { PullAnswer } from '#schema/sync'
import { readyForNoSignal } from './connection'
import type { FaultProxy } from './faults'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import type { Api } from './person'

const FEED = { method: 'GET', path: '/api/inspiration' }
const PULL = '/api/sync/pull'

/** From now on pulls answer as if nothing had happened since. */
async function holdBackNews(proxy: FaultProxy, api: Api): Promise<void> {
  const { to } = await api.post<PullAnswer>(PULL, { epoch: null, scopes: {} })
  const change = (text: string) => JSON.stringify({ ...JSON.parse(text), to, changes: [], scopes: {}, reset: [] })
  await proxy.mode({ kind: 'rewrite', change }, { path: PULL })
}

test('a search finds at once what is here, then what only the server has', { tag: '@phone' }, async ({ kit }) => {
  kit.allowErrors(NETWORK_ERRORS)
  const [host, { page }] = [await kit.newPerson('host'), await kit.newcomer()]
  const api = kit.api(host)
  const [{ imageUrl } = { imageUrl: '' }] = await api.get<PostView[]>('/api/inspiration')
  const post = (title: string) => api.post<PostView>('/api/inspiration', { title, imageUrl })
  const titles = page.getByRole('article').getByRole('heading')
  const search = page.getByRole('searchbox', { name: 'Search inspiration' })
  await post('Zinnias on the sill')
  await page.goto('/inspiration')
  await readyForNoSignal(page)
  await expect(titles.first()).toHaveText('Zinnias on the sill')

  await holdBackNews(kit.proxy, api)
  const { id } = await post('Été, ZINNIAS')
  await api.post(`/api/inspiration/${id}/like`)
  await search.fill('zinnias')
  // It is the newest, and still it comes last: what was there before it stays where it was.
  await expect(titles).toHaveText(['Zinnias on the sill', 'Été, ZINNIAS'])
  await search.fill('ÉTÉ')
  await expect(titles).toHaveText(['Été, ZINNIAS'])
  await expect(page.getByRole('button', { name: 'Like Été, ZINNIAS, 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Été, ZINNIAS' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Été, ZINNIAS' })).toBeVisible()
  await page.getByRole('button', { name: 'Like, 1' }).click()
  await expect(page.getByRole('button', { name: 'Like, 2' })).toHaveAttribute('aria-pressed', 'true')

  await kit.proxy.reset()
  await page.goto('/inspiration?search=zinnias')
  await expect(titles).toHaveText(['Été, ZINNIAS', 'Zinnias on the sill'])
  await expect(page.getByRole('button', { name: 'Like Été, ZINNIAS, 2' })).toHaveAttribute('aria-pressed', 'true')

  const failed = page.getByText('Failed to fetch inspiration posts')
  await kit.proxy.mode({ kind: 'refuse' }, FEED)
  kit.proxy.forget()
  await search.fill('zinnias on')
  await expect(titles).toHaveText(['Zinnias on the sill'])
  await expect.poll(() => kit.proxy.arrivals('GET', FEED.path)).not.toEqual([])
  await expect(failed).toBeHidden()
  // Only the search was cut off: the next pull finds that the server is there.
  await expect(page.getByText('Offline, as of')).toBeHidden()
  await search.fill('nothing has this name')
  await expect(failed).toBeVisible()
  await expect(page.getByText('Nothing found for “nothing has this name”')).toBeVisible()
})
