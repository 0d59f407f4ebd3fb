import { categoryName } from '#schema/category-names'
import type { Listing } from '#schema/listing'
import type { Texts } from '#schema/text-search'

/** The ZIP codes of New York City by borough and by the neighborhood that people there call them. */
const BOROUGHS: Record<string, Record<string, string>> = {
  Manhattan: {
    'Battery Park City': '10280 10281 10282',
    'Carnegie Hill': '10128',
    Chelsea: '10001 10011',
    'East Harlem': '10029 10035',
    'East Village': '10003 10009',
    'Financial District': '10004 10005 10006 10038 10041 10271 10279',
    'Garment District': '10018',
    'Gramercy Park': '10010',
    'Hamilton Heights': '10031',
    Harlem: '10026 10027 10030 10037 10039',
    "Hell's Kitchen": '10019 10036',
    Inwood: '10034',
    'Lenox Hill': '10065',
    'Lower East Side': '10002',
    Midtown: '10020 10103 10110 10111 10112 10118 10119 10165 10166 10167 10168 10169 10170 10171 10172 10173 10174',
    'Midtown East': '10022 10151 10152 10153 10154 10155',
    'Morningside Heights': '10115',
    'Murray Hill': '10016',
    'Roosevelt Island': '10044',
    SoHo: '10012',
    Tribeca: '10007 10013',
    'Turtle Bay': '10017',
    'Upper East Side': '10021 10028 10075 10162',
    'Upper West Side': '10023 10024 10025 10069',
    'Washington Heights': '10032 10033 10040',
    'West Village': '10014',
  },
  'The Bronx': {
    Belmont: '10458',
    'City Island': '10464',
    'Clason Point': '10473',
    'Co-op City': '10475',
    Concourse: '10451',
    Highbridge: '10452',
    'Hunts Point': '10474',
    Kingsbridge: '10463',
    Longwood: '10459',
    'Morris Heights': '10453',
    'Morris Park': '10461',
    Morrisania: '10456',
    'Mott Haven': '10454 10455',
    Norwood: '10467',
    Parkchester: '10462',
    'Pelham Gardens': '10469',
    Riverdale: '10471',
    Soundview: '10472',
    'Throgs Neck': '10465',
    Tremont: '10457',
    'University Heights': '10468',
    Wakefield: '10466',
    'West Farms': '10460',
    Woodlawn: '10470',
  },
  Brooklyn: {
    'Bath Beach': '11214',
    'Bay Ridge': '11209',
    'Bedford-Stuyvesant': '11216 11233',
    Bensonhurst: '11204',
    'Boerum Hill': '11217',
    'Borough Park': '11219',
    'Brighton Beach': '11235',
    'Brooklyn Heights': '11201',
    'Brooklyn Navy Yard': '11251',
    Brownsville: '11212',
    Bushwick: '11221 11237',
    Canarsie: '11236',
    'Carroll Gardens': '11231',
    'Clinton Hill': '11205',
    'Coney Island': '11224',
    'Crown Heights': '11213',
    'Cypress Hills': '11208',
    'Downtown Brooklyn': '11241 11242 11243',
    'Dyker Heights': '11228',
    'East Flatbush': '11203',
    'East New York': '11207',
    'East Williamsburg': '11206',
    Flatbush: '11226',
    'Fort Hamilton': '11252',
    Gravesend: '11223',
    Greenpoint: '11222',
    Kensington: '11218',
    Midwood: '11210 11230',
    'Mill Basin': '11234',
    'Park Slope': '11215',
    'Prospect Heights': '11238',
    'Prospect Lefferts Gardens': '11225',
    'Sheepshead Bay': '11229',
    'Spring Creek': '11239',
    'Sunset Park': '11220 11232',
    Williamsburg: '11211 11249',
  },
  Queens: {
    Arverne: '11692',
    Astoria: '11102 11103 11105 11106',
    Auburndale: '11358',
    'Bay Terrace': '11360',
    Bayside: '11359 11361',
    Bellerose: '11426',
    'Breezy Point': '11697',
    Briarwood: '11435',
    'Cambria Heights': '11411',
    'College Point': '11356',
    Corona: '11368',
    Douglaston: '11363',
    'East Elmhurst': '11369 11370 11371',
    Elmhurst: '11373',
    'Far Rockaway': '11691',
    Flushing: '11354 11355',
    'Forest Hills': '11375',
    'Fresh Meadows': '11365 11366',
    'Glen Oaks': '11004 11005',
    Hollis: '11423',
    'Howard Beach': '11414',
    'Jackson Heights': '11372',
    Jamaica: '11430 11432 11433 11434 11451',
    'Kew Gardens': '11415',
    'Kew Gardens Hills': '11367',
    'Little Neck': '11362',
    'Long Island City': '11101 11109',
    Maspeth: '11378',
    'Middle Village': '11379',
    'Oakland Gardens': '11364',
    'Ozone Park': '11416 11417',
    'Queens Village': '11427 11428 11429',
    'Rego Park': '11374',
    'Richmond Hill': '11418 11419',
    Ridgewood: '11385',
    'Rockaway Beach': '11693',
    'Rockaway Park': '11694',
    Rosedale: '11422',
    'South Jamaica': '11436',
    'South Ozone Park': '11420',
    'Springfield Gardens': '11413',
    'St. Albans': '11412',
    Sunnyside: '11104',
    Whitestone: '11357',
    Woodhaven: '11421',
    Woodside: '11377',
  },
  'Staten Island': {
    Charleston: '10309',
    Eltingville: '10312',
    'Great Kills': '10308',
    'Mariners Harbor': '10303',
    'New Dorp': '10306',
    'New Springville': '10311 10314',
    'Port Richmond': '10302',
    Rosebank: '10305',
    'St. George': '10301',
    Stapleton: '10304',
    Tottenville: '10307',
    'West Brighton': '10310',
  },
}

const PLACES = Object.entries(BOROUGHS).flatMap(([borough, names]) =>
  Object.entries(names).map(([name, codes]) => ({ borough, name, codes: codes.split(' ') })),
)
const byZipCode = new Map(PLACES.flatMap(({ name, codes }) => codes.map((code) => [code, name] as const)))
const byName = new Map(PLACES.map(({ name, borough }) => [name, borough]))

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
  return byName.get(neighborhood ?? '') ?? null
}

/** The texts by which a listing is found, on a device and on the server: title; category, place and owner's name; description. */
export function listingTexts(
  listing: Pick<Listing, 'title' | 'description' | 'category' | 'neighborhood' | 'city' | 'ownerUsername'>,
): Texts {
  const { title, description, category, neighborhood, city, ownerUsername } = listing
  const place = `${neighborhood ?? ''} ${boroughOf(neighborhood) ?? ''} ${city ?? ''}`
  return [title, `${categoryName(category)} ${place} ${ownerUsername}`, description]
}
