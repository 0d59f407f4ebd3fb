import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountContext } from '../../session/account'
import { SyncEngine } from '../../sync/engine'
import { freshDb } from '../../test-support/disk-in-memory'
import { PlaceField } from './place-field'

/** The field on a device that holds one listing. */
async function shown(neighborhood: string | null, place: string | null = null): Promise<string> {
  const db = freshDb()
  const row = { id: 1, title: 'Oak table', neighborhood } as never
  const engine = new SyncEngine(db, null, { newest: 'listing', rows: { listing: [[1, row]] } })
  const field = createElement(PlaceField, { place, miles: null, onChange: () => undefined })
  const html = renderToStaticMarkup(createElement(AccountContext, { value: { engine } as never }, field))
  await db.delete()
  return html
}

test('places are asked for where a listing is in one', async () => {
  const html = await shown('Park Slope')
  expect(html).toContain('All of Brooklyn')
  expect(html).not.toContain('All of Queens')
})

test('a market of which no place is known asks for none', async () => {
  expect(await shown(null)).toBe('')
})

test('a place that was chosen can be given up, whatever is known', async () => {
  expect(await shown(null, 'Park Slope')).toContain('Anywhere')
})
