import { readFileSync } from 'node:fs'
import { plugin } from 'bun'
import { cellToLatLng, gridDisk, latLngToCell } from 'h3-js'

/**
 * A preload of the bench: the app's region grows from 32 cells to as many as `BENCH_CELLS` says (400). The made-up cells lie in rings
 * around New York, with five neighborhoods each. The product's two tables of places stay as they are: this process reads longer ones.
 */
const CELLS = Number(process.env.BENCH_CELLS ?? 400)
const RESOLUTION = 6
const RINGS = 12
const NEW_YORK = [40.7, -73.95] as const
/** Degrees from the middle of a cell, which is some four miles across. */
const AROUND = [
  [0, 0],
  [0.01, 0],
  [-0.01, 0],
  [0, 0.013],
  [0, -0.013],
] as const

interface Place {
  name: string
  north: number
  east: number
}

const ROOT = new URL('../../../../', import.meta.url).pathname
const AREAS_TABLE = `${ROOT}server/rentals/listings/place-areas.ts`
const PLACES_TABLE = `${ROOT}schema/places.ts`
const known = new Set(readFileSync(AREAS_TABLE, 'utf8').match(/86[0-9a-f]{13}/g))
const added = gridDisk(latLngToCell(...NEW_YORK, RESOLUTION), RINGS)
  .filter((cell) => !known.has(cell))
  .slice(0, CELLS - known.size)
if (known.size + added.length !== CELLS) throw new Error(`There are no ${CELLS} cells in ${RINGS} rings`)
const region = added.map((cell, nth) => ({ cell, places: placesIn(cell, nth) }))

/** Thousandths of a degree north of 40° and east of -74°, as the table of places has them. */
function placesIn(cell: string, nth: number): Place[] {
  const [latitude, longitude] = cellToLatLng(cell)
  return AROUND.map(([north, east], place) => ({
    name: `Hamlet ${nth} ${'ABCDE'[place]}`,
    north: Math.round((latitude + north - 40) * 1_000),
    east: Math.round((longitude + east + 74) * 1_000),
  }))
}

/** Puts rows behind the opening of a table, or fails: the bench must not go on with the short one. */
function lengthen(file: string, opening: string, rows: string): { contents: string; loader: 'ts' } {
  const source = readFileSync(file, 'utf8')
  if (!source.includes(opening)) throw new Error(`${file} has no "${opening}"`)
  return { contents: source.replace(opening, `${opening}\n${rows}`), loader: 'ts' }
}

plugin({
  name: 'wide-region',
  setup(build) {
    build.onLoad({ filter: /\/server\/rentals\/listings\/place-areas\.ts$/ }, () =>
      lengthen(
        AREAS_TABLE,
        'export const NEIGHBORHOODS: Record<string, readonly string[]> = {',
        region.map(({ cell, places }) => `'${cell}': ${JSON.stringify(places.map(({ name }) => name))},`).join('\n'),
      ),
    )
    build.onLoad({ filter: /\/schema\/places\.ts$/ }, () => {
      const places = region.flatMap((one) => one.places)
      const rows = places.map(({ name, north, east }) => `'${name}': ['', ${north}, ${east}],`).join('\n')
      return lengthen(
        PLACES_TABLE,
        'const BOROUGHS: Record<string, Record<string, readonly [codes: string, north: number, east: number]>> = {',
        `'Around the city': {\n${rows}\n},`,
      )
    })
  },
})
