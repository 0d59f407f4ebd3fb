import type { Backfill } from '../db/migrate'

const linksOf = (row: string) => `SELECT DISTINCT value ->> '$.kind', value ->> '$.id', ${row}.id`

/** The SQL script that drops this module's triggers and creates them: every way to change a post keeps `post_links`. */
export function linkTriggers(): string {
  const entered = `INSERT INTO post_links (kind, thing_id, post_id) ${linksOf('NEW')} FROM json_each(NEW.links);`
  return `DROP TRIGGER IF EXISTS post_links_INSERT;
CREATE TRIGGER post_links_INSERT AFTER INSERT ON inspiration_posts FOR EACH ROW BEGIN ${entered} END;
DROP TRIGGER IF EXISTS post_links_UPDATE;
CREATE TRIGGER post_links_UPDATE AFTER UPDATE OF links ON inspiration_posts FOR EACH ROW WHEN OLD.links IS NOT NEW.links
BEGIN DELETE FROM post_links WHERE post_id = NEW.id; ${entered} END;`
}

/** Enters the links of posts from before the triggers. */
export const linkBackfill: Backfill = {
  over: 'inspiration_posts',
  statements: ({ after, upTo }) => [
    `INSERT OR IGNORE INTO post_links (kind, thing_id, post_id) ${linksOf('inspiration_posts')}
      FROM inspiration_posts, json_each(inspiration_posts.links)
      WHERE inspiration_posts.id > ${after} AND inspiration_posts.id <= ${upTo}`,
  ],
}
