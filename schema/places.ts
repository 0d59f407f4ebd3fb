import { categoryName } from '#schema/category-names'
import type { Listing } from '#schema/listing'
import type { Texts } from '#schema/text-search'

/** The ZIP codes of New York City by borough and by the neighborhood that people there call them, with the middle of each neighborhood. */
const BOROUGHS: Record<string, Record<string, readonly [codes: string, latitude: number, longitude: number]>> = {
  Manhattan: {
    'Battery Park City': ['10280 10281 10282', 40.714, -74.015],
    'Carnegie Hill': ['10128', 40.782, -73.951],
    Chelsea: ['10001 10011', 40.744, -73.998],
    'East Harlem': ['10029 10035', 40.796, -73.941],
    'East Village': ['10003 10009', 40.729, -73.984],
    'Financial District': ['10004 10005 10006 10038 10041 10271 10279', 40.709, -74.008],
    'Garment District': ['10018', 40.755, -73.993],
    'Gramercy Park': ['10010', 40.737, -73.981],
    'Hamilton Heights': ['10031', 40.825, -73.951],
    Harlem: ['10026 10027 10030 10037 10039', 40.814, -73.945],
    "Hell's Kitchen": ['10019 10036', 40.762, -73.989],
    Inwood: ['10034', 40.866, -73.922],
    'Lenox Hill': ['10065', 40.765, -73.964],
    'Lower East Side': ['10002', 40.715, -73.988],
    Midtown: [
      '10020 10103 10110 10111 10112 10118 10119 10165 10166 10167 10168 10169 10170 10171 10172 10173 10174',
      40.755,
      -73.979,
    ],
    'Midtown East': ['10022 10151 10152 10153 10154 10155', 40.76, -73.971],
    'Morningside Heights': ['10115', 40.811, -73.964],
    'Murray Hill': ['10016', 40.744, -73.978],
    'Roosevelt Island': ['10044', 40.762, -73.951],
    SoHo: ['10012', 40.725, -73.998],
    Tribeca: ['10007 10013', 40.716, -74.005],
    'Turtle Bay': ['10017', 40.752, -73.971],
    'Upper East Side': ['10021 10028 10075 10162', 40.773, -73.956],
    'Upper West Side': ['10023 10024 10025 10069', 40.785, -73.979],
    'Washington Heights': ['10032 10033 10040', 40.849, -73.936],
    'West Village': ['10014', 40.734, -74.005],
  },
  'The Bronx': {
    Belmont: ['10458', 40.863, -73.889],
    'City Island': ['10464', 40.847, -73.787],
    'Clason Point': ['10473', 40.819, -73.861],
    'Co-op City': ['10475', 40.873, -73.828],
    Concourse: ['10451', 40.822, -73.922],
    Highbridge: ['10452', 40.838, -73.922],
    'Hunts Point': ['10474', 40.814, -73.884],
    Kingsbridge: ['10463', 40.88, -73.907],
    Longwood: ['10459', 40.825, -73.894],
    'Morris Heights': ['10453', 40.852, -73.913],
    'Morris Park': ['10461', 40.846, -73.841],
    Morrisania: ['10456', 40.832, -73.91],
    'Mott Haven': ['10454 10455', 40.812, -73.913],
    Norwood: ['10467', 40.874, -73.871],
    Parkchester: ['10462', 40.843, -73.86],
    'Pelham Gardens': ['10469', 40.87, -73.85],
    Riverdale: ['10471', 40.901, -73.905],
    Soundview: ['10472', 40.83, -73.872],
    'Throgs Neck': ['10465', 40.826, -73.82],
    Tremont: ['10457', 40.849, -73.9],
    'University Heights': ['10468', 40.866, -73.9],
    Wakefield: ['10466', 40.89, -73.85],
    'West Farms': ['10460', 40.841, -73.879],
    Woodlawn: ['10470', 40.9, -73.862],
  },
  Brooklyn: {
    'Bath Beach': ['11214', 40.602, -73.997],
    'Bay Ridge': ['11209', 40.625, -74.03],
    'Bedford-Stuyvesant': ['11216 11233', 40.679, -73.935],
    Bensonhurst: ['11204', 40.618, -73.986],
    'Boerum Hill': ['11217', 40.682, -73.98],
    'Borough Park': ['11219', 40.634, -73.996],
    'Brighton Beach': ['11235', 40.584, -73.954],
    'Brooklyn Heights': ['11201', 40.694, -73.99],
    'Brooklyn Navy Yard': ['11251', 40.702, -73.97],
    Brownsville: ['11212', 40.663, -73.915],
    Bushwick: ['11221 11237', 40.696, -73.923],
    Canarsie: ['11236', 40.641, -73.903],
    'Carroll Gardens': ['11231', 40.679, -74.001],
    'Clinton Hill': ['11205', 40.692, -73.967],
    'Coney Island': ['11224', 40.577, -73.988],
    'Crown Heights': ['11213', 40.67, -73.937],
    'Cypress Hills': ['11208', 40.676, -73.874],
    'Downtown Brooklyn': ['11241 11242 11243', 40.692, -73.986],
    'Dyker Heights': ['11228', 40.617, -74.012],
    'East Flatbush': ['11203', 40.651, -73.935],
    'East New York': ['11207', 40.67, -73.894],
    'East Williamsburg': ['11206', 40.701, -73.944],
    Flatbush: ['11226', 40.647, -73.957],
    'Fort Hamilton': ['11252', 40.609, -74.028],
    Gravesend: ['11223', 40.598, -73.974],
    Greenpoint: ['11222', 40.727, -73.95],
    Kensington: ['11218', 40.642, -73.976],
    Midwood: ['11210 11230', 40.625, -73.956],
    'Mill Basin': ['11234', 40.62, -73.924],
    'Park Slope': ['11215', 40.667, -73.983],
    'Prospect Heights': ['11238', 40.679, -73.964],
    'Prospect Lefferts Gardens': ['11225', 40.663, -73.955],
    'Sheepshead Bay': ['11229', 40.601, -73.948],
    'Spring Creek': ['11239', 40.65, -73.882],
    'Sunset Park': ['11220 11232', 40.647, -74.008],
    Williamsburg: ['11211 11249', 40.713, -73.956],
  },
  Queens: {
    Arverne: ['11692', 40.592, -73.793],
    Astoria: ['11102 11103 11105 11106', 40.768, -73.92],
    Auburndale: ['11358', 40.761, -73.797],
    'Bay Terrace': ['11360', 40.781, -73.781],
    Bayside: ['11359 11361', 40.778, -73.776],
    Bellerose: ['11426', 40.735, -73.723],
    'Breezy Point': ['11697', 40.559, -73.907],
    Briarwood: ['11435', 40.703, -73.811],
    'Cambria Heights': ['11411', 40.695, -73.737],
    'College Point': ['11356', 40.785, -73.845],
    Corona: ['11368', 40.745, -73.861],
    Douglaston: ['11363', 40.772, -73.745],
    'East Elmhurst': ['11369 11370 11371', 40.765, -73.88],
    Elmhurst: ['11373', 40.735, -73.878],
    'Far Rockaway': ['11691', 40.601, -73.758],
    Flushing: ['11354 11355', 40.76, -73.823],
    'Forest Hills': ['11375', 40.723, -73.847],
    'Fresh Meadows': ['11365 11366', 40.732, -73.795],
    'Glen Oaks': ['11004 11005', 40.753, -73.715],
    Hollis: ['11423', 40.714, -73.768],
    'Howard Beach': ['11414', 40.659, -73.844],
    'Jackson Heights': ['11372', 40.751, -73.883],
    Jamaica: ['11430 11432 11433 11434 11451', 40.677, -73.802],
    'Kew Gardens': ['11415', 40.707, -73.83],
    'Kew Gardens Hills': ['11367', 40.728, -73.82],
    'Little Neck': ['11362', 40.759, -73.733],
    'Long Island City': ['11101 11109', 40.745, -73.946],
    Maspeth: ['11378', 40.724, -73.9],
    'Middle Village': ['11379', 40.717, -73.879],
    'Oakland Gardens': ['11364', 40.743, -73.759],
    'Ozone Park': ['11416 11417', 40.68, -73.848],
    'Queens Village': ['11427 11428 11429', 40.719, -73.744],
    'Rego Park': ['11374', 40.728, -73.86],
    'Richmond Hill': ['11418 11419', 40.692, -73.829],
    Ridgewood: ['11385', 40.704, -73.896],
    'Rockaway Beach': ['11693', 40.608, -73.82],
    'Rockaway Park': ['11694', 40.577, -73.843],
    Rosedale: ['11422', 40.662, -73.735],
    'South Jamaica': ['11436', 40.676, -73.797],
    'South Ozone Park': ['11420', 40.674, -73.819],
    'Springfield Gardens': ['11413', 40.664, -73.756],
    'St. Albans': ['11412', 40.696, -73.762],
    Sunnyside: ['11104', 40.744, -73.922],
    Whitestone: ['11357', 40.785, -73.81],
    Woodhaven: ['11421', 40.691, -73.859],
    Woodside: ['11377', 40.745, -73.907],
  },
  'Staten Island': {
    Charleston: ['10309', 40.535, -74.212],
    Eltingville: ['10312', 40.546, -74.179],
    'Great Kills': ['10308', 40.552, -74.153],
    'Mariners Harbor': ['10303', 40.63, -74.161],
    'New Dorp': ['10306', 40.568, -74.118],
    'New Springville': ['10311 10314', 40.605, -74.163],
    'Port Richmond': ['10302', 40.631, -74.138],
    Rosebank: ['10305', 40.597, -74.077],
    'St. George': ['10301', 40.632, -74.093],
    Stapleton: ['10304', 40.61, -74.088],
    Tottenville: ['10307', 40.508, -74.245],
    'West Brighton': ['10310', 40.632, -74.117],
  },
}

const PLACES = Object.entries(BOROUGHS).flatMap(([borough, names]) =>
  Object.entries(names).map(([name, [codes, latitude, longitude]]) => ({
    borough,
    name,
    codes: codes.split(' '),
    at: { latitude, longitude },
  })),
)
const byZipCode = new Map(PLACES.flatMap(({ name, codes }) => codes.map((code) => [code, name] as const)))
const byName = new Map(PLACES.map((place) => [place.name, place]))

/** Every neighborhood. */
export const PLACE_NAMES: readonly string[] = PLACES.map(({ name }) => name)

/** The neighborhood of a New York ZIP code ('11215' or '11215-1234'); null for any other. */
export function neighborhoodOf(zipCode: string | null): string | null {
  const code = /^(\d{5})(?:-\d{4})?$/.exec(zipCode?.trim() ?? '')?.[1]
  return (code && byZipCode.get(code)) || null
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
