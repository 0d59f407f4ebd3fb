import { categoryName } from '#schema/category-names'
import type { Listing } from '#schema/listing'
import type { Texts } from '#schema/text-search'

/**
 * The ZIP codes of New York City by borough and by the neighborhood that people there call them, with the middle of each
 * neighborhood: thousandths of a degree north of 40° and east of -74°. Phones keep this table, so it is short.
 */
const BOROUGHS: Record<string, Record<string, readonly [codes: string, north: number, east: number]>> = {
  Manhattan: {
    'Battery Park City': ['10080 10280-10282 10285', 714, -15],
    'Carnegie Hill': ['10128', 782, 49],
    Chelsea: [
      '10001 10011 10060 10072 10087 10090 10098 10113-10114 10116-10117 10124-10126 10129-10133 10138 10161 10199',
      744,
      2,
    ],
    'East Harlem': ['10029 10035', 796, 59],
    'East Village': ['10003 10009 10276-10277', 729, 16],
    'Financial District': [
      '10004-10006 10008 10015 10038 10041 10043 10045-10048 10079 10081 10094-10096 10099 10184 10196-10197 10203 10211-10213 10242 10249 10256-10261 10265 10268-10275 10279 10292',
      709,
      -8,
    ],
    'Garment District': ['10018 10122-10123', 755, 7],
    'Gramercy Park': ['10010 10159-10160', 737, 19],
    'Hamilton Heights': ['10031', 825, 49],
    Harlem: ['10026-10027 10030 10037 10039', 814, 55],
    "Hell's Kitchen": ['10019 10036 10101 10108-10109', 762, 11],
    Inwood: ['10034', 866, 78],
    'Lenox Hill': ['10065', 765, 36],
    'Lower East Side': ['10002', 715, 12],
    Midtown: ['10020 10102-10107 10110-10112 10118-10121 10149 10163-10179 10185', 755, 21],
    'Midtown East': ['10022 10055 10150-10155', 760, 29],
    'Morningside Heights': ['10115', 811, 36],
    'Murray Hill': ['10016 10156-10158', 744, 22],
    'Roosevelt Island': ['10044', 762, 49],
    SoHo: ['10012', 725, 2],
    Tribeca: ['10007 10013 10278 10286', 716, -5],
    'Turtle Bay': ['10017', 752, 29],
    'Upper East Side': ['10021 10028 10075 10162', 773, 44],
    'Upper West Side': ['10023-10025 10069 10082', 785, 21],
    'Washington Heights': ['10032-10033 10040', 849, 64],
    'West Village': ['10014', 734, -5],
  },
  'The Bronx': {
    Belmont: ['10458', 863, 111],
    'City Island': ['10464', 847, 213],
    'Clason Point': ['10473', 819, 139],
    'Co-op City': ['10475', 873, 172],
    Concourse: ['10451 10499', 822, 78],
    Highbridge: ['10452', 838, 78],
    'Hunts Point': ['10474', 814, 116],
    Kingsbridge: ['10463', 880, 93],
    Longwood: ['10459', 825, 106],
    'Morris Heights': ['10453', 852, 87],
    'Morris Park': ['10461', 846, 159],
    Morrisania: ['10456', 832, 90],
    'Mott Haven': ['10454-10455', 812, 87],
    Norwood: ['10467', 874, 129],
    Parkchester: ['10462', 843, 140],
    'Pelham Gardens': ['10469', 870, 150],
    Riverdale: ['10471', 901, 95],
    Soundview: ['10472', 830, 128],
    'Throgs Neck': ['10465', 826, 180],
    Tremont: ['10457', 849, 100],
    'University Heights': ['10468', 866, 100],
    Wakefield: ['10466', 890, 150],
    'West Farms': ['10460', 841, 121],
    Woodlawn: ['10470', 900, 138],
  },
  Brooklyn: {
    'Bath Beach': ['11214', 602, 3],
    'Bay Ridge': ['11209', 625, -30],
    'Bedford-Stuyvesant': ['11216 11233', 679, 65],
    Bensonhurst: ['11204', 618, 14],
    'Boerum Hill': ['11217', 682, 20],
    'Borough Park': ['11219', 634, 4],
    'Brighton Beach': ['11235', 584, 46],
    'Brooklyn Heights': ['11201', 694, 10],
    'Brooklyn Navy Yard': ['11251', 702, 30],
    Brownsville: ['11212', 663, 85],
    Bushwick: ['11221 11237', 696, 77],
    Canarsie: ['11236', 641, 97],
    'Carroll Gardens': ['11231', 679, -1],
    'Clinton Hill': ['11205', 692, 33],
    'Coney Island': ['11224', 577, 12],
    'Crown Heights': ['11213', 670, 63],
    'Cypress Hills': ['11208', 676, 126],
    'Downtown Brooklyn': ['11202 11240-11245 11247-11248 11254-11256', 692, 14],
    'Dyker Heights': ['11228', 617, -12],
    'East Flatbush': ['11203', 651, 65],
    'East New York': ['11207', 670, 106],
    'East Williamsburg': ['11206', 701, 56],
    Flatbush: ['11226', 647, 43],
    'Fort Hamilton': ['11252', 609, -28],
    Gravesend: ['11223', 598, 26],
    Greenpoint: ['11222', 727, 50],
    Kensington: ['11218', 642, 24],
    Midwood: ['11210 11230', 625, 44],
    'Mill Basin': ['11234', 620, 76],
    'Park Slope': ['11215', 667, 17],
    'Prospect Heights': ['11238', 679, 36],
    'Prospect Lefferts Gardens': ['11225', 663, 45],
    'Sheepshead Bay': ['11229', 601, 52],
    'Spring Creek': ['11239', 650, 118],
    'Sunset Park': ['11220 11232', 647, -8],
    Williamsburg: ['11211 11249', 713, 44],
  },
  Queens: {
    Arverne: ['11692', 592, 207],
    Astoria: ['11102-11103 11105-11106', 768, 80],
    Auburndale: ['11358', 761, 203],
    'Bay Terrace': ['11360', 781, 219],
    Bayside: ['11359 11361', 778, 224],
    Bellerose: ['11426', 735, 277],
    'Breezy Point': ['11695 11697', 559, 93],
    Briarwood: ['11435', 703, 189],
    'Cambria Heights': ['11411', 695, 263],
    'College Point': ['11351 11356', 785, 155],
    Corona: ['11368', 745, 139],
    Douglaston: ['11363', 772, 255],
    'East Elmhurst': ['11369-11371', 765, 120],
    Elmhurst: ['11373 11380', 735, 122],
    'Far Rockaway': ['11690-11691', 601, 242],
    Flushing: ['11352 11354-11355 11381 11390', 760, 177],
    'Forest Hills': ['11375', 723, 153],
    'Fresh Meadows': ['11365-11366 11439', 732, 205],
    'Glen Oaks': ['11004-11005', 753, 285],
    Hollis: ['11423', 714, 232],
    'Howard Beach': ['11414', 659, 156],
    'Jackson Heights': ['11372', 751, 117],
    Jamaica: ['11405 11430-11434 11451 11499', 677, 198],
    'Kew Gardens': ['11415 11424', 707, 170],
    'Kew Gardens Hills': ['11367', 728, 180],
    'Little Neck': ['11362', 759, 267],
    'Long Island City': ['11101 11109 11120', 745, 54],
    Maspeth: ['11378', 724, 100],
    'Middle Village': ['11379', 717, 121],
    'Oakland Gardens': ['11364', 743, 241],
    'Ozone Park': ['11416-11417', 680, 152],
    'Queens Village': ['11427-11429', 719, 256],
    'Rego Park': ['11374', 728, 140],
    'Richmond Hill': ['11418-11419', 692, 171],
    Ridgewood: ['11385-11386', 704, 104],
    'Rockaway Beach': ['11693', 608, 180],
    'Rockaway Park': ['11694', 577, 157],
    Rosedale: ['11422', 662, 265],
    'South Jamaica': ['11436', 676, 203],
    'South Ozone Park': ['11420', 674, 181],
    'Springfield Gardens': ['11413', 664, 244],
    'St. Albans': ['11412 11425', 696, 238],
    Sunnyside: ['11104', 744, 78],
    Whitestone: ['11357', 785, 190],
    Woodhaven: ['11421', 691, 141],
    Woodside: ['11377', 745, 93],
  },
  'Staten Island': {
    Charleston: ['10309', 535, -212],
    Eltingville: ['10312', 546, -179],
    'Great Kills': ['10308', 552, -153],
    'Mariners Harbor': ['10303', 630, -161],
    'New Dorp': ['10306', 568, -118],
    'New Springville': ['10311 10313-10314', 605, -163],
    'Port Richmond': ['10302', 631, -138],
    Rosebank: ['10305', 597, -77],
    'St. George': ['10301', 632, -93],
    Stapleton: ['10304', 610, -88],
    Tottenville: ['10307', 508, -245],
    'West Brighton': ['10310', 632, -117],
  },
}

