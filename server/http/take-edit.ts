import { mergeEdit, type SeenFields } from '#schema/edit'
import { Refusal } from '#schema/errors'

/**
 * An edit as it is to be stored: what its writer left as they saw it stays as it stands. Without `seen` it replaces all.
 * @param held what stands, as its owner is told of it
 * @param asStored the edit, as its owner would be told of it
 * @throws Refusal `edit_conflict`, with what stands in the fields that both sides changed
 */
export function takeEdit<Wanted extends { seen?: SeenFields | undefined }>(
  held: object,
  wanted: Wanted,
  asStored: object,
): Omit<Wanted, 'seen'> {
  const { seen, ...edit } = wanted
  if (!seen) return edit
  const stands = { ...held } as SeenFields
  const wishes = edit as SeenFields
  // A field that an edit leaves out stays as it is: it is not compared. A rule that it takes away is told of by its absence.
  const names = Object.keys(wishes).filter(
    (name) => wishes[name] !== undefined && (name in asStored || wishes[name] === null),
  )
  const sent = Object.fromEntries(names.map((name) => [name, (asStored as SeenFields)[name] ?? null]))
  const { kept, clash } = mergeEdit(stands, sent, seen)
  const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, stands[name] ?? null]))
  if (clash.length > 0) throw new Refusal('edit_conflict', undefined, undefined, { now: pick(clash) })
  return { ...edit, ...pick(kept) }
}
