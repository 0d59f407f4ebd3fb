import { describe, expect, test } from 'bun:test'
import type { OutboxItem } from '../disk/local-db'
import type { SeenWords } from '../disk/mutations'
import { clashOf, layOver, type SentChange, seeNow, seenBefore, seenOfRefused } from './seen-words'

const photo = (url: string) => ({ photo: { url: `/uploads/${url.repeat(64)}.jpg` }, alt: '' })
const said = (words: Record<string, unknown>, ...urls: string[]): SeenWords => ({
  words: { title: 'Plates', price: 10, ...words },
  photos: (urls.length > 0 ? urls : ['a']).map(photo),
})
const sentIn = (payload: unknown) => payload as SentChange
const kept = (payload: SentChange, state: OutboxItem['state'], everSent = false, order = 1) =>
  ({ payload, state, everSent, order }) as unknown as OutboxItem

describe('an edit that waits on this device', () => {
  test('changes what its person changed; the rest is as it stands', () => {
    const change = { sent: said({ title: 'Forty plates' }), seen: said({}) }
    expect(layOver(said({ price: 20 }, 'b'), change)).toEqual(said({ title: 'Forty plates', price: 20 }, 'b'))
    expect(layOver(said({ price: 20 }), { sent: said({}) })).toEqual(said({}))
  })

  test('gives way to the next one, which had seen what stood before both', () => {
    const first = { sent: said({ title: 'Forty plates' }), seen: said({}) }
    const line = [kept(first, 'queued')]
    expect(seenBefore(line, said({ title: 'Forty plates', price: 20 }), sentIn)).toEqual(said({ price: 20 }))
  })

  test('does not give way when it may have left: then the next one had seen its words', () => {
    const first = { sent: said({ title: 'Forty plates' }), seen: said({}) }
    const shown = said({ title: 'Forty plates' })
    expect(seenBefore([kept(first, 'queued', true)], shown, sentIn)).toEqual(shown)
    expect(seenBefore([kept(first, 'sending', true)], shown, sentIn)).toEqual(shown)
  })

  test('of an older build says nothing of what it had seen, and neither does the one in its place', () => {
    expect(seenBefore([kept({ sent: said({}) }, 'queued')], said({}), sentIn)).toBeUndefined()
  })

  test('is followed through several that never arrived', () => {
    const first = { sent: said({ title: 'One' }), seen: said({}) }
    const second = { sent: said({ title: 'Two' }), seen: said({ title: 'One' }) }
    const line = [kept(first, 'attention', true, 1), kept(second, 'queued', false, 2)]
    expect(seenBefore(line, said({ title: 'Two' }), sentIn)).toEqual(said({}))
  })
})

describe('an edit that was refused', () => {
  const sent = { sent: said({ title: 'Mine', price: 12 }, 'c'), seen: said({}) }
  const now = { title: 'Theirs', mainImage: photo('b').photo.url, images: [], photoAlts: ['Bowl'] }
  const error = { code: 'edit_conflict', message: '', status: 409, now }

  test('asks about the fields that both changed, until each is chosen', () => {
    const seen = seenOfRefused(said({ price: 20 }), sent)
    expect(seen).toEqual(said({}))
    const clash = clashOf(error, seen)
    expect(clash?.names).toEqual(['title', 'photos'])
    if (!clash) throw new Error('nothing is asked')
    const after = seeNow(seen, clash, 'title')
    expect(clashOf(error, after)?.names).toEqual(['photos'])
    expect(clashOf(error, seeNow(after, clash, 'photos'))).toBeNull()
  })

  test('keeps what was chosen when it is sent again', () => {
    const chosen = said({ title: 'Theirs' })
    expect(seenBefore([kept(sent, 'attention', true)], chosen, sentIn)).toEqual(chosen)
  })

  test('asks nothing when it was refused for something else', () => {
    expect(clashOf({ ...error, code: 'quantity_booked' }, said({}))).toBeNull()
  })
})
