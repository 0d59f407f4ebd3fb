import type { RentalCategory } from '#schema/category'
import type { Situation } from './booking-plan'

/** One line of a thread: who writes, and what. */
export type Line = ['renter' | 'owner', string]
export interface ThreadCopy {
  /** Where the booking stands when the thread makes sense. */
  when: Situation[]
  /** Only about things of these categories; any when absent. */
  about?: RentalCategory[]
  lines: Line[]
}

const OPEN: Situation[] = ['pending']
const AGREED: Situation[] = ['paid_ahead', 'paid_now']
const OVER: Situation[] = ['completed', 'just_ended']

export const threads: ThreadCopy[] = [
  { when: OPEN, lines: [['renter', 'Hi! Would pickup around 6:30 the evening before work for you?']] },
  {
    when: OPEN,
    lines: [
      ['renter', 'Hello, is there an elevator at your building? I would come with a hand truck.'],
      ['owner', 'There is, and the doorman likes hand trucks. Let me look at my calendar tonight.'],
    ],
  },
  {
    when: OPEN,
    about: ['tableware', 'serving'],
    lines: [
      ['renter', 'Do they need to come back washed? My sink is more of a suggestion.'],
      ['owner', 'Rinsed is plenty. I run them at home.'],
      ['renter', 'You are a saint. Offer sent.'],
    ],
  },
  {
    when: OPEN,
    about: ['lighting'],
    lines: [
      ['renter', 'One outlet on the roof, shared with a fridge. Will that be a problem?'],
      ['owner', 'They draw less than a toaster. I will pack a splitter to be safe.'],
    ],
  },
  {
    when: OPEN,
    about: ['furniture'],
    lines: [
      ['renter', 'We are on the third floor, no elevator, wide stairs. Possible?'],
      ['owner', 'Wide stairs I can do. Can you spare one strong person for ten minutes?'],
      ['renter', 'I have two brothers.'],
    ],
  },
  {
    when: OPEN,
    about: ['linens'],
    lines: [
      ['renter', 'Is the color closer to the first photo or to real life? Matching bridesmaids here.'],
      ['owner', 'First photo by daylight. I can leave a swatch with you tomorrow.'],
    ],
  },
  {
    when: OPEN,
    about: ['decorations'],
    lines: [
      ['renter', 'It would stand in a courtyard. Any trouble with a little wind?'],
      ['owner', 'A little is fine with the weights. More than a little and I would bring it inside.'],
    ],
  },
  {
    when: OPEN,
    lines: [
      ['renter', 'Small change: we are twelve now instead of ten. Still fine with what I asked for?'],
      ['owner', 'Fine. I always pack two spare.'],
    ],
  },
  {
    when: OPEN,
    lines: [
      [
        'renter',
        'It is for my mother’s seventieth. She does not know about any of it, so please do not call the landline.',
      ],
      ['owner', 'Your secret is safe. I only type.'],
    ],
  },
  { when: OPEN, lines: [['renter', 'No rush with the answer, I know it is a busy week. Happy to send references.']] },
  {
    when: OPEN,
    lines: [
      ['owner', 'Thanks for the offer! Quick question: indoors or outdoors?'],
      ['renter', 'Indoors, second floor, no pets.'],
    ],
  },
  {
    when: AGREED,
    lines: [
      ['owner', 'All yours. I will text when I am downstairs.'],
      ['renter', 'Wonderful. Blue door, the bell says Moreno.'],
    ],
  },
  {
    when: AGREED,
    lines: [
      ['renter', 'Thank you for saying yes so quickly!'],
      ['owner', 'It is what they are for. See you at pickup.'],
      ['renter', 'Can my partner come instead of me? His name is Luis.'],
      ['owner', 'Luis is welcome.'],
    ],
  },
  {
    when: AGREED,
    about: ['tableware'],
    lines: [
      ['owner', 'Packed in two crates, about twenty pounds each. Bring a friend or a cart.'],
      ['renter', 'Bringing a cart and a friend.'],
    ],
  },
  {
    when: AGREED,
    about: ['lighting'],
    lines: [
      ['owner', 'I put spare bulbs and the remote in the small pouch. The remote is tiny, please count it.'],
      ['renter', 'Noted. It goes on a string around my neck.'],
    ],
  },
  {
    when: AGREED,
    about: ['furniture'],
    lines: [
      ['owner', 'My van is free between eight and nine that morning. Does your super allow deliveries then?'],
      ['renter', 'From eight sharp. I will hold the door.'],
      ['owner', 'Then we are done in fifteen minutes.'],
    ],
  },
  {
    when: AGREED,
    lines: [
      ['renter', 'Could we return everything on the morning after instead of the same night?'],
      ['owner', 'Before eleven is perfect.'],
    ],
  },
  {
    when: AGREED,
    lines: [
      ['renter', 'It might rain. Do you have anything to cover things with on the way?'],
      ['owner', 'Two moving blankets and a tarp, at the door.'],
    ],
  },
  {
    when: AGREED,
    about: ['linens', 'decorations'],
    lines: [
      ['renter', 'Is it all right to iron on low if there are folds?'],
      ['owner', 'Steam only, from a hand’s width away. They relax on the table by themselves.'],
    ],
  },
  {
    when: AGREED,
    lines: [
      ['owner', 'Reminder from me to both of us: pickup is tomorrow after five.'],
      ['renter', 'It is on the fridge.'],
    ],
  },
  {
    when: OVER,
    lines: [
      ['renter', 'Everything is back on your stoop as agreed. Thank you, it was a lovely evening.'],
      ['owner', 'Counted and complete. You even wiped them!'],
    ],
  },
  {
    when: OVER,
    lines: [
      ['owner', 'All good on my side. Come again any time.'],
      ['renter', 'We will. My sister is already asking about June.'],
    ],
  },
  {
    when: OVER,
    lines: [
      ['renter', 'The photos came out so well that the venue asked where we got these. I sent them to you.'],
      ['owner', 'You just made my week.'],
    ],
  },
  {
    when: OVER,
    about: ['tableware', 'serving'],
    lines: [
      ['renter', 'One small chip on the rim, entirely my uncle. What do I owe you?'],
      ['owner', 'Nothing, that one had it coming. Thanks for telling me.'],
    ],
  },
  {
    when: OVER,
    about: ['lighting', 'furniture', 'decorations'],
    lines: [
      ['owner', 'Found one of your napkin rings among my things. Shall I mail it?'],
      ['renter', 'Keep it as a souvenir.'],
    ],
  },
  { when: OVER, lines: [['renter', 'Left the bag with your neighbor in 2B, as you said. Thank you!']] },
  {
    when: ['dates_taken'],
    lines: [
      ['owner', 'I am so sorry, somebody was an hour faster. Any chance for the weekend after?'],
      ['renter', 'The date is fixed, alas. Next time!'],
    ],
  },
  {
    when: ['declined'],
    lines: [
      ['owner', 'I am away until the middle of the month and did not block the days in time. My mistake.'],
      ['renter', 'No harm done, thanks for letting me know.'],
    ],
  },
  {
    when: ['declined'],
    lines: [
      ['owner', 'I would love to, but for a street fair it is too fragile. Ask me again for anything with walls.'],
    ],
  },
  {
    when: ['withdrawn', 'cancelled_by_renter'],
    lines: [
      ['renter', 'Our venue fell through, so I had to let this go. Thank you for being kind about it.'],
      ['owner', 'It happens. I hope you find a better room.'],
    ],
  },
  {
    when: ['cancelled_by_owner'],
    lines: [
      [
        'owner',
        'The last renter dropped the case and I cannot fix it in time. You get everything back, and my apology.',
      ],
      ['renter', 'Oh no. Thank you for telling me early.'],
    ],
  },
  {
    when: ['unpaid', 'not_paid'],
    lines: [
      ['renter', 'My bank stopped the payment. I am calling them now.'],
      ['owner', 'Take your time, the dates are yours until tomorrow.'],
    ],
  },
  { when: ['expired'], lines: [['renter', 'Just checking whether you saw my offer?']] },
]

