import { expect, test } from 'bun:test'
import { fileTooLargeMessage, KeptPhotoUrl, PhotoUrl, photoSources, withUploadPaths } from '#schema/upload'

const OWN = `/uploads/${'a1'.repeat(32)}.jpg`
const NARROW = OWN.slice(0, -4)

test.each([OWN, `https://trestle.example${OWN}`, `http://localhost:3000${OWN}`])(
  '%s has narrower widths beside it',
  (url) => {
    expect(photoSources(url)).toEqual({
      src: OWN,
      srcset: `${NARROW}-320.jpg 320w, ${NARROW}-640.jpg 640w, ${OWN} 1200w`,
    })
  },
)

test.each(['https://photos.example.com/a.jpg', '/uploads/short.jpg', `${OWN}?x=1`, `https://x.example/u${OWN}`])(
  '%s has only itself',
  (url) => expect(photoSources(url)).toEqual({ src: url }),
)

test('the path of an upload may be sent', () => {
  expect(PhotoUrl.parse(OWN)).toBe(OWN)
})

test('an address on our own origin is sent as its path, in every field of photos; words stay as they are', () => {
  const there = `https://trestle.example${OWN}`
  const narrow = there.replace('.jpg', '-640.jpg')
  const sent = { mainImage: there, images: [narrow, OWN], title: there, profilePhoto: `https://evil.example${OWN}` }
  expect(withUploadPaths(sent, ['https://trestle.example'])).toEqual({ ...sent, mainImage: OWN, images: [OWN, OWN] })
  expect(withUploadPaths('words', ['https://trestle.example'])).toBe('words')
})

test.each([OWN, `http://localhost:3000${OWN}`, 'https://photos.example.com/a.jpg?w=1', 'https://photos.example.com'])(
  'a device that has kept %s hands it to the server, which decides',
  (url) => expect(KeptPhotoUrl.parse(url)).toBe(url),
)

test('a kept address has an end, whatever its origin', () =>
  expect(KeptPhotoUrl.safeParse(`https://${'x'.repeat(2000)}${OWN}`).success).toBe(false))

test.each([
  '',
  'a.jpg',
  '/uploads/../secret',
  `${OWN}\n`,
  'https://photos.example.com/a.jpg',
  `https://trestle.example${OWN}`,
  `//evil.example${OWN}`,
  'http://photos.example.com/a.jpg',
  '//photos.example.com/a.jpg',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'blob:https://trestle.example/1',
  'https://',
  'https://localhost/a.jpg',
  `https://photos.example.com/${'x'.repeat(2000)}`,
  7,
  null,
])('%p may not', (url) => {
  expect(PhotoUrl.safeParse(url).error?.issues.map((issue) => issue.message)).toEqual([
    'Please provide a valid image URL',
  ])
})

test('a file that is too large is named', () => {
  expect(fileTooLargeMessage('cake.png')).toBe('File cake.png is too large. Maximum size is 5MB.')
  expect(fileTooLargeMessage('cake.png', 40)).toBe('File cake.png is too large. Maximum size is 40MB.')
})
