import { afterEach, beforeEach, expect, test } from 'bun:test'
import { installCaches } from '../test-support/caches-in-memory'
import {
  dropAllPictures,
  dropPictures,
  findPicture,
  type ScreenPicture,
  screensOf,
  storePicture,
} from './screen-pictures'

let storage: ReturnType<typeof installCaches>
beforeEach(() => {
  storage = installCaches()
})
afterEach(() => storage.remove())

const at = (path: string) => new URL(path, 'https://x.example')
const pictureOf = (account: string, html = '<p></p>'): ScreenPicture => ({
  ...{ build: '/assets/index-1.js', account, title: 'Offers', width: 390, height: 900 },
  ...{ html, pageCss: '', css: '', scripts: [], styles: [] },
})

test('an account finds its own picture of a screen, and nobody else’s', async () => {
  await storePicture(at('/offers'), pictureOf('trestle-u1', 'hers'))
  expect((await findPicture(at('/offers'), 'trestle-u1'))?.html).toBe('hers')
  expect(await findPicture(at('/offers'), 'trestle-u2')).toBeNull()
  expect(await findPicture(at('/offers?tab=received'), 'trestle-u1')).toBeNull()
})

test('a picture that lies in another account’s place is not shown', async () => {
  const box = await caches.open(screensOf('trestle-u2'))
  await box.put('/.screens/offers?', new Response(JSON.stringify(pictureOf('trestle-u1'))))
  expect(await findPicture(at('/offers'), 'trestle-u2')).toBeNull()
})

test('an installed app’s first page has the picture of the same page in a browser', async () => {
  await storePicture(at('/'), pictureOf('trestle-visitor'))
  expect(await findPicture(at('/?source=pwa'), 'trestle-visitor')).not.toBeNull()
})

test('a picture that was cut off is none', async () => {
  const box = await caches.open(screensOf('trestle-u1'))
  await box.put('/.screens/offers?', new Response('{"build":"/assets/ind'))
  expect(await findPicture(at('/offers'), 'trestle-u1')).toBeNull()
})

test('of an account’s screens the newest are kept', async () => {
  for (let n = 1; n <= 30; n++) await storePicture(at(`/listings/${n}`), pictureOf('trestle-u1'))
  expect(await findPicture(at('/listings/1'), 'trestle-u1')).toBeNull()
  expect(await findPicture(at('/listings/30'), 'trestle-u1')).not.toBeNull()
  expect(await (await caches.open(screensOf('trestle-u1'))).keys()).toHaveLength(24)
})

test('pictures go by account, or all of them', async () => {
  for (const account of ['trestle-u1', 'trestle-u2', 'trestle-visitor'])
    await storePicture(at('/offers'), pictureOf(account))
  await dropPictures('trestle-u1')
  expect(await findPicture(at('/offers'), 'trestle-u1')).toBeNull()
  expect(await findPicture(at('/offers'), 'trestle-u2')).not.toBeNull()
  await dropAllPictures()
  expect(await caches.keys()).toEqual([])
})
