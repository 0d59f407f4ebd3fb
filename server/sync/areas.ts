import { milesApart } from '#schema/places'
import type { AreasAnswer } from '#schema/sync'
import { areaScope, PUBLIC_SCOPES, publicScopes } from '#schema/sync-scopes'
import type { Db, Reads } from '../db/client'
import { readClock } from './history'

/** H3 cells of resolution 6, some four miles across, with the neighborhoods whose middle lies in each. */
const NEIGHBORHOODS: Record<string, readonly string[]> = {
  '862a10007ffffff': ['City Island'],
  '862a1000fffffff': ['Bay Terrace', 'Bayside'],
  '862a10017ffffff': [
    'Belmont',
    'Co-op City',
    'Norwood',
    'Pelham Gardens',
    'University Heights',
    'Wakefield',
    'Woodlawn',
  ],
  '862a1001fffffff': ['Clason Point', 'Hunts Point', 'Morris Park', 'Parkchester', 'Soundview', 'Throgs Neck'],
  '862a10057ffffff': ['Bellerose', 'Douglaston', 'Glen Oaks', 'Little Neck', 'Oakland Gardens'],
  '862a1005fffffff': ['Cambria Heights', 'Queens Village', 'St. Albans'],
  '862a1008fffffff': [
    'Carnegie Hill',
    'East Harlem',
    'Harlem',
    'Morningside Heights',
    'Upper East Side',
    'Upper West Side',
  ],
  '862a100a7ffffff': ['Inwood', 'Kingsbridge', 'Riverdale'],
  '862a100afffffff': [
    'Hamilton Heights',
    'Washington Heights',
    'Concourse',
    'Highbridge',
    'Longwood',
    'Morris Heights',
    'Morrisania',
    'Mott Haven',
    'Tremont',
    'West Farms',
  ],
  '862a100c7ffffff': [
    'Corona',
    'Elmhurst',
    'Forest Hills',
    'Jackson Heights',
    'Maspeth',
    'Middle Village',
    'Rego Park',
    'Ridgewood',
    'Woodside',
  ],
  '862a100cfffffff': ['Cypress Hills', 'East New York', 'Spring Creek', 'Howard Beach', 'Ozone Park', 'Woodhaven'],
  '862a100d7ffffff': [
    'Chelsea',
    'East Village',
    'Garment District',
    'Gramercy Park',
    "Hell's Kitchen",
    'Lenox Hill',
    'Midtown',
    'Midtown East',
    'Murray Hill',
    'Roosevelt Island',
    'Turtle Bay',
    'Greenpoint',
    'Long Island City',
    'Sunnyside',
  ],
  '862a100dfffffff': [
    'Bedford-Stuyvesant',
    'Boerum Hill',
    'Brooklyn Navy Yard',
    'Bushwick',
    'Clinton Hill',
    'Crown Heights',
    'East Williamsburg',
    'Prospect Heights',
    'Prospect Lefferts Gardens',
    'Williamsburg',
  ],
  '862a100e7ffffff': ['Auburndale', 'College Point', 'Flushing', 'Whitestone'],
  '862a100efffffff': ['Briarwood', 'Fresh Meadows', 'Hollis', 'Kew Gardens', 'Kew Gardens Hills', 'Richmond Hill'],
  '862a100f7ffffff': ['Astoria', 'East Elmhurst'],
  '862a10387ffffff': ['Arverne', 'Far Rockaway'],
  '862a10397ffffff': ['Rockaway Beach'],
  '862a1039fffffff': ['Rockaway Park'],
  '862a103a7ffffff': ['Rosedale'],
  '862a103b7ffffff': ['Jamaica', 'South Jamaica', 'South Ozone Park', 'Springfield Gardens'],
  '862a10607ffffff': ['New Springville'],
  '862a1060fffffff': ['Charleston', 'Eltingville', 'Great Kills'],
  '862a10627ffffff': ['Mariners Harbor', 'Port Richmond', 'St. George', 'West Brighton'],
  '862a1062fffffff': ['New Dorp'],
  '862a106e7ffffff': ['Tottenville'],
  '862a1072fffffff': [
    'Battery Park City',
    'Financial District',
    'Lower East Side',
    'SoHo',
    'Tribeca',
    'West Village',
    'Brooklyn Heights',
    'Carroll Gardens',
    'Downtown Brooklyn',
  ],
  '862a10747ffffff': [
    'Bath Beach',
    'Bensonhurst',
    'Brighton Beach',
    'Coney Island',
    'Dyker Heights',
    'Gravesend',
    'Sheepshead Bay',
  ],
  '862a10757ffffff': ['Bay Ridge', 'Fort Hamilton', 'Rosebank', 'Stapleton'],
  '862a10767ffffff': ['Brownsville', 'Canarsie', 'East Flatbush', 'Flatbush', 'Midwood', 'Mill Basin'],
  '862a1076fffffff': ['Breezy Point'],
  '862a10777ffffff': ['Borough Park', 'Kensington', 'Park Slope', 'Sunset Park'],
}

