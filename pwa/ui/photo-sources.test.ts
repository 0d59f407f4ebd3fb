import { describe, expect, test } from 'bun:test'
import { photoSources } from './photo-sources'
import { stillLife } from './still-life'

const ORIGIN = 'https://trestle.example'

describe('photoSources', () => {
  const offered = {
    src: '/uploads/0af3.jpg',
    srcSet: '/uploads/0af3-320.jpg 320w, /uploads/0af3-640.jpg 640w, /uploads/0af3.jpg 1200w',
  }

  test('offers three widths of an upload of ours, given as a path or as an address', () => {
    expect(photoSources('/uploads/0af3.jpg', ORIGIN)).toEqual(offered)
    expect(photoSources(`${ORIGIN}/uploads/0af3.jpg`, ORIGIN)).toEqual(offered)
  })

  test.each([
    'https://elsewhere.example/uploads/0af3.jpg',
    'https://trestle.example.evil.example/uploads/0af3.jpg',
    '/uploads/0af3-320.jpg',
    '/uploads/0af3.png',
    'blob:https://trestle.example/5b1f',
  ])('takes %s as it is, since no other widths of it are kept', (url) => {
    expect(photoSources(url, ORIGIN)).toEqual({ src: url })
  })
})

describe('stillLife', () => {
  const CATEGORIES = ['tableware', 'decorations', 'furniture', 'lighting', 'linens', 'serving', 'custom_cakes']

  test.each([...CATEGORIES, 'stationery', 'favors', undefined, 'unheard_of'])('%s has a drawing', async (category) => {
    const file = Bun.file(`${import.meta.dir}/../public${stillLife(category)}`)
    expect(await file.exists()).toBe(true)
  })

  test('categories have drawings of their own', () => {
    expect(new Set(CATEGORIES.map(stillLife)).size).toBe(CATEGORIES.length)
    expect(stillLife('unheard_of')).toBe(stillLife())
  })
})
