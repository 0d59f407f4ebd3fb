import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

let t: TestApp

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

test.each(['none', 'same-origin', 'cross-site'])(
  'a photo shared from %p before there is a worker opens the form, which says that it is lost',
  async (site) => {
    const body = new FormData()
    body.set('title', 'Gold arch')
    body.set('photos', new File(['pixels'], 'arch.jpg', { type: 'image/jpeg' }))
    const answer = await t.fetch(
      new Request(`${TEST_ORIGIN}/share`, { method: 'POST', body, headers: { 'sec-fetch-site': site } }),
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/inspiration?share=1&shared=lost'])
    expect(await answer.text()).toBe('')
  },
)
