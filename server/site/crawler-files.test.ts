import { afterEach, expect, spyOn, test } from 'bun:test'
import { createListingRow } from '../test-support/rental-kit'
import { signUpHost } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'

let t: TestApp
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

const read = async (path: string) => {
  const answer = await t.fetch(new Request(TEST_ORIGIN + path))
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('robots.txt keeps programs off what is no page, and names the sitemap', async () => {
  t = await openTestApp()
  const { status, type, text } = await read('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Disallow: /api/\n')
  expect(text).toContain(`Sitemap: ${TEST_ORIGIN}/sitemap.xml\n`)
})

test('the sitemap lists what is on show and nothing else, and is made anew once an hour', async () => {
  t = await openTestApp()
  const owner = await signUpHost(t, 'rosa')
  const shown = await createListingRow(t, owner)
  const paused = await createListingRow(t, owner, { available: false })
  const hidden = await createListingRow(t, owner, { hiddenAt: t.clock.now.toISOString() })
  const has = async (id: number) =>
    (await read('/sitemap.xml')).text.includes(`<loc>${TEST_ORIGIN}/listings/${id}</loc>`)
  expect([await has(shown), await has(paused), await has(hidden)]).toEqual([true, false, false])
  expect((await read('/sitemap.xml')).text).toContain(`<loc>${TEST_ORIGIN}/terms</loc>`)
  const later = await createListingRow(t, owner)
  expect(await has(later)).toBe(false)
  t.clock.advance(3_600_000)
  expect(await has(later)).toBe(true)
})

test('a sitemap that many ask for at once is made once', async () => {
  t = await openTestApp()
  const reads = spyOn(t.deps.db, 'readBatch')
  const crowd = () => Promise.all(Array.from({ length: 20 }, () => read('/sitemap.xml')))
  expect(new Set((await crowd()).map(({ status }) => status))).toEqual(new Set([200]))
  expect(reads).toHaveBeenCalledTimes(1)
  t.clock.advance(3_600_000)
  await crowd()
  expect(reads).toHaveBeenCalledTimes(2)
})

test('security.txt names who hears of faults, for half a year from now, and is there when somebody is named', async () => {
  t = await openTestApp({ SECURITY_CONTACT: 'mailto:security@trestle.example' })
  const { status, text } = await read('/.well-known/security.txt')
  expect(status).toBe(200)
  expect(text).toContain('Contact: mailto:security@trestle.example\n')
  expect(text).toContain('Expires: 2027-05-30T17:00:00.000Z\n')
  await t.close()
  t = await openTestApp()
  expect((await read('/.well-known/security.txt')).status).toBe(404)
})

test.each(['security@trestle.example', 'http://trestle.example/security', 'mailto:', 'javascript:alert(1)'])(
  'a contact such as %s is refused at the start',
  async (contact) => {
    t = await openTestApp()
    for (const name of ['SECURITY_CONTACT', 'SUPPORT_CONTACT'])
      expect(openTestApp({ [name]: contact })).rejects.toThrow(name)
  },
)
