import { DrizzleQueryError } from 'drizzle-orm'
import { Refusal } from '#schema/errors'

/** The refusal that was thrown, or null. Drizzle wraps all that a read throws, a refusal of the database server too. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return error instanceof DrizzleQueryError && error.cause instanceof Refusal ? error.cause : null
}