/** The area of listings whose neighborhood is not known. */
export const ELSEWHERE = 'elsewhere'
const AREAS = [...Object.keys(NEIGHBORHOODS), ELSEWHERE]
const AREA_SCOPES = AREAS.map(areaScope)
const known = new Set([...PUBLIC_SCOPES, ...AREA_SCOPES])

/** Each neighborhood with its area. */
export const placeAreas: readonly (readonly [neighborhood: string, area: string])[] = Object.entries(
  NEIGHBORHOODS,
).flatMap(([area, names]) => names.map((name) => [name, area] as const))

/** A scope that everybody may ask for. */
export function isPublicScope(scope: string): boolean {
  return known.has(scope)
}

interface Area {
  area: string
  listings: number
}

/**
 * The areas that a device is to hold: all listings as one where they fit on a device, else the areas nearest to the places until the
 * device is full, and one at least.
 * @param places neighborhoods, the most important first; without one: the neighborhood with the fullest area around it
 * @param most listings on one device
 */
export function areasAround(db: Db, places: readonly string[], most: number): Promise<AreasAnswer> {
  return db.snapshot(async (reads) => {
    const { epoch, seq: to } = await readClock(reads)
    const counts = await countScopes(reads)
    const total = counts.get(publicScopes.listing) ?? 0
    if (total <= most) return { epoch, to, total, around: null, areas: null }
    const areas = AREAS.map((area) => ({ area, listings: counts.get(areaScope(area)) ?? 0 }))
    const centers = places.length > 0 ? places : [centerOf(areas)]
    const [around = null] = centers
    return { epoch, to, total, around, areas: upTo(most, byDistance(areas, centers)) }
  })
}

async function countScopes(reads: Reads): Promise<Map<string, number>> {
  const scopes = JSON.stringify([publicScopes.listing, ...AREA_SCOPES])
  const [counted] = await reads.readBatch([
    { sql: 'SELECT scope, n FROM sync_scopes WHERE scope IN (SELECT value FROM json_each(?))', args: [scopes] },
  ])
  return new Map(counted?.rows.map(({ scope, n }) => [String(scope), Number(n)]))
}

/** A neighborhood in the area with the most listings. */
function centerOf(areas: Area[]): string {
  const fullest = areas.reduce((best, one) => (one.area !== ELSEWHERE && one.listings > best.listings ? one : best))
  return NEIGHBORHOODS[fullest.area]?.[0] ?? placeAreas[0]?.[0] ?? ''
}

/** The nearest to any of the places first; the listings whose place is not known come last. */
function byDistance(areas: Area[], places: readonly string[]): Area[] {
  const miles = new Map(areas.map(({ area }) => [area, milesTo(area, places)]))
  return areas.toSorted((one, other) => (miles.get(one.area) ?? 0) - (miles.get(other.area) ?? 0))
}

function milesTo(area: string, places: readonly string[]): number {
  const names = NEIGHBORHOODS[area] ?? []
  return Math.min(FARTHEST, ...names.flatMap((name) => places.map((place) => milesApart(name, place) ?? FARTHEST)))
}

/** Farther than any two places of a market are apart. */
const FARTHEST = 100

function upTo(most: number, areas: Area[]): Area[] {
  let sum = 0
  return areas.filter(({ listings }, nth) => {
    const fits = nth === 0 || sum + listings <= most
    if (fits) sum += listings
    return fits
  })
}
