import { starsOfCount } from '../db/stars-count'

/** The tables that count the reviews of their rows, with the column of `reviews` that names the row. */
const COUNTED = {
  listings: 'listing_id',
  made_to_order_items: 'item_id',
  users: 'subject_id',
} as const

/** Reviews that count: those that everybody can read. */
const isPublic = `revealed_at IS NOT NULL AND hidden_at IS NULL
    AND ${starsOfCount('author_id')}`

/** Writes both numbers of a row anew, where they have changed. */
function countSql(table: string, column: string): string {
  const of = `FROM reviews WHERE ${column} = NEW.${column} AND ${isPublic}`
  return `UPDATE ${table} SET (review_count, review_stars) = (SELECT count(*), coalesce(sum(stars), 0) ${of})
    WHERE id = NEW.${column} AND (review_count, review_stars) IS NOT (SELECT count(*), coalesce(sum(stars), 0) ${of});`
}

/** The SQL script that drops this module's triggers and creates them: every way to change a review counts it anew. */
export function reviewTriggers(): string {
  const counts = Object.entries(COUNTED).map(([table, column]) => countSql(table, column))
  return (['INSERT', 'UPDATE'] as const)
    .map(
      (operation) => `DROP TRIGGER IF EXISTS review_counts_${operation};
CREATE TRIGGER review_counts_${operation} AFTER ${operation} ON reviews FOR EACH ROW BEGIN ${counts.join('\n')} END;`,
    )
    .join('\n')
}
