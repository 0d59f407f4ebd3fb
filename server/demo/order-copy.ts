import type { OrderSituation } from './order-plan'

/** Buyers' words for text options, by the subject of the option's name. */
export const writtenChoices: [about: RegExp, words: string][] = [
  [/guest list|names, separated|ten names/i, 'Ana, Ben, Chiara, Dov, Esther, Farid, Grace, Hugo, Ines, Jun'],
  [/names and date|name and dates|occasion/i, 'Ines and Theo, Saturday the 12th, at six'],
  [/courses/i, 'Soup, gnocchi, lemon tart'],
  [/inch|size/i, '84'],
  [/initial|letter in the seal/i, 'M'],
  [/date/i, 'Saturday the 12th'],
  [/age/i, '9'],
  [/color/i, 'The green of an olive, not of a lime'],
  [/window|door/i, 'Between four and five. Ring 4B, ask for Noor.'],
  [/paint|idea|motif/i, 'A lemon branch with three lemons'],
  [/name/i, 'Odile'],
]
export const plainWords = 'With love from all of us'

/** Buyers' wishes to the maker when they order. */
export const orderNotes = [
  'It is a surprise. Please write only to me.',
  'The doorman takes parcels until eight.',
  'If the ribbon comes in a darker red, that one, please.',
  'My sister is allergic to hazelnuts.',
  'Please leave the price out of the box.',
]

export const trackingNotes = [
  'With the post, expected in two days. Number 9405 5112 0214.',
  'A courier on a bicycle brings it between four and six.',
  'I bring it myself and ring the bell.',
]

/** A short thread about an order. */
export interface OrderThread {
  when: OrderSituation[]
  lines: ['buyer' | 'seller', string][]
}

export const orderThreads: OrderThread[] = [
  {
    when: ['paid'],
    lines: [
      ['buyer', 'Hello. Could I send you one more name tomorrow?'],
      ['seller', 'Of course. I start at the end of the week, until then everything can change.'],
    ],
  },
  { when: ['paid'], lines: [['buyer', 'Ordered. No hurry at all, but I am very much looking forward to it.']] },
  {
    when: ['asked_to_cancel'],
    lines: [
      ['buyer', 'I am so sorry, the party has moved to spring. Can we still cancel?'],
      ['seller', 'I have bought the paper already. Let me see tonight whether somebody else wants it.'],
    ],
  },
  {
    when: ['processing'],
    lines: [
      ['seller', 'The first test is on my table. Is it a warm white or a cold one that you want?'],
      ['buyer', 'Warm, please. Like candlelight, if that is a thing.'],
      ['seller', 'It is exactly a thing.'],
    ],
  },
  {
    when: ['processing'],
    lines: [
      ['buyer', 'Any chance to have it a day earlier?'],
      ['seller', 'I will try. I write to you as soon as it is dry.'],
    ],
  },
  {
    when: ['shipped'],
    lines: [
      ['seller', 'It is on its way. Please open the box upright.'],
      ['buyer', 'Upright it will be. Thank you.'],
    ],
  },
  {
    when: ['delivered'],
    lines: [
      ['buyer', 'It is here and it is lovely. Everybody asked where it came from.'],
      ['seller', 'That makes my week. Send me a photo of the table if you have one.'],
    ],
  },
  { when: ['delivered'], lines: [['buyer', 'Arrived whole, and even nicer than in the photo.']] },
  {
    when: ['cancelled'],
    lines: [
      ['buyer', 'We have to call it off, I am afraid. Nobody is to blame but the landlord.'],
      ['seller', 'No harm done, I had not begun. Your money is on its way back.'],
    ],
  },
]
