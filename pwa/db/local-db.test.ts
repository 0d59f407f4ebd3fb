import { expect, test } from 'bun:test'
import Dexie from 'dexie'
import { Catalogue } from './catalogue'
import './disk-in-memory'
import { LocalDb } from './local-db'

test('a disk of an earlier version: what had changed in the catalogue is still there', async () => {
  const name = `test-${crypto.randomUUID()}`
  const before = new Dexie(name)
  before.version(3).stores({ meta: 'k', scopes: 'scope', chunks: '[coll+n]', deltas: '[coll+id], q', outbox: 'opId' })
  await before.table('chunks').add({ coll: 'post', n: 0, text: '[[1,"1",{"title":"one"}],[2,"2",{"title":"two"}]]' })
  await before.table('deltas').bulkAdd([
    { coll: 'post', id: 1, q: 11, row: { title: 'ONE' } },
    { coll: 'post', id: 2, q: 12, row: null },
    { coll: 'stat', id: 1, q: 13, row: { likeCount: 4 } },
  ])
  await before.table('outbox').add({ opId: 'kept', lane: 'post:1' })
  before.close()

  const db = new LocalDb(name)
  const catalogue = new Catalogue(db)
  await catalogue.open()
  expect(catalogue.all('post')).toEqual([{ id: 1, title: 'ONE' }] as never)
  expect(catalogue.get('stat', 1)).toMatchObject({ likeCount: 4 })
  expect(await db.outbox.toCollection().primaryKeys()).toEqual(['kept'])
  expect([...db.backendDB().objectStoreNames]).not.toContain('deltas')
  await db.delete()
})