export const offerNotes = [
  'Birthday dinner for ten, nothing wild.',
  'It is for a rooftop in Bushwick. We have permission and a rain plan.',
  'Baby shower for my sister, Sunday afternoon.',
  'Book launch at a small gallery, about sixty people.',
  'Thanksgiving for the people who cannot go home.',
  'My parents are visiting for the first time. Please help me look like an adult.',
  'Engagement party, indoors, no confetti.',
  'Photo shoot for a cookbook, one day only. I can send our insurance.',
  'We can pick up by bicycle trailer if that is all right.',
  'A memorial lunch. Thank you for having such beautiful things.',
  'Block party on Macon Street, permit number on request.',
  'Small wedding at home, fourteen guests and a dog.',
  'Would love to collect the evening before if nobody else needs it.',
  'Retirement party for the best crossing guard in Queens.',
  'Quinceañera! My niece chose the color herself.',
  'Studio opening, white walls, careful people.',
  'Holiday dinner for our floor.',
  'First birthday. The guest of honor will sleep through most of it.',
  'Potluck in the community garden, everything carried by hand.',
  'We rented from you last spring and would like the same again.',
] as const

/** Why owners block days; seen by themselves alone. */
export const blockReasons = [
  'Visiting family',
  'Lent to my sister',
  'Deep clean and repairs',
  'Away for the weekend',
  null,
  'Market day',
] as const
