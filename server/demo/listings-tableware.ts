import type { ListingCopy } from './copy-shapes'

export const tablewareListings: ListingCopy[] = [
  {
    photos: ['stoneware-dinner-plates-stack'],
    title: 'Stoneware dinner plates, stack of 8',
    about:
      'Speckled oat stoneware, 10.5 inches, with enough weight to make a Tuesday supper feel like an occasion. Dishwasher and oven safe.',
    dollars: 8,
    pieces: 5,
    preset: 'flexible',
  },
  {
    photos: ['stoneware-dinner-plates-stack', 'nesting-bowls-stack'],
    title: 'Forty oat stoneware plates',
    about:
      'One big matching set for a long table: forty dinner plates, all from the same kiln run. I count them out with you at pickup.',
    dollars: 34,
  },
  {
    photos: ['stoneware-dinner-plates-stack'],
    title: 'Speckled plates and a cereal bowl, service for 8',
    about:
      'Eight dinner plates with one small bowl in soft green, the way they are stacked on my own shelf. Lovely under anything with tomatoes.',
    dollars: 12,
    pieces: 2,
  },
  {
    photos: ['dinner-setting-gold-cutlery', 'inspo-brunch-blush-table'],
    title: 'Dinner setting with gold cutlery, for 12',
    about:
      'Porcelain dinner and salad plates with a gold line, brushed gold knives, forks and spoons. Twelve of everything, packed in divided crates so nothing chips on the subway stairs.',
    dollars: 58,
    pieces: 2,
  },
  {
    photos: ['dinner-setting-gold-cutlery'],
    title: 'Brushed gold flatware, 24 place settings',
    about:
      'Knife, two forks and a spoon for each guest. The finish is brushed, so fingerprints stay invisible under candlelight. Hand wash only, please.',
    dollars: 36,
  },
  {
    photos: ['dinner-setting-gold-cutlery'],
    title: 'One perfect place setting (for a shoot)',
    about:
      'Plate, salad plate, gold cutlery and a blush napkin: a single setting for photographers, invitations and stylists. Ready on an hour’s notice.',
    dollars: 9,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['crystal-champagne-coupes', 'cocktail-high-tables'],
    title: 'Champagne coupes with gold rims, set of 6',
    about: 'Wide, shallow and a little old Hollywood. Thin gold rims, so they ask for a soft sponge and no dishwasher.',
    dollars: 10,
    pieces: 8,
  },
  {
    photos: ['crystal-champagne-coupes'],
    title: 'Coupe tower kit, 30 glasses',
    about:
      'Thirty matching coupes, a level base board and a sheet that tells you how to pour without a flood. Bring a steady friend.',
    dollars: 48,
    preset: 'strict',
  },
  {
    photos: ['crystal-champagne-coupes'],
    title: 'Gold-rimmed coupes for a toast of 18',
    about:
      'Eighteen coupes in a carrying case with foam slots. I have lent these to four weddings and one very small divorce party.',
    dollars: 27,
    pieces: 2,
  },
  {
    photos: ['wine-goblets-red'],
    title: 'Large wine goblets, set of 8',
    about: 'Generous bowls that let a red breathe, on tall clear stems. They arrive polished and leave no water spots.',
    dollars: 9,
    pieces: 6,
  },
  {
    photos: ['wine-goblets-red', 'walnut-serving-boards'],
    title: 'Tasting table: goblets and a walnut board',
    about:
      'Eight tall goblets with the long walnut board they stand on. Made for comparing three bottles and arguing kindly about them.',
    dollars: 18,
    pieces: 2,
  },
  {
    photos: ['wine-goblets-red'],
    title: 'Red wine glasses, crate of 24',
    about: 'Restaurant-grade stemware in a padded crate with handles. Return them rinsed; I run the real wash at home.',
    dollars: 22,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['gold-rim-porcelain-plates', 'dinner-setting-gold-cutlery'],
    title: 'Gold-rim porcelain, 24 pieces',
    about:
      'Eight dinner plates, eight side plates, eight cups with saucers left over from my grandmother’s good years. White porcelain, a fine gold line, not one chip.',
    dollars: 26,
    pieces: 2,
  },
  {
    photos: ['gold-rim-porcelain-plates'],
    title: 'White dinner plates with gold edge, each',
    about:
      'Rent exactly as many as you have guests. Eleven inches across, thin and light to carry, never mixed with another pattern.',
    dollars: 1.5,
    pieces: 60,
    preset: 'flexible',
  },
  {
    photos: ['gold-rim-porcelain-plates'],
    title: 'Dessert plates and coffee cups for 10',
    about:
      'The smaller half of a gold-rimmed service: ten dessert plates, ten cups with saucers. Right for cake after the ceremony.',
    dollars: 16,
  },
  {
    photos: ['handmade-mugs-teacups'],
    title: 'Handmade mugs and teacups, mixed set of 12',
    about:
      'Thrown by three potters in Red Hook: terracotta, oat and sage, no two alike. People pick their favorite within a minute.',
    dollars: 14,
    pieces: 2,
  },
  {
    photos: ['handmade-mugs-teacups'],
    title: 'Brunch mugs on a wooden tray',
    about: 'Six mugs and the board they travel on. They hold a proper ten ounces, and the handles fit real fingers.',
    dollars: 9,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['handmade-mugs-teacups', 'coffee-urn'],
    title: 'Thirty stoneware mugs for a meeting or a wake',
    about:
      'Coffee tastes kinder from a heavy cup. Thirty mugs in earth colors, stackable, dishwasher safe, delivered in two milk crates.',
    dollars: 24,
  },
  {
    photos: ['nesting-bowls-stack'],
    title: 'Nesting serving bowls, set of 5',
    about:
      'From fig-sized to salad-for-ten, in sage, oat and blue. They nest into one another and take up no room at all.',
    dollars: 11,
    pieces: 4,
  },
  {
    photos: ['nesting-bowls-stack', 'salad-bowl-wooden-servers'],
    title: 'Stoneware bowls for a potluck, 15 pieces',
    about:
      'Three full towers of nesting bowls, for the party where everybody brings something and nobody brings a bowl.',
    dollars: 26,
  },
  {
    photos: ['nesting-bowls-stack'],
    title: 'Sage and blue mixing bowls',
    about:
      'The two deep greens and the blue one, big enough for pancake batter for twenty. They go from counter to table without apologizing.',
    dollars: 7,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['coloured-ribbed-tumblers'],
    title: 'Ribbed colored tumblers, set of 12',
    about:
      'Amber, rose, sage and blue, three of each. Ribbed glass throws small stripes of color over the tablecloth when the sun is low.',
    dollars: 12,
    pieces: 5,
  },
  {
    photos: ['coloured-ribbed-tumblers', 'glass-beverage-dispenser'],
    title: 'Lemonade set: dispenser and 12 tumblers',
    about:
      'A tapped glass dispenser and twelve ribbed tumblers that go with it. Fill it the night before; the lemon is better for it.',
    dollars: 24,
    pieces: 2,
  },
  {
    photos: ['coloured-ribbed-tumblers'],
    title: 'Amber and rose water glasses, 36 pieces',
    about:
      'Three dozen of the amber and the rose ones, the warm half of the palette. Thick enough to survive a rooftop with children on it.',
    dollars: 30,
  },
  {
    photos: ['champagne-flutes-gold-rim'],
    title: 'Champagne flutes, gold rim, set of 6',
    about: 'Slim flutes that keep the bubbles busy. The rims are real gold, thin as a pencil line.',
    dollars: 9,
    pieces: 10,
  },
  {
    photos: ['champagne-flutes-gold-rim'],
    title: 'Sixty flutes for a city hall toast',
    about:
      'Two cases of flutes that fit in the back of a cab, with a folding tray. I have met couples on the steps at Worth Street and will do it again.',
    dollars: 62,
    preset: 'strict',
  },
  {
    photos: ['champagne-flutes-gold-rim', 'champagne-ice-bucket'],
    title: 'Toast for two: a pair of flutes and an ice bucket',
    about:
      'For proposals, signings and good news. Two gold-rimmed flutes and a hammered brass bucket; the bottle is yours to choose.',
    dollars: 15,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['rattan-chargers'],
    title: 'Rattan charger plates, set of 8',
    about: 'Hand-woven rounds, 13 inches, that warm up white porcelain at once. Wipe clean, keep dry, stack flat.',
    dollars: 10,
    pieces: 6,
  },
  {
    photos: ['rattan-chargers'],
    title: 'Woven chargers, white plates and gold flatware for 8',
    about:
      'The whole place setting as you see it, eight times, with terracotta napkins pressed and folded. Lay it down and go get dressed.',
    dollars: 44,
    pieces: 2,
  },
  {
    photos: ['rattan-chargers'],
    title: 'Forty-eight rattan chargers for a long weekend',
    about: 'One very light, very large box. I keep a few spares in it, because somebody always adds a cousin.',
    dollars: 42,
  },
  {
    photos: ['matte-black-cutlery'],
    title: 'Matte black cutlery, 12 place settings',
    about:
      'Dinner fork, salad fork, knife and spoon with a soft black finish. It makes plain white plates look decided.',
    dollars: 15,
    pieces: 4,
  },
  {
    photos: ['matte-black-cutlery'],
    title: 'Black flatware and charcoal side plates for 10',
    about:
      'Ten settings of matte cutlery with ten charcoal side plates. I like them with dusk-blue linen and something green on top.',
    dollars: 23,
  },
  {
    photos: ['matte-black-cutlery'],
    title: 'Modern flatware for a pop-up, 40 settings',
    about:
      'Sorted into four trays by type, so service can set a room in ten minutes. Hand wash or a gentle cycle; no citrus soap.',
    dollars: 38,
    preset: 'strict',
  },
  {
    photos: ['glass-water-carafes'],
    title: 'Glass water carafes, pair',
    about: 'Two one-quart carafes with a narrow neck that pours without a drip. Good for water, better for iced tea.',
    dollars: 6,
    pieces: 12,
    preset: 'flexible',
  },
  {
    photos: ['glass-water-carafes'],
    title: 'Ten carafes and forty glasses',
    about: 'Table water, solved. One carafe for every four guests, with clear tumblers in a rolling case.',
    dollars: 32,
  },
  {
    photos: ['glass-water-carafes'],
    title: 'Carafes with lemon and mint, table of 8',
    about:
      'Two carafes, eight low glasses, and a bag of lemons on me in summer. A quiet little upgrade for a book launch.',
    dollars: 11,
    pieces: 2,
  },
  {
    photos: ['copper-mule-mugs'],
    title: 'Hammered copper mule mugs, set of 6',
    about: 'Solid copper with a lined inside, so a lime can sit in them for as long as the story takes.',
    dollars: 12,
    pieces: 5,
  },
  {
    photos: ['copper-mule-mugs'],
    title: 'Copper mugs for a bar of thirty',
    about: 'Thirty mugs, two jiggers and a lewis bag for the ice. They frost over beautifully and dent very little.',
    dollars: 46,
  },
  {
    photos: ['copper-mule-mugs', 'brass-bar-cart'],
    title: 'Moscow mule night, mugs and cart',
    about:
      'Twelve copper mugs on a rolling brass cart, ready to be pushed through the living room by somebody with an announcement.',
    dollars: 52,
    preset: 'strict',
  },
  {
    photos: ['copper-mule-mugs'],
    title: 'Three copper mugs for a small terrace',
    about: 'The small set: three hammered mugs and the limes to go with them. Ice is yours, mint grows on my sill.',
    dollars: 9,
    pieces: 2,
    preset: 'flexible',
  },
]
