import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hostilePhotos } from '../test-support/hostile-photos'
import { signUp } from '../test-support/sign-up'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { preparePhoto } from './photo-store'

const FILES = 1_000

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

function upload(content: Uint8Array<ArrayBuffer>, as: string, app = t): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([content]), 'photo.jpg')
  return app.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers: { cookie: as }, body }))
}

test('a thousand hostile files are sent: each is drawn anew or refused in words, none is a fault', async () => {
  const unlimited = await openTestApp({}, { isUnlimited: true })
  const { as } = await signUp(unlimited, 'hostile')
  const kinds = new Set<string>()
  const answers: Record<number, number> = {}
  for await (const { kind, content } of hostilePhotos(1, FILES)) {
    kinds.add(kind)
    const { status } = await upload(content, as, unlimited)
    expect([kind, [201, 413, 415, 422].includes(status)]).toEqual([kind, true])
    answers[status] = (answers[status] ?? 0) + 1
  }
  expect(kinds.size).toBe(11)
  // Pictures among them are taken, files that only look like one are not.
  expect(Object.keys(answers)).toContain('201')
  expect(Object.keys(answers)).toContain('422')
  expect(unlimited.errors).toEqual([])
  await unlimited.close()
}, 240_000)

test('a photo is decoded once, whatever its sizes', async () => {
  const photo = grayPng(3_000, 2_000)
  const { Image } = Bun
  let opened = 0
  const counting = new Proxy(Image, {
    construct(target, [bytes, ...options]: [Uint8Array, object]) {
      if (bytes === photo) opened++
      return new target(bytes, ...options)
    },
  })
  Object.assign(Bun, { Image: counting })
  try {
    expect((await preparePhoto(photo)).files.size).toBe(3)
  } finally {
    Object.assign(Bun, { Image })
  }
  // Its head is read before.
  expect(opened).toBe(2)
})

test('one person’s many photos do not hold up anybody else’s', async () => {
  const [many, one] = [await signUp(t, 'many'), await signUp(t, 'one')]
  const photo = grayPng(3_000, 2_000)
  let done = 0
  const crowd = Array.from({ length: 12 }, () => upload(photo, many.as).then((answer) => done++ || answer.status))
  // A small one, so that the machine's pace says nothing: behind the others it would wait for all of them.
  expect((await upload(grayPng(300, 199), one.as)).status).toBe(201)
  expect(done).toBeLessThan(3)
  await Promise.all(crowd)
  expect(done).toBe(12)
}, 60_000)
