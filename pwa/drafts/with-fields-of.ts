import { blobsIn } from './kept-photos'

/**
 * A form with what another page has changed in it: fields that the form has left as it showed them are as the other page has them.
 * Photos on this device stay as the form has them.
 * @param held the form as the other page has kept it
 * @param typed the form as it is now
 * @param shown the form as both pages showed it
 */
export function withFieldsOf(held: unknown, typed: unknown, shown: unknown): unknown {
  if (isEqual(typed, shown) && blobsIn([typed, held]).length === 0) return held
  if (!isFields(held) || !isFields(typed) || !isFields(shown)) return typed
  const names = Object.keys({ ...typed, ...held })
  const fields = names.map((name) => [name, withFieldsOf(held[name], typed[name], shown[name])] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Do two parts of a form say the same? */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A photo is one value, whatever it consists of. */
const isFields = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !('blobId' in part) && !('url' in part)
