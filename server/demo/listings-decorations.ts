import type { ListingCopy } from './copy-shapes'

export const decorationListings: ListingCopy[] = [
  {
    photos: ['balloon-arch-blush', 'inspo-blush-dessert-table'],
    title: 'Balloon garland arch, blush and cream',
    about:
      'A freestanding frame with the garland already strung in blush, cream and peach. Two people set it up in fifteen minutes, and the plinths underneath can come along.',
    dollars: 85,
    preset: 'strict',
  },
  {
    photos: ['balloon-arch-blush'],
    title: 'Arch frame and pump, bring your own balloons',
    about: 'The sturdy frame, the clips and an electric pump. Choose your own colors; mine in the picture are blush.',
    dollars: 28,
    pieces: 2,
    preset: 'flexible',
  },
  {
    photos: ['balloon-arch-blush', 'round-plinths'],
    title: 'Baby shower corner: arch and three plinths',
    about:
      'Balloon arch, three round plinths for cake and flowers, and a soft rug that did not make it into the picture. Fits a seven-foot wall.',
    dollars: 120,
    preset: 'strict',
  },
  {
    photos: ['balloon-cluster-dusk', 'inspo-kids-birthday-party'],
    title: 'Balloon bouquet, dusk blue and gold',
    about:
      'Nine balloons on a weighted base, filled on the morning of your day so that they float until midnight. Price is for the bouquet with pickup.',
    dollars: 32,
    pieces: 4,
  },
  {
    photos: ['balloon-cluster-dusk'],
    title: 'Two weighted bouquets for a doorway',
    about: 'Two of these, in blue, pearl and gold, to stand left and right of a door, a stage or a very old dog.',
    dollars: 55,
    pieces: 2,
  },
  {
    photos: ['paper-bunting-garland', 'inspo-kids-birthday-party'],
    title: 'Paper bunting garlands, 3 strands',
    about:
      'Cut and sewn by hand from heavy paper in earthy festive colors. Each strand is ten feet long and folds flat into an envelope.',
    dollars: 9,
    pieces: 6,
    preset: 'flexible',
  },
  {
    photos: ['paper-bunting-garland'],
    title: 'Block party bunting, 120 feet',
    about:
      'Twelve strands on reels, with hooks for fire escapes and clips for tree guards. It has crossed our street six summers in a row.',
    dollars: 30,
  },
  {
    photos: ['paper-bunting-garland'],
    title: 'Birthday wall: bunting and a cake table',
    about:
      'Three strands of bunting over a narrow oak console. Put the cake in the middle and stand the child on a stool.',
    dollars: 38,
    pieces: 2,
  },
  {
    photos: ['ceramic-vases-pampas', 'inspo-terracotta-boho-lounge'],
    title: 'Ceramic vases with pampas, set of 3',
    about:
      'White, terracotta and oat, filled with pampas grass and eucalyptus that shed less than you fear. The tallest is two feet high.',
    dollars: 22,
    pieces: 3,
  },
  {
    photos: ['ceramic-vases-pampas'],
    title: 'Terracotta vase with eucalyptus',
    about:
      'Just the round one in the middle, with fresh eucalyptus in the week of your party. Nine inches, very sure of itself.',
    dollars: 10,
    pieces: 6,
    preset: 'flexible',
  },
  {
    photos: ['ceramic-vases-pampas', 'boucle-lounge-poufs'],
    title: 'Boho vases for a photo corner',
    about:
      'Three textured vases, two bundles of pampas and a linen throw to hide the radiator. Looks best on the floor.',
    dollars: 26,
  },
  {
    photos: ['taper-candles-brass-holders', 'inspo-evening-candlelit-dinner'],
    title: 'Brass candlesticks with tapers, set of 7',
    about:
      'Seven mismatched candlesticks from flea markets upstate, polished once a season. Comes with two sets of tapers in ivory and rust.',
    dollars: 20,
    pieces: 4,
  },
  {
    photos: ['taper-candles-brass-holders'],
    title: 'Forty brass candlesticks for a long table',
    about:
      'Every height between three and fourteen inches. Line them down the middle, dim the lights, and say nothing for a moment.',
    dollars: 75,
    preset: 'strict',
  },
  {
    photos: ['taper-candles-brass-holders'],
    title: 'Mantel set: seven tapers, two votives',
    about:
      'Seven brass candlesticks, tapers in ivory and rust, two glass votives and a little green for the gaps. Good on a mantel, a piano or an upright bass case.',
    dollars: 24,
    pieces: 2,
    preset: 'flexible',
  },
  {
    photos: ['honeycomb-paper-balls'],
    title: 'Honeycomb paper balls, set of 9',
    about: 'Sage, cream, blush and terracotta in three sizes. They open like a book and close again for the ride home.',
    dollars: 9,
    pieces: 5,
    preset: 'flexible',
  },
  {
    photos: ['honeycomb-paper-balls'],
    title: 'Paper balls for a whole ceiling, 36 pieces',
    about: 'Four sets with clear line and removable hooks. Plan an hour and a ladder; I bring the ladder.',
    dollars: 28,
  },
  {
    photos: ['mirror-disco-balls'],
    title: 'Mirror balls, 3 sizes',
    about:
      'Twenty, twelve and eight inches. Set them on the floor among petals or hang them; they are light enough for both.',
    dollars: 30,
    pieces: 2,
  },
  {
    photos: ['mirror-disco-balls'],
    title: 'Large mirror ball with motor and pin spot',
    about:
      'The largest of the three, twenty inches, with a quiet motor, a safety chain and a warm pin spot. One hook in the ceiling and it is 1977.',
    dollars: 38,
    preset: 'strict',
  },
  {
    photos: ['mirror-disco-balls'],
    title: 'Tabletop mirror balls, eight small ones',
    about: 'Eight inches and smaller, for scattering between glasses. They throw freckles on everybody’s face.',
    dollars: 24,
    pieces: 2,
  },
  {
    photos: ['floral-ring-roses', 'inspo-garden-ceremony-hoop'],
    title: 'Floral hoop, roses and eucalyptus',
    about:
      'A five-foot brass hoop, its lower half covered in silk roses that fool everyone past two feet. Hangs or stands on its own base.',
    dollars: 70,
    pieces: 2,
    preset: 'strict',
  },
  {
    photos: ['floral-ring-roses'],
    title: 'Small rose hoop for a dressing room door',
    about: 'Sixteen inches of brass and blush roses. It has hung on a bridal suite, a nursery and one food truck.',
    dollars: 18,
    pieces: 3,
  },
  {
    photos: ['floral-ring-roses'],
    title: 'Brass hoop to dress yourself',
    about: 'The silk roses clip off, so that your florist can have her way. Seven feet with the stand.',
    dollars: 40,
    preset: 'flexible',
  },
  {
    photos: ['dried-flower-wreath'],
    title: 'Dried flower wreath, terracotta and honey',
    about: 'Two feet across, light as a hat, tied by hand. It asks for a dry wall and no open flame.',
    dollars: 14,
    pieces: 2,
  },
  {
    photos: ['dried-flower-wreath'],
    title: 'Pair of wreaths for double doors',
    about: 'Two of these, made together so that they match without being twins. Ribbon and over-door hooks included.',
    dollars: 26,
  },
  {
    photos: ['arched-backdrop-panels'],
    title: 'Arched backdrop panels, set of 3',
    about:
      'Sage, terracotta and blush, the tallest seven feet. Painted on both sides, so turn one around if your party is more green than pink.',
    dollars: 65,
    pieces: 2,
  },
  {
    photos: ['arched-backdrop-panels', 'round-plinths'],
    title: 'Photo set: arches, plinths and a vase',
    about:
      'Three arched panels, two white plinths and a vase with greenery. Everything in one van load, levelled on site by me.',
    dollars: 110,
    preset: 'strict',
  },
  {
    photos: ['arched-backdrop-panels'],
    title: 'Terracotta arch, seven feet',
    about: 'The big one alone. It makes a cake table look finished and a speech look planned.',
    dollars: 30,
    preset: 'flexible',
  },
  {
    photos: ['welcome-easel'],
    title: 'Wooden easel with welcome board',
    about:
      'Beech easel, five and a half feet, with a cream board that says Welcome. The roses are silk and stay on in the wind.',
    dollars: 18,
    pieces: 3,
  },
  {
    photos: ['welcome-easel'],
    title: 'Beech easel for your own sign',
    about:
      'The easel without our board: it holds yours, up to 30 by 40 inches. Two pegs, three legs, no wobble on cobblestones.',
    dollars: 10,
    pieces: 4,
    preset: 'flexible',
  },
  {
    photos: ['glass-bud-vases'],
    title: 'Glass bud vases, set of 5',
    about: 'Tinted in peach, green, rose, blue and amber. One stem each and the table is done.',
    dollars: 8,
    pieces: 10,
    preset: 'flexible',
  },
  {
    photos: ['glass-bud-vases'],
    title: 'Fifty bud vases for a reception',
    about:
      'Mixed tints, no chips, packed upright in wine boxes. You bring the stems; I bring the patience to have collected them.',
    dollars: 60,
  },
  {
    photos: ['glass-bud-vases'],
    title: 'Bud vases with stems, ready to place',
    about: 'Five vases, filled the morning of your dinner with whatever 28th Street had that looked happiest.',
    dollars: 34,
    pieces: 3,
    preset: 'strict',
  },
  {
    photos: ['paper-fan-wall'],
    title: 'Paper fan wall, 8 fans',
    about:
      'Pleated fans from six to sixteen inches in the colors of late summer, already mounted on a folding board. Lean it, light it, stand in front of it.',
    dollars: 26,
    pieces: 2,
  },
  {
    photos: ['paper-fan-wall'],
    title: 'Giant paper fans, loose set of 24',
    about:
      'Three of everything in the picture with putty that lets go of rental-apartment paint. They open with one pull.',
    dollars: 32,
  },
  {
    photos: ['paper-fan-wall'],
    title: 'Fans for a dessert table backdrop',
    about: 'Five fans in terracotta, gold and cream, strung on one line at three heights. Six feet wide when hung.',
    dollars: 15,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['round-plinths'],
    title: 'White round plinths, set of 3',
    about:
      'Three cylinders, the tallest thirty-six inches, in a soft warm white. They carry a four-tier cake without a thought.',
    dollars: 40,
    pieces: 3,
  },
  {
    photos: ['round-plinths'],
    title: 'Single plinth, 30 inches',
    about: 'For a cake, a bust, a guest book or an urn. Weighted inside, felt underneath, wipes clean.',
    dollars: 15,
    pieces: 6,
    preset: 'flexible',
  },
  {
    photos: ['round-plinths', 'balloon-arch-blush'],
    title: 'Plinths styled with candles and a vase',
    about:
      'The set of three with pillar candles, a terracotta vase and fresh greenery, placed and lit by me before guests arrive.',
    dollars: 78,
    preset: 'strict',
  },
]
