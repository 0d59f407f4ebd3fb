import type { ListingCopy } from './copy-shapes'

export const furnitureListings: ListingCopy[] = [
  {
    photos: ['round-table-cream-cloth'],
    title: 'Round dining table with cloth, seats 8',
    about:
      'A five-foot round under a floor-length cream cloth. The top comes off the base, so it goes up narrow stairs and around tight landings.',
    dollars: 34,
    pieces: 6,
  },
  {
    photos: ['round-table-cream-cloth', 'draped-tablecloths-colours'],
    title: 'Five rounds with cloths, seats 40',
    about: 'Five tables, five pressed cloths, one van. I can drop them at a loading dock before eight in the morning.',
    dollars: 150,
    preset: 'strict',
  },
  {
    photos: ['round-table-cream-cloth'],
    title: 'Round table, dressed and set for eight',
    about:
      'Cream cloth to the floor, gold-rimmed settings, napkins, and the flowers in the middle. I set it, you sit down.',
    dollars: 84,
    pieces: 2,
  },
  {
    photos: ['farm-table-with-benches', 'inspo-garden-sage-table'],
    title: 'Farm table with two benches, 8 feet',
    about:
      'Solid oak with honest scratches. Ten people fit if they like each other. The legs unscrew for the elevator.',
    dollars: 70,
    pieces: 2,
  },
  {
    photos: ['farm-table-with-benches'],
    title: 'Oak benches, pair',
    about: 'The benches without the table, seven feet each. Four adults or a whole kindergarten.',
    dollars: 22,
    pieces: 4,
    preset: 'flexible',
  },
  {
    photos: ['farm-table-with-benches', 'sage-table-runner'],
    title: 'Harvest table for twenty, with runner',
    about:
      'Two eight-foot oak tables end to end, four benches, and a linen runner long enough for both. Delivery below 96th Street is included.',
    dollars: 165,
    preset: 'strict',
  },
  {
    photos: ['farm-table-with-benches'],
    title: 'Farm table, bring your own chairs',
    about:
      'The oak table without its benches: eight feet long, for your own chairs all around it or for a buffet along the wall.',
    dollars: 38,
  },
  {
    photos: ['cross-back-chair', 'inspo-rooftop-string-lights'],
    title: 'Cross-back chairs, oak',
    about: 'Bentwood backs, cane seats, comfortable through a third speech. Rent any number up to sixty.',
    dollars: 6,
    pieces: 60,
  },
  {
    photos: ['cross-back-chair'],
    title: 'Pair of cross-back chairs for a ceremony',
    about:
      'Two matched chairs for the couple, or for the two people who really need to sit. White cushions come along.',
    dollars: 15,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['cross-back-chair'],
    title: 'Bistro seating, 10 cane-seat chairs',
    about: 'Stackable, light, and kind to wood floors. Exactly ten, because that is how many fit in my hallway.',
    dollars: 48,
  },
  {
    photos: ['folding-garden-chairs', 'inspo-garden-ceremony-hoop'],
    title: 'White folding chairs, row of 6',
    about: 'Slatted seats, tight hinges, no pinched fingers. They carry two at a time over the shoulder.',
    dollars: 18,
    pieces: 15,
  },
  {
    photos: ['folding-garden-chairs'],
    title: 'Garden ceremony seating for 80',
    about:
      'Eighty white folding chairs on two dollies. I set the rows to your chalk marks and leave the aisle as wide as the dress needs.',
    dollars: 210,
    preset: 'strict',
  },
  {
    photos: ['folding-garden-chairs'],
    title: 'Extra folding chairs for the holidays, 4',
    about: 'For the cousins nobody counted. Wiped down, felted feet, picked up in one trip.',
    dollars: 11,
    pieces: 5,
    preset: 'flexible',
  },
  {
    photos: ['cocktail-high-tables', 'crystal-champagne-coupes'],
    title: 'Cocktail high tables, set of 3',
    about:
      'Two in stretchy dusk-blue covers and one bare wood top. Thirty inches across, forty-two high, steady on grass.',
    dollars: 48,
    pieces: 3,
  },
  {
    photos: ['cocktail-high-tables'],
    title: 'High table with stretch cover, each',
    about: 'Folds flat for the trunk of a small car. Covers are washed after every rental and come in blue only.',
    dollars: 17,
    pieces: 12,
    preset: 'flexible',
  },
  {
    photos: ['cocktail-high-tables'],
    title: 'Gallery opening kit: six high tables',
    about: 'Six tables with covers and a bud vase each, set out in the half hour before your doors open.',
    dollars: 88,
    preset: 'strict',
  },
  {
    photos: ['boucle-lounge-poufs', 'inspo-terracotta-boho-lounge'],
    title: 'Bouclé poufs and brass side table',
    about:
      'One cream pouf, one rust, and the little brass table between them. Children will try to roll the poufs. It works.',
    dollars: 36,
    pieces: 2,
  },
  {
    photos: ['boucle-lounge-poufs', 'inspo-terracotta-boho-lounge'],
    title: 'Lounge corner with three poufs',
    about:
      'Cream, oat and rust poufs, the brass side table, and a striped rug, eight by ten. A living room for a roof that has none.',
    dollars: 95,
    preset: 'strict',
  },
  {
    photos: ['boucle-lounge-poufs'],
    title: 'Rust bouclé pouf, single',
    about:
      'The rust one: twenty-two inches, firm enough to sit on in a dress. The cover zips off, so red wine is my problem, not yours.',
    dollars: 14,
    pieces: 3,
    preset: 'flexible',
  },
  {
    photos: ['gold-chiavari-chairs'],
    title: 'Gold chiavari chairs',
    about: 'The banquet classic, with ivory seat pads tied on. Checked for wobbles after every party.',
    dollars: 7,
    pieces: 80,
  },
  {
    photos: ['gold-chiavari-chairs'],
    title: 'Chiavari chairs with pads, table of 10',
    about: 'Ten chairs, ten pads, sized to one round table. Rent as many tables’ worth as you need.',
    dollars: 62,
    pieces: 4,
  },
  {
    photos: ['gold-chiavari-chairs'],
    title: 'Three gold chairs for a head table',
    about: 'Honorees, grandparents, judges: three chairs that say sit here. Light enough to move between courses.',
    dollars: 20,
    pieces: 2,
    preset: 'flexible',
  },
  {
    photos: ['striped-garden-umbrella'],
    title: 'Striped garden umbrella with base',
    about:
      'Nine feet of terracotta and cream stripes with a scalloped edge. The base weighs fifty pounds and has wheels, thank goodness.',
    dollars: 32,
    pieces: 3,
  },
  {
    photos: ['striped-garden-umbrella'],
    title: 'Shade for a yard party: four umbrellas',
    about:
      'Four matching umbrellas and bases, placed where the sun will be at three o’clock. I will check with an app.',
    dollars: 105,
    preset: 'strict',
  },
  {
    photos: ['striped-garden-umbrella'],
    title: 'Umbrella, stool and a pitcher of lemonade',
    about:
      'A small scene for a stoop sale or a shoot: umbrella, wooden side table, glass pitcher. Lemons not included but recommended.',
    dollars: 40,
  },
  {
    photos: ['brass-bar-cart', 'copper-mule-mugs'],
    title: 'Brass bar cart, two shelves',
    about:
      'Rolls smoothly over sills, holds forty bottles, and shines even when you do not. Glasses are available beside it.',
    dollars: 35,
    pieces: 2,
  },
  {
    photos: ['brass-bar-cart'],
    title: 'Dressed bar cart with glasses and ice bucket',
    about: 'Cart, twelve stems, ice bucket, vase with flowers. You add the bottles; I add the tongs.',
    dollars: 58,
    preset: 'strict',
  },
  {
    photos: ['brass-bar-cart'],
    title: 'Rolling cart for coffee or dessert',
    about: 'The same brass cart, cleared to its white shelves, for an espresso machine or thirty small tarts.',
    dollars: 33,
    preset: 'flexible',
  },
  {
    photos: ['velvet-loveseat'],
    title: 'Velvet loveseat, dusty plum',
    about:
      'Channel-back velvet on brass legs, five feet wide. It has been proposed on twice that I know of. Two strong people needed.',
    dollars: 75,
  },
  {
    photos: ['velvet-loveseat', 'pleated-table-lamp'],
    title: 'Photo lounge: velvet sofa and a lamp',
    about: 'The plum loveseat, a pleated lamp on a walnut table, and two pillows. It turns a hallway into a set.',
    dollars: 98,
    preset: 'strict',
  },
  {
    photos: ['velvet-loveseat'],
    title: 'Plum sofa for an evening shoot',
    about: 'Half-day is fine, the price stays per day. Stairs up to the second floor are included; above that we talk.',
    dollars: 80,
  },
  {
    photos: ['kids-table-and-chairs'],
    title: 'Kids’ table with four chairs',
    about: 'Round, low and hard to tip, with chairs in sage, blush, rust and blue. Washable, which has been tested.',
    dollars: 24,
    pieces: 3,
  },
  {
    photos: ['kids-table-and-chairs'],
    title: 'Craft table set for twelve children',
    about:
      'Three low tables, twelve chairs, paper rolls and a bucket of pencils. The only loud thing left is the children.',
    dollars: 62,
  },
  {
    photos: ['kids-table-and-chairs'],
    title: 'Four small chairs, mixed colors',
    about: 'Seat height eleven inches, for guests between two and six years old. They stack.',
    dollars: 12,
    pieces: 3,
    preset: 'flexible',
  },
]
