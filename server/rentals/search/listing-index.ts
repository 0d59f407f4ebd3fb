import { listingTexts, neighborhoodOf } from '#schema/places'
import { publicScopes } from '#schema/sync-scopes'
import type { SearchIndex } from '../../search/search-index'
import { filterWords } from './filter-words'

export const listingIndex: SearchIndex = {
  scope: publicScopes.listing,
  tables: { texts: 'listing_texts', words: 'search_words', parts: 'search_word_parts', state: 'search_state' },
  synonyms: neighborhoodOf,
  async findShown(db, ids) {
    const [found] = await db.readBatch([
      {
        sql: `SELECT l.id, l.title, l.description, l.category, l.neighborhood, l.city, u.username AS ownerUsername
          FROM listings l JOIN users u ON u.id = l.user_id
          WHERE l.id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL AND l.hidden_at IS NULL AND l.available = 1`,
        args: [JSON.stringify(ids)],
      },
    ])
    return (found?.rows ?? []).map((row) => {
      const listing = row as unknown as Parameters<typeof listingTexts>[0]
      return { id: Number(row.id), texts: listingTexts(listing), filters: filterWords(listing) }
    })
  },
}
