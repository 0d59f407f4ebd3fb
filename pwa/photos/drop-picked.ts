import type { LocalDb } from '../disk/local-db'

/** How often each form has been thrown away on this page. */
const throws = new Map<string, number>()

/**
 * Throws away the files that are being made ready for a form: none comes into it any more, or into the next form of its
 * name. Call before the form's draft is deleted.
 */
export async function dropPicked(db: LocalDb, form: string): Promise<void> {
  const name = nameOf(db, form)
  throws.set(name, (throws.get(name) ?? 0) + 1)
  await db.picked.where('form').equals(form).delete()
}

/** @returns asks whether the form has been thrown away on this page since */
export function watchDropped(db: LocalDb, form: string): () => boolean {
  const name = nameOf(db, form)
  const before = throws.get(name)
  return () => throws.get(name) !== before
}

function nameOf(db: LocalDb, form: string): string {
  return `${db.name} ${form}`
}
