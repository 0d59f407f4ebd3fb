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
  // What an edit leaves out stays as it is: it is not compared.
  const sent = Object.entries(asStored).filter(([name]) => (edit as SeenFields)[name] !== undefined)
  const { kept, clash } = mergeEdit(stands, Object.fromEntries(sent), seen)
  const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, stands[name]]))
  if (clash.length > 0) throw new Refusal('edit_conflict', undefined, undefined, { now: pick(clash) })
  return { ...edit, ...pick(kept) }
}
