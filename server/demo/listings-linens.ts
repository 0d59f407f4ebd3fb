import type { ListingCopy } from './copy-shapes'

export const linenListings: ListingCopy[] = [
  {
    photos: ['folded-linen-napkins'],
    title: 'Linen napkins, 20 pieces, mixed earth tones',
    about: 'Washed linen in terracotta, oat, blush and sage, five of each. Pressed once, soft forever.',
    dollars: 10,
    pieces: 8,
    preset: 'flexible',
  },
  {
    photos: ['folded-linen-napkins', 'napkins-brass-rings'],
    title: 'One hundred linen napkins',
    about:
      'Twenty-five in each color, bundled in tens with string. Return them unwashed; I have opinions about detergent.',
    dollars: 44,
  },
  {
    photos: ['folded-linen-napkins'],
    title: 'Terracotta napkins for 12',
    about: 'A dozen in the warmest color I own, twenty inches square, mitered corners.',
    dollars: 7,
    pieces: 4,
  },
  {
    photos: ['sage-table-runner', 'inspo-garden-sage-table'],
    title: 'Gauze table runner, sage, 10 feet',
    about: 'Airy cotton gauze with raw edges, made to be crumpled a little. Looks best when you stop fussing with it.',
    dollars: 8,
    pieces: 10,
    preset: 'flexible',
  },
  {
    photos: ['sage-table-runner'],
    title: 'Sage runner with brass candlesticks',
    about: 'The runner and three brass candlesticks for one long table, plus tapers in ivory.',
    dollars: 20,
    pieces: 3,
  },
  {
    photos: ['sage-table-runner', 'farm-table-with-benches'],
    title: 'Six sage runners for a barn dinner',
    about: 'Six ten-foot runners from one dye bath, so that they truly match. Rolled on tubes, no creases.',
    dollars: 40,
  },
  {
    photos: ['draped-tablecloths-colours', 'round-table-cream-cloth'],
    title: 'Round tablecloths, three colors',
    about:
      'Blush, terracotta and cream, 120 inches, floor length on a five-foot round. Wrinkle-resistant and properly hemmed.',
    dollars: 27,
    pieces: 4,
  },
  {
    photos: ['draped-tablecloths-colours'],
    title: 'Cream round cloth, 120 inches',
    about: 'The plain one in the middle, which everybody needs. Laundered and hung between rentals.',
    dollars: 11,
    pieces: 14,
    preset: 'flexible',
  },
  {
    photos: ['draped-tablecloths-colours'],
    title: 'Terracotta cloths for ten rounds',
    about:
      'Ten like the one on the right, in a color between brick and sunset. Delivered on hangers, steamed on the table if you like.',
    dollars: 100,
    preset: 'strict',
  },
  {
    photos: ['rolled-linens-basket'],
    title: 'Rolled table linens in a basket',
    about:
      'Twelve cotton and linen cloths in soft colors in the willow basket they live in. A ready-made picnic or a backup plan.',
    dollars: 15,
    pieces: 2,
  },
  {
    photos: ['rolled-linens-basket'],
    title: 'Hand towels for a restroom basket, 24',
    about:
      'Small rolled cotton towels, with a second basket for the used ones. Guests notice; they just do not say so.',
    dollars: 16,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['rolled-linens-basket', 'folded-linen-napkins'],
    title: 'Stylist’s linen library, 30 pieces',
    about:
      'Napkins, half cloths and runners in every color I have, for food photographers. Pick on set, return the same evening.',
    dollars: 38,
    preset: 'strict',
  },
  {
    photos: ['striped-picnic-throw'],
    title: 'Striped cotton throw, 55 by 80 inches',
    about: 'Blue and cream stripes, heavy enough for a breeze off the river. One fits two people and a pizza.',
    dollars: 6,
    pieces: 8,
    preset: 'flexible',
  },
  {
    photos: ['striped-picnic-throw'],
    title: 'Throws for a chilly ceremony, 20',
    about:
      'Twenty folded throws in stripes and plain apricot, with a stool to stack them on. October is longer than you think.',
    dollars: 52,
  },
  {
    photos: ['striped-picnic-throw', 'gingham-picnic-cloth'],
    title: 'Picnic bundle: two throws and a cloth',
    about:
      'Everything that goes under you in Prospect Park: two striped throws, one gingham cloth, one carrying strap.',
    dollars: 16,
    pieces: 3,
  },
  {
    photos: ['dusk-blue-runner'],
    title: 'Dusk-blue table runner, 9 feet',
    about: 'Matte cotton with a hand-stitched edge, wide enough for flowers and candles side by side.',
    dollars: 8,
    pieces: 8,
    preset: 'flexible',
  },
  {
    photos: ['dusk-blue-runner', 'glass-bud-vases'],
    title: 'Blue runner with bowls of roses and votives',
    about:
      'One nine-foot runner, two low rose bowls, six votives. I lay it out once and photograph it so you can copy me.',
    dollars: 36,
    pieces: 2,
    preset: 'strict',
  },
  {
    photos: ['dusk-blue-runner'],
    title: 'Set of four blue runners',
    about: 'For a U-shaped table or four short ones. They go with oak, with white, and with nearly every suit.',
    dollars: 27,
  },
  {
    photos: ['gingham-picnic-cloth'],
    title: 'Gingham picnic cloth with basket',
    about: 'Terracotta check, five feet by seven, and a woven basket with leather straps. Plates for four are inside.',
    dollars: 18,
    pieces: 4,
  },
  {
    photos: ['gingham-picnic-cloth'],
    title: 'Gingham cloths for a long lawn, 6',
    about: 'Six cloths that lie edge to edge and seat thirty on the grass. Washed hot, dried in the sun.',
    dollars: 34,
  },
  {
    photos: ['gingham-picnic-cloth'],
    title: 'Checked tablecloth for a 6-foot table',
    about: 'The same gingham cut for a folding table, with clips against the wind.',
    dollars: 9,
    pieces: 6,
    preset: 'flexible',
  },
  {
    photos: ['dusk-round-cloth'],
    title: 'Dusk-blue round cloth, floor length',
    about: 'One hundred and twenty inches of matte blue that photographs like evening. The hem just kisses the floor.',
    dollars: 14,
    pieces: 10,
  },
  {
    photos: ['dusk-round-cloth', 'round-table-cream-cloth'],
    title: 'Table in blue, complete: cloth, round and flowers',
    about: 'A five-foot round, the blue cloth, a vase of roses and two votives. Everything but the chairs.',
    dollars: 72,
    pieces: 2,
    preset: 'strict',
  },
  {
    photos: ['napkins-brass-rings'],
    title: 'Napkins in brass rings, set of 12',
    about:
      'Cream, terracotta, sage and blue, three of each, already drawn through their rings. Open the box and set the table.',
    dollars: 16,
    pieces: 5,
  },
  {
    photos: ['napkins-brass-rings'],
    title: 'Brass napkin rings, 30',
    about: 'Plain rings with a little weight. Sent in a velvet roll, counted together, loved by collectors.',
    dollars: 14,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['napkins-brass-rings', 'rattan-chargers'],
    title: 'Sage napkins with rings, table of 10',
    about: 'Only the sage ones: ten napkins and ten rings for a table that already has enough color.',
    dollars: 13,
  },
  {
    photos: ['satin-chair-sashes'],
    title: 'Chair covers with satin sashes, 12',
    about:
      'White covers and rose satin bows for folding or banquet chairs. I show you the knot once; the rest is easy.',
    dollars: 32,
    pieces: 4,
  },
  {
    photos: ['satin-chair-sashes'],
    title: 'Satin sashes only, 40 pieces',
    about:
      'Dusty rose satin, seven inches wide, pressed and rolled. They also tie curtains, aisles and one memorable goat.',
    dollars: 24,
    pieces: 2,
    preset: 'flexible',
  },
]
