/**
 * Search parameters are typed by anybody: each is read on its own, and one that makes no sense is left out, never an error
 * page. Written without a schema library, because the router needs it before the first paint.
 */
type Read<Value> = (raw: unknown) => Value | undefined

/**
 * Reads a value of the address that is quoted, a list or an object. The router leaves everything else as it was typed: a
 * search for `3e6` is no number. @throws SyntaxError for everything else
 */
export function readQuoted(value: string): unknown {
  if (!/^["[{]/.test(value)) throw new SyntaxError()
  return JSON.parse(value)
}

/** Any text; the router hands numbers and flags over already parsed. */
export const text: Read<string> = (raw) =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined

export const wholeNumber: Read<number> = (raw) => numberFrom(raw, Number.isSafeInteger)

/** Dollars, with at most two decimals. */
export const amount: Read<number> = (raw) => numberFrom(raw, (number) => Number(number.toFixed(2)) === number)

function numberFrom(raw: unknown, makesSense: (number: number) => boolean): number | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) && makesSense(number) ? number : undefined
}

/** A path of our own, for going on after signing in: never another site, also not by `//` or a backslash. */
export const ownPath: Read<string> = (raw) => (typeof raw === 'string' && /^\/(?![/\\])/.test(raw) ? raw : undefined)

/** One of some words or numbers. */
export function oneOf<const Word extends string | number>(...words: Word[]): Read<Word> {
  return (raw) => words.find((word) => word === raw)
}

type Found<Shape> = { [Name in keyof Shape]?: Shape[Name] extends Read<infer Value> ? Value : never }

/**
 * Reads the named parameters and nothing else. Nonsense is there as undefined: the router lays the answer over
 * what the address says, and a missing name would let that shine through.
 */
export function searchParams<Shape extends Record<string, Read<string | number>>>(shape: Shape) {
  return (raw: Record<string, unknown>): Found<Shape> => {
    return Object.fromEntries(Object.entries(shape).map(([name, parse]) => [name, parse(raw[name])])) as Found<Shape>
  }
}
