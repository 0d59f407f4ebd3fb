import { describe, expect, test } from 'bun:test'
import { differingFields, mergeEdit } from './edit'

const SEEN = { title: 'Plates', price: 10, quantity: 40 }

describe('an edit is taken in field by field', () => {
  test('what its writer left alone stays as it stands, and what they changed is theirs', () => {
    const held = { ...SEEN, price: 20 }
    expect(mergeEdit(held, { ...SEEN, title: 'Forty plates' }, SEEN)).toEqual({ kept: ['price'], clash: [] })
  })

  test('what both changed to different things is a conflict, what both changed to the same is none', () => {
    const held = { ...SEEN, price: 20 }
    expect(mergeEdit(held, { ...SEEN, price: 30 }, SEEN)).toEqual({ kept: [], clash: ['price'] })
    expect(mergeEdit(held, { ...SEEN, price: 20 }, SEEN)).toEqual({ kept: [], clash: [] })
  })

  test('a field that was not named as seen is not compared', () => {
    expect(mergeEdit({ ...SEEN, price: 20 }, { ...SEEN, price: 30 }, { title: 'Plates' })).toEqual({
      kept: [],
      clash: [],
    })
  })

  test('photos and their words are one field', () => {
    const seen = { mainImage: 'a', images: ['b'], photoAlts: ['A', ''] }
    const held = { ...seen, photoAlts: ['A', 'B'] }
    const wanted = { ...seen, images: ['c'] }
    const all = ['mainImage', 'images', 'photoAlts']
    expect(mergeEdit(held, wanted, seen)).toEqual({ kept: [], clash: all })
    expect(mergeEdit(held, { ...seen, images: ['a', 'b'], photoAlts: ['A'] }, seen)).toEqual({ kept: all, clash: [] })
    expect(differingFields(wanted, seen)).toEqual(all)
  })

  test('the order of names does not count', () => {
    const seen = { options: [{ name: 'Ink', type: 'color' }] }
    const wanted = { options: [{ type: 'color', name: 'Ink' }] }
    expect(mergeEdit({ options: [] }, wanted, seen)).toEqual({ kept: ['options'], clash: [] })
  })

  test('nonsense as what was seen breaks nothing', () => {
    const photos = { mainImage: 'a', images: ['b'], photoAlts: [] }
    expect(mergeEdit(photos, photos, { mainImage: 4, images: { a: 1 }, __proto__: null })).toEqual({
      kept: [],
      clash: [],
    })
  })
})
