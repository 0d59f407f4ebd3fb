import type { CatalogueListing } from '#schema/listing'
import { CatalogueTable } from './catalogue-table'
import { ListingIndex } from './filter-listings'
import type { SearchAnswer, SearchTask } from './search-tasks'

/** A worker beside the page that holds the listings once more, ready to be searched. */
const emptyTables = () => ({ listing: new CatalogueTable<CatalogueListing>() })
let tables = emptyTables()
let index: { of: readonly CatalogueListing[]; listings: ListingIndex } | null = null

self.onmessage = ({ data: task }: MessageEvent<SearchTask>) => {
  if (task.kind === 'begin') tables = emptyTables()
  else if (task.kind === 'rows') tables[task.coll].take(task.text)
  else {
    const rows = tables.listing.rows()
    if (index?.of !== rows) index = { of: rows, listings: new ListingIndex(rows) }
    const found = index.listings.search(task.filter)
    const ids = new Float64Array(found.length)
    for (let at = 0; at < found.length; at++) ids[at] = found[at]?.id ?? 0
    self.postMessage({ nth: task.nth, ids } satisfies SearchAnswer, { transfer: [ids.buffer] })
  }
}
