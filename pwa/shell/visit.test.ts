import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PUBLIC_SCOPES } from '#schema/sync-scopes'
import '../test-support/disk-in-memory'
import { numberedDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { installCaches } from '../test-support/caches-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { beginVisit } from './visit'

const real = { fetch: globalThis.fetch, window: globalThis.window, document: globalThis.document }
let asked: string[] = []
let db: LocalDb
let engine: SyncEngine
let caches: ReturnType<typeof installCaches>
let worker: EventTarget

beforeEach(() => {
  caches = installCaches()
  installNotes(new NotesInMemory())
  const answer = async (input: string | URL | Request) => {
    asked.push(String(input))
    const nothingNew = { epoch: 'e', to: 1, changes: [], more: false, reset: [], gone: [], scopes: {} }
    return Response.json(nothingNew, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
  }
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  Object.assign(globalThis, { fetch: answer, window: new EventTarget(), document: page })
  worker = Object.assign(new EventTarget(), { getRegistration: async () => undefined })
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
  db = new LocalDb(numberedDbName(5))
  engine = new SyncEngine(db, 5)
})

afterEach(async () => {
  engine.stop()
  await db.delete()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Object.assign(globalThis, real)
  installNotes(undefined)
  caches.remove()
})

test('a notification that is pressed leads to its page, and what it tells of is asked for', async () => {
  await db.scopes.bulkPut(PUBLIC_SCOPES.map((scope) => ({ scope, cursor: 1 })))
  engine.start()
  const opened: string[] = []
  const end = beginVisit(
    engine,
    (path) => opened.push(path),
    () => undefined,
  )
  await engine.settle()
  asked = []
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'OPEN', path: '/offers/7' } }))
  expect(opened).toEqual(['/offers/7'])
  for (let looks = 0; asked.length === 0 && looks < 40; looks++) await Bun.sleep(50)
  expect(asked).toContain('/api/sync/pull')
  end()
})
