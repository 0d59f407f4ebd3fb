import { expect, test } from 'bun:test'
import { NOTICE_WORDS, noticePath, noticeTag, noticeWords, type PushNotice, parseNotice } from '#schema/push-notice'

const notice: PushNotice = {
  to: 1,
  event: 'offer:7',
  kind: 'offers',
  word: 'offer',
  about: 'booking',
  id: 7,
  mine: false,
  title: 'Forty plates',
  who: 'rene',
  until: '2026-12-07T17:00:00.000Z',
}
const instant = (at: string) => `<${at.slice(0, 10)}>`

test.each<[Partial<PushNotice>, string, string]>([
  [{}, 'New offer from rene', '“Forty plates”: answer by <2026-12-07>.'],
  [{ word: 'message', until: null }, 'rene wrote to you', 'About “Forty plates”.'],
  [
    { word: 'lapsed', until: null },
    'Your offer has ended',
    'Your bank let the hold for “Forty plates” lapse. Nothing was taken.',
  ],
  [{ word: 'cancelled', until: null }, 'A booking was cancelled', '“Forty plates”, with rene.'],
  [{ word: 'cancelled', about: 'order', until: null }, 'An order was cancelled', '“Forty plates”, with rene.'],
  [
    { word: 'not_arrived', about: 'order', until: null },
    'rene says that an order did not arrive',
    '“Forty plates”. Your money waits until this is settled.',
  ],
  [
    { word: 'late', about: 'order', until: null },
    'rene’s order is late',
    '“Forty plates”. If it is not sent within a week, the order ends and rene gets everything back.',
  ],
  [
    { word: 'late', about: 'order', mine: true, until: null },
    'Your order from rene is late',
    '“Forty plates”. If it is not sent within a week, the order ends and you get everything back.',
  ],
  [
    { word: 'claim_due' },
    'Your answer is still missing',
    'rene reported damage. “Forty plates”: answer by <2026-12-07>.',
  ],
  [{ word: 'paid', amount: 4050, until: null }, 'You paid $40.50', '“Forty plates”, to rene.'],
  [
    { word: 'refunded', amount: 4050, until: null },
    '$40.50 came back to you',
    '“Forty plates”, from rene. Your bank may take some days to show it.',
  ],
  [
    { word: 'sent_on', amount: 3600, until: null },
    '$36.00 was sent to your payout account',
    '“Forty plates”, with rene.',
  ],
  [{ word: 'pay' }, 'Your payment did not go through', '“Forty plates”: to keep the booking, pay by <2026-12-07>.'],
])('%j is said in words', (change, title, body) => {
  expect(noticeWords({ ...notice, ...change }, instant)).toEqual({ title, body })
})

test('every word is said about something, and in a sentence', () => {
  for (const word of NOTICE_WORDS) {
    const { title, body } = noticeWords({ ...notice, word, until: null }, instant)
    expect([word, title.length > 5, body.includes('Forty plates'), body.endsWith('.')]).toEqual([
      word,
      true,
      true,
      true,
    ])
  }
})

test.each<[Partial<PushNotice>, string]>([
  [{}, '/offers/7'],
  [{ kind: 'messages', word: 'message' }, '/offers/7?messages=1'],
  [{ kind: 'claims', word: 'claim', mine: true }, '/offers/7'],
  [{ kind: 'orders', word: 'order', about: 'order' }, '/manage-made-to-order?tab=orders'],
  [{ kind: 'messages', word: 'message', about: 'order' }, '/manage-made-to-order?tab=orders&thread=7'],
  [{ kind: 'orders', word: 'shipped', about: 'order', mine: true }, '/purchases'],
  [{ kind: 'messages', word: 'message', about: 'order', mine: true }, '/purchases?thread=7'],
  [{ kind: 'money', word: 'paid', mine: true }, '/offers/7/receipt'],
  [{ kind: 'money', word: 'refunded', about: 'order', mine: true }, '/purchases/7/receipt'],
  [{ kind: 'money', word: 'sent_on' }, '/settings?tab=earnings'],
])('%j leads to %s', (change, path) => expect(noticePath({ ...notice, ...change })).toBe(path))

test('a booking and an order of the same number are told apart', () => {
  expect(noticeTag(notice)).not.toBe(noticeTag({ ...notice, about: 'order' }))
})

test('nonsense and notices of a later build count as none', () => {
  expect(parseNotice(JSON.parse(JSON.stringify(notice)))).toEqual(notice)
  expect(parseNotice({ ...notice, until: null })).not.toBeNull()
  const faulty: unknown[] = [
    null,
    'offer',
    [],
    {},
    ...Object.keys(notice).map((key) => ({ ...notice, [key]: undefined })),
    { ...notice, word: 'later' },
    { ...notice, kind: 'later' },
    { ...notice, about: 'person' },
    { ...notice, to: '1' },
    { ...notice, id: 1.5 },
  ]
  for (const value of faulty) expect([value, parseNotice(value)]).toEqual([value, null])
})
