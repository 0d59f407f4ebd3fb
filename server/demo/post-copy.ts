import type { PostCopy } from './copy-shapes'
import { detailPosts } from './post-copy-details'

/** Whole scenes; `detailPosts` looks at single things. */
const scenePosts: PostCopy[] = [
  {
    photo: 'inspo-evening-candlelit-dinner',
    title: 'Evening dinner by candlelight',
    about: 'Charcoal plates, rust roses, every candlestick we could borrow. Nobody reached for a phone until dessert.',
    tags: ['dinner', 'candles', 'evening', 'tablescape'],
  },
  {
    photo: 'inspo-evening-candlelit-dinner',
    title: 'My fortieth, no overhead lights allowed',
    about: 'Fourteen people, one table, thirty tapers. The wax came off with a hair dryer and brown paper.',
    tags: ['birthday', 'candles', 'dinner'],
  },
  {
    photo: 'inspo-winter-gold-table',
    title: 'Winter white and gold table',
    about:
      'Gold chargers under plain white plates, pine from the tree guy on the corner, baubles where flowers would be.',
    tags: ['winter', 'gold', 'holiday', 'tablescape', 'pine'],
  },
  {
    photo: 'inspo-winter-gold-table',
    title: 'New Year’s dinner in white and gold',
    about: 'White tapers down the middle, baubles where flowers would be, and dumplings for twenty-two.',
    tags: ['winter', 'gold', 'candles', 'family'],
  },
  {
    photo: 'inspo-brunch-blush-table',
    title: 'Blush brunch for eight',
    about: 'The tiered stand did all the work. Roses from the bodega, trimmed short.',
    tags: ['brunch', 'blush', 'bridal shower', 'tablescape'],
  },
  {
    photo: 'inspo-brunch-blush-table',
    title: 'Shower for a bride who hates showers',
    about: 'No games. Good tea, pink candles, a long list of people she actually likes.',
    tags: ['bridal shower', 'tea', 'blush'],
  },
  {
    photo: 'inspo-kids-birthday-party',
    title: 'Kids’ birthday corner in a one-bedroom',
    about: 'Bunting from window to door, cake on the console, balloons holding the line at the kitchen.',
    tags: ['kids', 'birthday', 'balloons', 'dessert table', 'small spaces'],
  },
  {
    photo: 'inspo-kids-birthday-party',
    title: 'Theo is five',
    about: 'He asked for blue, gold and a dragon. Two out of three.',
    tags: ['kids', 'birthday'],
  },
  {
    photo: 'inspo-garden-sage-table',
    title: 'Garden lunch in sage',
    about: 'Sage linen, lemons straight on the table, rattan wherever it would go. Two hours to set, six to sit.',
    tags: ['garden', 'sage', 'lunch', 'tablescape'],
  },
  {
    photo: 'inspo-garden-sage-table',
    title: 'Community garden potluck, done properly',
    about: 'We borrowed one long table and let everyone bring their own green. It matched anyway.',
    tags: ['garden', 'potluck', 'sage', 'community'],
  },
  {
    photo: 'inspo-rooftop-string-lights',
    title: 'Rooftop supper under string lights',
    about: 'Four strands from the water tank to the stair head. Check your building rules, then check the weather.',
    tags: ['rooftop', 'string lights', 'evening', 'outdoor'],
  },
  {
    photo: 'inspo-rooftop-string-lights',
    title: 'Last warm night of September',
    about: null,
    tags: ['rooftop', 'evening', 'outdoor', 'autumn'],
  },
  {
    photo: 'inspo-garden-ceremony-hoop',
    title: 'Garden ceremony with floral arch',
    about: 'Twenty-four chairs, one hoop, petals that we swept up with a dustpan and great ceremony.',
    tags: ['ceremony', 'arch', 'garden wedding'],
  },
  {
    photo: 'inspo-garden-ceremony-hoop',
    title: 'We married between the tomatoes',
    about: 'The plot is ten feet wide. It was enough for everyone who mattered, and three bees.',
    tags: ['garden wedding', 'ceremony', 'small wedding', 'chairs'],
  },
  {
    photo: 'inspo-blush-dessert-table',
    title: 'Blush dessert table with balloons',
    about: 'Cake left, macarons right, everything else in pairs. The garland went up first and saved us.',
    tags: ['dessert table', 'baby shower', 'balloons'],
  },
  {
    photo: 'inspo-blush-dessert-table',
    title: 'Sweet table for fifty cousins',
    about: 'Quinceañera in Corona. We refilled it twice and I would do it again tomorrow.',
    tags: ['dessert table', 'quinceañera', 'cake', 'blush', 'balloons', 'family'],
  },
  {
    photo: 'inspo-terracotta-boho-lounge',
    title: 'Boho lounge corner in terracotta',
    about: 'Poufs low, pampas high, one lantern lit. People stayed there the whole evening.',
    tags: ['boho', 'lounge', 'pampas'],
  },
  {
    photo: 'inspo-terracotta-boho-lounge',
    title: 'How I hid a radiator',
    about: 'Three vases and a wreath. The radiator is very much still there, and very much on.',
    tags: ['small spaces', 'boho', 'lounge', 'diy'],
  },
  {
    photo: 'inspo-winter-gold-gifts',
    title: 'Golden winter gift corner',
    about: 'Everything wrapped in three papers and what ribbon was left. It looks expensive and is mostly kraft.',
    tags: ['winter', 'gifts', 'gold', 'holiday'],
  },
  {
    photo: 'inspo-winter-gold-gifts',
    title: 'Office gift exchange, the calm version',
    about: 'No labels until five o’clock, so no one knows who was over budget.',
    tags: ['gifts', 'office', 'holiday'],
  },
  {
    photo: 'inspo-kids-cupcakes-close',
    title: 'Sprinkle cupcakes and party hats',
    about: 'Eight cupcakes, eight hats, one quiet minute while they all blew.',
    tags: ['kids', 'cupcakes', 'birthday'],
  },
  {
    photo: 'inspo-kids-cupcakes-close',
    title: 'Pastels, but make it a classroom',
    about: 'Nut-free, egg-free, glitter-free. Still a hit.',
    tags: ['kids', 'classroom', 'cupcakes', 'pastel'],
  },
  {
    photo: 'inspo-lantern-evening-lounge',
    title: 'Lantern-lit evening terrace',
    about: 'Paper lanterns first, festoon behind, candles only where nobody waves their arms.',
    tags: ['lanterns', 'evening', 'terrace', 'lounge'],
  },
  {
    photo: 'inspo-lantern-evening-lounge',
    title: 'Eid on the terrace',
    about: 'Mint tea, dates, my uncle’s jokes. The lanterns forgave everything.',
    tags: ['eid', 'lanterns', 'family', 'evening'],
  },
]

export const postCopy: PostCopy[] = [...scenePosts, ...detailPosts]