const PLACES = Object.entries(BOROUGHS).flatMap(([borough, names]) =>
  Object.entries(names).map(([name, [codes, north, east]]) => ({
    borough,
    name,
    codes,
    at: { latitude: (40_000 + north) / 1000, longitude: (east - 74_000) / 1000 },
  })),
)
const byName = new Map(PLACES.map((place) => [place.name, place]))

let byCode: ReadonlyMap<string, string> | undefined

/** Made for the first question: a page that opens asks none. */
function namesByCode(): ReadonlyMap<string, string> {
  byCode ??= new Map(
    PLACES.flatMap(({ name, codes }) =>
      codes
        .split(' ')
        .flatMap(codesIn)
        .map((code) => [code, name]),
    ),
  )
  return byCode
}

/** Every code of a range, both ends included; a code alone is a range of one. */
function codesIn(range: string): string[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, nth) => `${first + nth}`)
}

/** Every neighborhood. */
export const PLACE_NAMES: readonly string[] = PLACES.map(({ name }) => name)

/** The neighborhood of a New York ZIP code ('11215' or '11215-1234'); null for any other. */
export function neighborhoodOf(zipCode: string | null): string | null {
  const code = /^(\d{5})(?:-\d{4})?$/.exec(zipCode?.trim() ?? '')?.[1]
  return (code && namesByCode().get(code)) || null
}

