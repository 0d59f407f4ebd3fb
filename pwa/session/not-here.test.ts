import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { PUBLIC_SCOPES, userScope } from '#schema/sync-scopes'
import { until } from '../../server/test-support/until'
import { numberedDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'
import { SyncEngine } from '../sync/engine'
import { asOnly } from '../sync/lease'
import { installCaches } from '../test-support/caches-in-memory'
import '../test-support/disk-in-memory'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { runHook } from '../test-support/run-hook'
import { AccountContext } from './account'
import { useOneOwn } from './not-here'

const NOTHING_NEW = { epoch: 'e', to: 1, changes: [], more: false, reset: [], gone: [], scopes: {} }
const real = { fetch: globalThis.fetch, window: globalThis.window, document: globalThis.document }
let sent: PromiseWithResolvers<void>
let db: LocalDb
let engine: SyncEngine
let caches: ReturnType<typeof installCaches>
let page: ReturnType<typeof runHook<{ state?: string }>>

/** A server that has nothing new and takes its time for what is sent. */
async function answer(input: string | URL | Request): Promise<Response> {
  if (String(input).includes('/messages')) await sent.promise
  return Response.json(NOTHING_NEW, { headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })
}

beforeEach(async () => {
  sent = Promise.withResolvers()
  caches = installCaches()
  installNotes(new NotesInMemory())
  const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  Object.assign(globalThis, { fetch: answer, window: new EventTarget(), document })
  db = new LocalDb(numberedDbName(5))
  await db.scopes.bulkPut([...PUBLIC_SCOPES, userScope(5)].map((scope) => ({ scope, cursor: 1 })))
  engine = new SyncEngine(db, 5)
  engine.start()
  await engine.settle()
  const account = { user: { id: 5 }, engine } as never
  page = runHook(
    () => useOneOwn(5, () => undefined, []),
    (screen) => createElement(AccountContext, { value: account }, screen),
  )
  await until(() => page.latest()?.state === 'missing')
})

afterEach(async () => {
  page.stop()
  engine.stop()
  await db.delete()
  Object.assign(globalThis, real)
  installNotes(undefined)
  caches.remove()
})

test('what is not here may be on its way while another page pulls', async () => {
  const other = Promise.withResolvers<void>()
  const pulledByOther = asOnly(db, 'puller', () => other.promise)
  engine.wake()
  await until(() => page.latest()?.state === 'loading')
  other.resolve()
  await pulledByOther
  await until(() => page.latest()?.state === 'missing')
})

test('what is not here may be on its way while something is sent, after which the device pulls', async () => {
  const composedAt = new Date().toISOString()
  await engine.submit('message.send', { bookingId: 7, content: 'word', clientId: crypto.randomUUID(), composedAt })
  await until(() => engine.status().sending)
  await Bun.sleep(50)
  expect(page.latest()?.state).toBe('loading')
  sent.resolve()
  await engine.settle()
  await until(() => page.latest()?.state === 'missing')
})
