import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { firstLoad } from './first-load'
import { expect, test } from './fixtures'
import { hold } from './hold'
import { listingBesideOthers, settled } from './screens'

const SCRIPT_BUDGET_BYTES = 145_000
const WORKER_BUDGET_BYTES = 15_000
/** Half of what counts as good: a page of photos whose boxes are reserved has no reason to move. */
const SHIFT_LIMIT = 0.05

test('a first visit to the front page downloads little JavaScript', { tag: '@desktop' }, async ({ browser, kit }) => {
  const { scripts, totalBytes } = await firstLoad(browser, kit.origin)
  const list = scripts.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n')
  expect(scripts.length, list).toBeGreaterThan(0)
  expect(totalBytes, list).toBeLessThan(SCRIPT_BUDGET_BYTES)
})

test('the worker that a browser starts before the first page is small', { tag: '@desktop' }, async ({
  kit,
  request,
}) => {
  const answer = await request.get(`${kit.origin}/service-worker.js`)
  expect(gzipSync(await answer.body()).length).toBeLessThan(WORKER_BUDGET_BYTES)
})

/** Adds up by how much things moved that nobody touched, from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))
}

for (const name of ['front page', 'list of rentals', 'page of a listing']) {
  test(`nothing jumps while the ${name} loads, first and again`, async ({ kit }) => {
    const visitor = await kit.visitor()
    const listing = await listingBesideOthers(kit.api(visitor))
    const { page } = visitor
    const path = { 'front page': '/', 'list of rentals': '/listings' }[name] ?? `/listings/${listing.id}`
    const shifted = await watchShifts(page)
    const heroes: string[] = []
    page.on('request', (request) => void (request.url().includes('/hero-') && heroes.push(request.url())))
    for (const visit of ['first', 'again']) {
      await page.goto(path)
      await expect(page.getByRole('article').first()).toBeVisible()
      await settled(page)
      expect(await shifted(), `${visit} visit`).toBeLessThan(SHIFT_LIMIT)
    }
    // The front page's large photo is asked for ahead, and nobody else pays for it.
    if (path !== '/') expect(heroes).toEqual([])
  })
}

test('nothing jumps when the listings of a device arrive after the first finds', async ({ kit }) => {
  const { page } = await kit.visitor()
  const shifted = await watchShifts(page)
  const letGo = await hold(page, '**/api/sync/**')
  await page.goto('/listings')
  await expect(page.getByText('The first 24 items')).toBeVisible()
  letGo()
  await expect(page.getByText(/^[\d,]+ items$/)).toBeVisible()
  await settled(page)
  expect(await shifted()).toBeLessThan(SHIFT_LIMIT)
})