/** A borough, or a neighborhood as `neighborhoodOf` names it. */
export function isPlace(name: string): boolean {
  return byName.has(name) || Object.hasOwn(BOROUGHS, name)
}

/** Is a neighborhood this one, or in this borough? */
export function isIn(place: string, neighborhood: string | null): boolean {
  return neighborhood === place || boroughOf(neighborhood) === place
}

/** The borough of a neighborhood, as `neighborhoodOf` names them; null for any other name. */
export function boroughOf(neighborhood: string | null): string | null {
  return byName.get(neighborhood ?? '')?.borough ?? null
}

/** Degrees, as browsers tell them. */
export interface Point {
  latitude: number
  longitude: number
}

/** Distances that can be asked for. */
export const MILES = [1, 2, 5, 10] as const
export type Miles = (typeof MILES)[number]
/** Nobody is near a market that is farther away. */
const FARTHEST_MILES = 15

/** The neighborhood whose middle is nearest; null for a point outside of the market. */
export function nearestPlace(point: Point): string | null {
  const distances = PLACES.map(({ name, at }) => ({ name, miles: milesBetween(point, at) }))
  const nearest = distances.reduce((best, one) => (one.miles < best.miles ? one : best))
  return nearest.miles <= FARTHEST_MILES ? nearest.name : null
}

/** The neighborhoods whose middle is within so many miles of this one's, itself among them; none for a borough. */
export function placesWithin(place: string, miles: number): string[] {
  const from = byName.get(place)?.at
  return from ? PLACES.filter(({ at }) => milesBetween(from, at) <= miles).map(({ name }) => name) : []
}

/** The middle of a neighborhood; null for any other name. */
export function middleOf(neighborhood: string): Point | null {
  return byName.get(neighborhood)?.at ?? null
}

/** How far the middles of two neighborhoods are apart; null when one is none. */
export function milesApart(one: string, other: string): number | null {
  const [from, to] = [middleOf(one), middleOf(other)]
  return from && to ? milesBetween(from, to) : null
}

const EARTH_MILES = 3_959
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Along the ground (haversine). */
function milesBetween(one: Point, other: Point): number {
  const [south, north] = [radians(one.latitude), radians(other.latitude)]
  const across = radians(other.longitude - one.longitude)
  const half = Math.sin((north - south) / 2) ** 2 + Math.cos(south) * Math.cos(north) * Math.sin(across / 2) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(half))
}

/** The texts by which a listing is found, on a device and on the server: title; category, place and owner's name; description. */
export function listingTexts(
  listing: Pick<Listing, 'title' | 'description' | 'category' | 'neighborhood' | 'city' | 'ownerUsername'>,
): Texts {
  const { title, description, category, neighborhood, city, ownerUsername } = listing
  const place = `${neighborhood ?? ''} ${boroughOf(neighborhood) ?? ''} ${city ?? ''}`
  return [title, `${categoryName(category)} ${place} ${ownerUsername}`, description]
}
