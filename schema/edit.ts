import * as z from 'zod/mini'

/**
 * The values in an edit's form before its person changed anything, by the names of the edit's own fields. The app always
 * sends it; without it an edit replaces everything, and a field that it does not name is not compared.
 */
export const seenFields = { seen: z.optional(z.record(z.string(), z.unknown())) }
export type SeenFields = Record<string, unknown>

/** Fields that are read together: a photo and the words about it, the least and the most days, a delivery and its fee, an address. */
const TOGETHER: readonly (readonly string[])[] = [
  ['mainImage', 'images', 'photoAlts'],
  ['imageUrl', 'alt'],
  ['minDays', 'maxDays'],
  ['deliveryMiles', 'deliveryFee'],
  ['street', 'city', 'state', 'zipCode'],
]

/** The fields that are compared and kept as one with this one, itself included. */
function fieldGroup(name: string): readonly string[] {
  return TOGETHER.find((group) => group.includes(name)) ?? [name]
}

/**
 * Takes an edit into what stands, field by field. What its writer left as they saw it stays as it stands, what only they
 * changed is theirs, and what both sides changed to different things is a conflict. All three sides are given as the server
 * tells of them.
 * @returns the names that stay as they stand, and those in conflict
 */
export function mergeEdit(held: SeenFields, wanted: SeenFields, seen: SeenFields): { kept: string[]; clash: string[] } {
  const kept: string[] = []
  const clash: string[] = []
  for (const name of Object.keys(seen)) {
    const group = fieldGroup(name)
    if (!(name in wanted) || isSameGroup(group, wanted, held)) continue
    if (isSameGroup(group, wanted, seen)) kept.push(...group)
    else if (!isSameGroup(group, held, seen)) clash.push(...group)
  }
  return { kept: [...new Set(kept)], clash: [...new Set(clash)] }
}

/** The names in which two sides differ, whole groups of them. */
export function differingFields(one: SeenFields, other: SeenFields): string[] {
  return [
    ...new Set(
      Object.keys(one)
        .filter((name) => !isSameGroup(fieldGroup(name), one, other))
        .flatMap(fieldGroup),
    ),
  ]
}

function isSameGroup(group: readonly string[], one: SeenFields, other: SeenFields): boolean {
  const shownOf = (side: SeenFields) =>
    canonical(group.includes('images') ? photosOf(side) : group.map((name) => side[name]))
  return shownOf(one) === shownOf(other)
}

/** A thing's photos, each once, with the words of each. */
function photosOf({ mainImage, images, photoAlts }: SeenFields): unknown[] {
  const urls = [...new Set([mainImage, ...(Array.isArray(images) ? images : [])])]
  return urls.map((url, nth) => [url, (Array.isArray(photoAlts) && photoAlts[nth]) || ''])
}

/** The same text for values that say the same: the order of names does not count, and nothing is nothing. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part ?? null
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Asks for words that a reader can see: spaces, and signs without a shape, are none by themselves. */
export const visible = (message: string) =>
  z.regex(/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u, { error: message, abort: true })
