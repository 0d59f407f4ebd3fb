import { describe, expect, test } from 'bun:test'
import type { OutboxItem } from '../disk/local-db'
import type { SeenWords } from '../disk/mutations'
import { afterEarlier, clashOf, layOver, type SentChange, seeNow, seenBefore, textAlone } from './seen-words'

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

describe('an edit in the place of one that never left', () => {
  type Edit = Record<string, unknown> & { seen?: Record<string, unknown> }
  const read = (payload: unknown): SentChange | null => {
    const { seen, ...words } = payload as Edit
    return { sent: textAlone(words), seen: seen && textAlone(seen) }
  }
  const stands = { title: 'Plates', price: 10, minDays: 1, maxDays: 9 }
  const priced = { ...stands, price: 15, seen: stands }
  const follow = (edit: Edit, earlier: Edit, state: OutboxItem['state'] = 'queued'): Edit => {
    const isReplaced = state === 'queued'
    const line = [{ ...kept({ sent: said({}) }, state, !isReplaced), payload: earlier }]
    const after = afterEarlier<Edit>(edit, isReplaced ? earlier : null, line, read)
    return Object.assign({}, after.edit, { seen: after.seen?.words })
  }

  test.each<[string, Edit, Edit, Edit]>([
    [
      'what only the earlier one changed',
      { ...stands, title: 'New', seen: stands },
      priced,
      { title: 'New', price: 15 },
    ],
    ['its own words where both changed', { ...stands, price: 12, seen: stands }, priced, { price: 12 }],
    [
      'what its person set back to what stood before',
      { ...stands, seen: { ...stands, price: 15 } },
      priced,
      { price: 10 },
    ],
    [
      'fields that are read together as one',
      { ...stands, minDays: 2, seen: stands },
      { ...stands, maxDays: 7, seen: stands },
      { minDays: 2, maxDays: 9 },
    ],
  ])('says %s', (_, edit, earlier, says) => {
    expect(follow(edit, earlier)).toEqual({ ...stands, ...says, seen: stands })
  })

  test('takes what its form left from one that says nothing of what it had seen', () => {
    const { seen: _, ...whole } = priced
    const edit = { ...stands, title: 'New', seen: stands }
    expect(follow(edit, whole)).toEqual({ ...stands, title: 'New', price: 15, seen: undefined })
  })

  test('does not bring back the words of one that was refused', () => {
    const chosen = { ...stands, price: 12 }
    expect(follow({ ...chosen, seen: chosen }, priced, 'attention')).toEqual({ ...chosen, seen: chosen })
  })

  test('from the form of an earlier, refused one says what that form showed', () => {
    const refused = { ...kept({ sent: said({}) }, 'attention', true, 1), payload: priced }
    const waiting = { ...stands, title: 'New', price: 20, seen: stands }
    const line = [refused, { ...kept({ sent: said({}) }, 'queued', false, 2), payload: waiting }]
    const { edit } = afterEarlier<Edit>({ ...stands, price: 15, seen: { ...stands, price: 15 } }, waiting, line, read)
    expect(edit).toMatchObject({ title: 'New', price: 15 })
  })

  test('behind one that goes out before it has seen the words of that', () => {
    const edit = { ...stands, price: 20, seen: { ...stands, price: 15 } }
    const line = [{ ...kept({ sent: said({}) }, 'queued'), payload: priced }]
    expect(afterEarlier<Edit>(edit, null, line, read).seen?.words).toEqual(edit.seen)
  })
})

describe('an edit that was refused', () => {
  const sent = { sent: said({ title: 'Mine', price: 12 }, 'c'), seen: said({}) }
  const now = { title: 'Theirs', mainImage: photo('b').photo.url, images: [], photoAlts: ['Bowl'] }
  const error = { code: 'edit_conflict', message: '', status: 409, now }

  test('asks about the fields that both changed, until each is chosen', () => {
    const seen = layOver(said({ price: 20 }), sent)
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
