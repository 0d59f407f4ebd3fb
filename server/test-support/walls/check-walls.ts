import { dirname, join } from 'node:path'

/** The rules of imports, and the folders of files. */
export interface Plan {
  /** Each wing with the wings that its product files may import. */
  wings: Readonly<Record<string, readonly string[]>>
  /** Rooms from top to bottom: a room imports itself and rooms below it. A room is a folder with all in it, or one file. */
  order: readonly string[]
  /** Arrows that run up nevertheless, each with its reason. */
  exceptions: readonly { from: string; to: string; reason: string }[]
  /** Rooms that only these files may enter from outside. */
  doors: Readonly<Record<string, readonly string[]>>
  /** Every folder that may hold product files. */
  folders: readonly string[]
  filesInFolder: number
  /** Rooms whose exported names are a world of their own. */
  ownNames: readonly string[]
}

export const RULES = ['wings', 'arrows', 'doors', 'circles', 'folders', 'names', 'sizes'] as const
export type Rule = (typeof RULES)[number]

/** Path from the repository's root to text. */
export type Sources = ReadonlyMap<string, string>

interface Arrow {
  from: string
  to: string
}

const IMPORT =
  /(?:\bfrom\s*|\bimport\s*\(?\s*(?:\/\*[^*\n]*\*\/\s*)?)'([^'\n]+)'|\bnew URL\(\s*'(\.[^'\n]+)',\s*import\.meta\.url/g
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const enum|const|let|function\*?|class|interface|type|enum) (\w+)/gm
const NOT_PRODUCT = /\.(test|spec)\.tsx?$|(^|\/)(test-support|e2e)\//
const ENDINGS = ['', '.ts', '.tsx']

/** Whether a file belongs to the product; tests, their kits and the stories do not. */
export const isProduct = (path: string) => !NOT_PRODUCT.test(path)

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)
const wingOf = (path: string) => path.split('/', 1)[0] ?? ''

/** Reads the arrows between files: static imports, `export from`, `import()`, workers, and imports of types alike. */
export function readArrows(sources: Sources): Arrow[] {
  const targetOf = (from: string, specifier: string) => {
    const path = specifier.startsWith('#schema/')
      ? `schema/${specifier.slice('#schema/'.length)}`
      : specifier.startsWith('.') && join(dirname(from), specifier)
    return path ? ENDINGS.map((ending) => path + ending).find((file) => sources.has(file)) : undefined
  }
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, imported, worker]) => {
      const to = targetOf(from, imported ?? worker ?? '')
      return to ? [{ from, to }] : []
    }),
  )
}

function acrossWings({ wings }: Plan, arrows: readonly Arrow[]): string[] {
  return arrows
    .filter(({ from, to }) => wingOf(from) !== wingOf(to) && wingOf(to) in wings)
    .filter(({ from, to }) => !wings[wingOf(from)]?.includes(wingOf(to)))
    .map(({ from, to }) => `${from} imports ${to} of another wing`)
}

function upwards({ order, exceptions }: Plan, arrows: readonly Arrow[]): string[] {
  const heightOf = (path: string) => order.findIndex((room) => isIn(room, path))
  const placed = arrows.filter(({ from, to }) => heightOf(from) >= 0 && heightOf(to) >= 0)
  const up = placed.filter(({ from, to }) => heightOf(to) < heightOf(from))
  const allows = (exception: Arrow, { from, to }: Arrow) => isIn(exception.from, from) && isIn(exception.to, to)
  return [
    ...up
      .filter((arrow) => !exceptions.some((exception) => allows(exception, arrow)))
      .map(({ from, to }) => `${from} imports ${to}, which lies above it`),
    ...exceptions
      .filter((exception) => !up.some((arrow) => allows(exception, arrow)))
      .map(({ from, to }) => `the exception ${from} -> ${to} is not needed`),
  ]
}

function besideTheDoor({ doors }: Plan, arrows: readonly Arrow[]): string[] {
  return Object.entries(doors).flatMap(([room, guests]) =>
    arrows
      .filter(({ from, to }) => isIn(room, to) && !isIn(room, from) && !guests.includes(from))
      .map(({ from, to }) => `${from} imports ${to}; only ${guests.join(', ')} may`),
  )
}

/** Groups of files that import each other, by Tarjan's algorithm. */
function circles(arrows: readonly Arrow[]): string[] {
  const next = Map.groupBy(arrows, ({ from }) => from)
  const seen = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const path: string[] = []
  const found: string[] = []
  const visit = (file: string) => {
    const own = { index: seen.size, low: seen.size, isOpen: true }
    seen.set(file, own)
    path.push(file)
    for (const { to } of next.get(file) ?? []) {
      const other = seen.get(to) ?? visit(to)
      if (other.isOpen) own.low = Math.min(own.low, other.low)
    }
    if (own.low === own.index) close(file)
    return own
  }
  const close = (file: string) => {
    const group = path.splice(path.indexOf(file))
    for (const member of group) Object.assign(seen.get(member) ?? {}, { isOpen: false })
    const isOwnCircle = next.get(file)?.some(({ to }) => to === file)
    if (group.length > 1 || isOwnCircle) found.push(`circle of ${group.length}: ${group.toSorted().join(', ')}`)
  }
  for (const file of next.keys()) if (!seen.has(file)) visit(file)
  return found
}

function outsideThePlan({ folders, wings }: Plan, files: readonly string[]): string[] {
  return files
    .filter((file) => wingOf(file) in wings && !folders.includes(dirname(file)))
    .map((file) => `${file} lies in a folder that is not in the plan`)
}

function sharedNames({ ownNames }: Plan, sources: Sources): string[] {
  const homes = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const world = ownNames.find((room) => isIn(room, path)) ?? wingOf(path)
    for (const [, name] of text.matchAll(EXPORT)) {
      const key = `${world} exports ${name}`
      homes.set(key, (homes.get(key) ?? new Set()).add(path))
    }
  }
  return [...homes].filter(([, files]) => files.size > 1).map(([key, files]) => `${key} in ${[...files].join(' and ')}`)
}

function tooManyFiles({ filesInFolder }: Plan, files: readonly string[]): string[] {
  return [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([, inside]) => inside.length > filesInFolder)
    .map(([folder, inside]) => `${folder} holds ${inside.length} product files`)
}

/** Holds the product files among `sources` against the plan. @returns what breaks each rule, one line each */
export function checkWalls(sources: Sources, plan: Plan): Record<Rule, string[]> {
  const product = new Map([...sources].filter(([path]) => isProduct(path)))
  const files = [...product.keys()]
  const arrows = readArrows(sources).filter(({ from }) => product.has(from))
  return {
    wings: acrossWings(plan, arrows),
    arrows: upwards(plan, arrows),
    doors: besideTheDoor(plan, arrows),
    circles: circles(arrows),
    folders: outsideThePlan(plan, files),
    names: sharedNames(plan, product),
    sizes: tooManyFiles(plan, files),
  }
}
