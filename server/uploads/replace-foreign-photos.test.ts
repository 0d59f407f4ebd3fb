import { afterEach, beforeEach, expect, test } from 'bun:test'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { build, step } from '../db/steps'
import { inspirationPosts, listings, users } from '../db/tables'
import { createListingRow } from '../test-support/rental-kit'
import { signUpHost, type TestPerson } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { fetchPhoto } from './fetch-photo'
import { hasUploaded } from './photo-access'
import { ownPhotoHash } from './photo-store'
import { replaceForeignPhotos } from './replace-foreign-photos'

let t: TestApp
let rosa: TestPerson
let host: { origin: string; asked: string[]; close(): Promise<void> }

beforeEach(async () => {
  t = await openTestApp({ PUSH_LOOPBACK: '1' })
  rosa = await signUpHost(t, 'rosa')
  host = await openHost()
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await host.close()
  await t.close()
})

/** A host of pictures that is none of ours. */
async function openHost() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    if (path.startsWith('/photo')) return response.writeHead(200, { 'content-type': 'image/png' }).end(grayPng(60, 40))
    if (path === '/moved') return response.writeHead(302, { location: '/photo-moved' }).end()
    if (path === '/inside') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    if (path === '/round') return response.writeHead(302, { location: '/round' }).end()
    if (path === '/page') return response.writeHead(200).end('<html>not a photo</html>')
    if (path === '/down') return response.writeHead(503).end()
    return response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const listing = async (id: number) => (await t.deps.db.read.select().from(listings).where(eq(listings.id, id)))[0]

test('a foreign picture is fetched once and kept among the uploads, wherever it stands', async () => {
  const photo = `${host.origin}/photo`
  const id = await createListingRow(t, rosa, {
    mainImage: photo,
    images: [`${host.origin}/moved`],
    photoAlts: ['A', 'B'],
  })
  const post = { userId: rosa.id, title: 'Arch', imageUrl: photo, tags: [], createdAt: t.clock.now.toISOString() }
  await t.deps.db.write(() => [
    step(build.insert(inspirationPosts).values(post)),
    step(build.update(users).set({ profilePhoto: photo }).where(eq(users.id, rosa.id))),
  ])
  await replaceForeignPhotos(t.deps)
  const row = await listing(id)
  expect(row?.mainImage).toMatch(/^\/uploads\/[a-f0-9]{64}\.jpg$/)
  expect(row?.images).toEqual([row?.mainImage ?? ''])
  const [shown] = (await t.call('GET', '/api/inspiration')).body
  expect([shown.imageUrl, shown.shape.width]).toEqual([row?.mainImage, 60])
  expect((await t.call('GET', '/api/user', { as: rosa.as })).body.profilePhoto).toBe(row?.mainImage)
  expect((await t.fetch(new Request(TEST_ORIGIN + row?.mainImage))).status).toBe(200)
  expect(host.asked.filter((path) => path === '/photo')).toHaveLength(1)
  await replaceForeignPhotos(t.deps)
  expect(host.asked.filter((path) => path === '/photo')).toHaveLength(1)
})

test('a foreign picture that two people show is an upload of both', async () => {
  const ben = await signUpHost(t, 'ben')
  const photo = `${host.origin}/photo`
  await createListingRow(t, rosa, { mainImage: photo })
  const id = await createListingRow(t, ben, { mainImage: photo, deletedAt: t.clock.now.toISOString() })
  await replaceForeignPhotos(t.deps)
  expect(await hasUploaded(t.deps.db, ben.id, ownPhotoHash((await listing(id))?.mainImage ?? null) ?? '')).toBe(true)
})

test('a file that is no picture is dropped with its text, and a placeholder takes the place of a main photo', async () => {
  const images = ['/page', '/photo', '/nowhere', '/inside', '/round'].map((path) => host.origin + path)
  const id = await createListingRow(t, rosa, {
    mainImage: 'https://10.0.0.1/plates.jpg',
    images,
    photoAlts: ['Main', 'Page', 'Photo', 'Nowhere', 'Inside', 'Round'],
  })
  await replaceForeignPhotos(t.deps)
  const row = await listing(id)
  expect([row?.mainImage, row?.images.length, row?.photoAlts]).toEqual(['', 1, ['Main', 'Photo']])
})

test('a host that is down today is asked again tomorrow, and the address stays until then', async () => {
  const down = `${host.origin}/down`
  const id = await createListingRow(t, rosa, { mainImage: down, images: [down] })
  await createListingRow(t, rosa, { mainImage: down })
  await replaceForeignPhotos(t.deps)
  expect((await listing(id))?.mainImage).toBe(down)
  expect(host.asked).toEqual(['/down'])
  await replaceForeignPhotos(t.deps)
  expect(host.asked).toEqual(['/down', '/down'])
})

test.each([
  'http://photos.example.com/a.jpg',
  'https://127.0.0.1/a.jpg',
  'https://localhost/a.jpg',
  'https://db.internal/a.jpg',
  'https://[::1]/a.jpg',
  'https://2130706433/a.jpg',
  'https://user:word@photos.example.com/a.jpg',
  'https://photos.example.com:8443/a.jpg',
  'file:///etc/passwd',
  'no address',
])('%s is never asked', async (address) => {
  expect(await fetchPhoto(address, false)).toEqual({ kind: 'none' })
})
