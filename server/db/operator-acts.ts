import { type SQL, sql } from 'drizzle-orm'
import { OPERATOR_NOTE_MAX } from '#schema/operator'
import { type Step, step } from './steps'

/** The line that an act leaves, for the batch that does it. */
export function actStep(
  line: { operator: string; act: string; subject: string; note: string; now: Date },
  /** Leaves no line where this is not true at that point of the batch. */
  when: SQL = sql`TRUE`,
): Step {
  const { now, note, operator, act, subject } = line
  const words = note.slice(0, OPERATOR_NOTE_MAX)
  return step(sql`INSERT INTO operator_acts (at, operator, act, subject, note)
    SELECT ${now.toISOString()}, ${operator}, ${act}, ${subject}, ${words} WHERE ${when}`)
}
