import { type Item, itemTexts } from '#schema/made-to-order'
import { publicScopes } from '#schema/sync-scopes'
import { filterWord, type SearchIndex } from '../../search/search-index'

/** The search index of the made-to-order items. */
export const itemIndex: SearchIndex = {
  scope: publicScopes.item,
  tables: { texts: 'item_texts', words: 'item_words', parts: 'item_word_parts', state: 'item_search_state' },
  async findShown(db, ids) {
    const [found] = await db.readBatch([
      {
        sql: `SELECT i.id, i.title, i.description, i.category, u.username AS ownerUsername
          FROM made_to_order_items i JOIN users u ON u.id = i.user_id
          WHERE i.id IN (SELECT value FROM json_each(?)) AND i.deleted_at IS NULL AND i.hidden_at IS NULL`,
        args: [JSON.stringify(ids)],
      },
    ])
    return (found?.rows ?? []).map((row) => {
      const item = row as unknown as Pick<Item, 'title' | 'category' | 'ownerUsername' | 'description'>
      return { id: Number(row.id), texts: itemTexts(item), filters: [filterWord('category', item.category)] }
    })
  },
}
