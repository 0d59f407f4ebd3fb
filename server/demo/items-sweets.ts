import type { ItemCopy } from './copy-shapes'
import { color, select, text } from './item-options'

const FLAVORS = ['Vanilla', 'Lemon', 'Chocolate', 'Almond and raspberry']
const ICINGS = ['Ivory', 'Blush', 'Sage', 'Dusk blue', 'Terracotta']

export const sweetItems: ItemCopy[] = [
  {
    photos: ['tiered-buttercream-cake', 'inspo-blush-dessert-table'],
    title: 'Three-tier buttercream cake with roses',
    about:
      'Serves seventy. Swiss buttercream, combed by hand, with a fall of sugar roses down one side. Delivered and set on your stand.',
    dollars: 480,
    category: 'custom_cakes',
    leadDays: 21,
    options: [select('Flavor', FLAVORS, true), color('Roses', ICINGS), text('Delivery door and contact')],
  },
  {
    photos: ['tiered-buttercream-cake', 'gold-cake-topper'],
    title: 'Wedding cake, white on white with roses',
    about: 'Three tiers for forty guests who came for the cake. Combed icing, roses down one side, very good crumb.',
    dollars: 320,
    category: 'custom_cakes',
    leadDays: 14,
    options: [select('Flavor', FLAVORS, true), select('Servings', ['30', '40', '50'], true)],
  },
  {
    photos: ['chocolate-drip-birthday-cake', 'inspo-kids-birthday-party'],
    title: 'Drip cake with candles, serves 16',
    about:
      'Vanilla cream outside, whatever you like inside, and a dark chocolate drip that stays put. Candles come in the box.',
    dollars: 92,
    category: 'custom_cakes',
    leadDays: 5,
    options: [select('Flavor', FLAVORS, true), text('Name on the cake'), select('Candles', ['6', '8', '10', '12'])],
  },
  {
    photos: ['chocolate-drip-birthday-cake', 'cake-stand-glass-dome'],
    title: 'Office birthday cake, no nuts',
    about:
      'A drip cake baked on nut-free days, with a list of ingredients taped to the lid. Cuts into twenty-four polite slices.',
    dollars: 110,
    category: 'custom_cakes',
    leadDays: 4,
    options: [text('Name on the cake', true), select('Flavor', ['Vanilla', 'Lemon', 'Chocolate'], true)],
  },
  {
    photos: ['cupcakes-on-stand', 'inspo-kids-cupcakes-close'],
    title: 'Vanilla cupcakes, box of 12',
    about: 'Piped swirls in pastel colors with a cherry on top. They travel in a tray that does not let them touch.',
    dollars: 42,
    category: 'custom_cakes',
    leadDays: 3,
    options: [color('Icing', ICINGS, true), select('Topping', ['Cherry', 'Sprinkles', 'Plain'])],
  },
  {
    photos: ['cupcakes-on-stand', 'three-tier-cake-stand'],
    title: 'Sixty cupcakes for a school party',
    about: 'Egg-free on request, always nut-free. Dropped at the front office before the second bell.',
    dollars: 185,
    category: 'custom_cakes',
    leadDays: 6,
    options: [color('Icing', ICINGS), select('Recipe', ['Classic', 'Egg-free'], true)],
  },
  {
    photos: ['inspo-kids-cupcakes-close', 'cupcakes-on-stand'],
    title: 'Sprinkle cupcakes with paper hats, 8',
    about: 'Eight cupcakes, eight candles, eight little hats. A whole party in a shoebox.',
    dollars: 38,
    category: 'custom_cakes',
    leadDays: 3,
    options: [text('Age on the big candle'), color('Icing', ICINGS)],
  },
  {
    photos: ['macaron-tower-pastel', 'three-tier-cake-stand'],
    title: 'Macaron tower, 120 pieces',
    about:
      'Four flavors on a cone that you return whenever you like. I build it on site, because trucks have feelings about towers.',
    dollars: 265,
    category: 'custom_cakes',
    leadDays: 10,
    options: [select('Flavors', ['Rose, pistachio, lemon, vanilla', 'Chocolate, coffee, caramel, fig'], true)],
  },
  {
    photos: ['favor-boxes-satin-ribbon', 'macaron-tower-pastel'],
    title: 'Macarons in pairs, 50 small boxes',
    about: 'Two macarons in each box, ribbon in your color. They keep four days if nobody finds them.',
    dollars: 240,
    category: 'favors',
    leadDays: 10,
    options: [color('Ribbon', ICINGS, true), text('Names on the label')],
  },
  {
    photos: ['heart-cake-piped', 'cake-stand-glass-dome'],
    title: 'Heart cake with vintage piping',
    about: 'Pink, ruffled and fond of attention. Serves twelve; the lettering is yours, up to three words.',
    dollars: 88,
    category: 'custom_cakes',
    leadDays: 6,
    options: [text('Lettering', true), color('Cake color', ICINGS, true), select('Flavor', FLAVORS)],
  },
  {
    photos: ['heart-cake-piped', 'cake-pops-stand'],
    title: 'Heart cake for two, one word',
    about: 'Five inches across, the same ruffles and cherries, for a table of two who would rather not share.',
    dollars: 42,
    category: 'custom_cakes',
    leadDays: 7,
    options: [text('One word'), color('Cake color', ICINGS)],
  },
  {
    photos: ['cake-pops-stand', 'inspo-kids-birthday-party'],
    title: 'Cake pops with stand, 21 pieces',
    about:
      'Dipped, drizzled and planted in a wooden stand that says help yourself. Bring the stand back for ten dollars off the next.',
    dollars: 64,
    category: 'custom_cakes',
    leadDays: 4,
    options: [color('Main color', ICINGS), select('Inside', ['Vanilla', 'Chocolate', 'Red velvet'], true)],
  },
  {
    photos: ['iced-sugar-cookies', 'cupcakes-on-stand'],
    title: 'Iced sugar cookies with names, 24',
    about:
      'Hearts, stars, rounds and ovals in royal icing. Names are piped by a steady hand after one coffee, never two.',
    dollars: 78,
    category: 'favors',
    leadDays: 7,
    options: [text('Names, separated by commas', true), color('Main color', ICINGS)],
  },
  {
    photos: ['iced-sugar-cookies', 'favor-boxes-satin-ribbon'],
    title: 'Cookie place cards, 30 names',
    about:
      'An oval cookie for every guest, wrapped so that it survives the speeches. Doubles as dessert for the ride home.',
    dollars: 120,
    category: 'favors',
    leadDays: 9,
    options: [text('Guest list', true), color('Icing', ['Sage', 'Dusk blue', 'Ivory'], true)],
  },
  {
    photos: ['iced-sugar-cookies', 'inspo-kids-cupcakes-close'],
    title: 'Decorate-your-own cookie kit',
    about:
      'Twelve plain cookies, four bags of icing, sprinkles and wipes. The picture shows what came of ours after forty minutes of peace.',
    dollars: 34,
    category: 'custom_cakes',
    leadDays: 3,
    options: [select('Shapes', ['Hearts and stars', 'Animals', 'Letters'], true)],
  },
  {
    photos: ['gold-cake-topper', 'tiered-buttercream-cake'],
    title: 'Gold cake topper, your words',
    about:
      'Cut from brass-colored acrylic on two thin stems. Six inches wide, food-safe, yours to keep in a drawer forever.',
    dollars: 32,
    category: 'custom_cakes',
    leadDays: 8,
    options: [text('Words, up to 16 letters', true), select('Finish', ['Gold', 'Copper', 'Ivory'], true)],
  },
  {
    photos: ['honey-jar-favors', 'thank-you-tags'],
    title: 'Honey jar favors, 25 pieces',
    about:
      'Rooftop honey from Queens in small jars with cloth lids and a thank-you label. No two harvests taste alike.',
    dollars: 112,
    category: 'favors',
    leadDays: 10,
    options: [text('Names on the tag'), color('Cloth', ['Ivory', 'Sage', 'Terracotta'])],
  },
  {
    photos: ['honey-jar-favors', 'favor-boxes-satin-ribbon'],
    title: 'Honey and tea pairs, 20 boxes',
    about: 'A jar of honey and six bags of chamomile in a ribboned box. For guests who leave late.',
    dollars: 150,
    category: 'favors',
    leadDays: 12,
    options: [color('Ribbon', ICINGS), text('Message inside the lid')],
  },
]
