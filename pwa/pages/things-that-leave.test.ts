import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { until } from '../../server/test-support/until'
import type { LocalDb } from '../disk/local-db'
import { usePost } from '../inspiration/use-post'
import { useItem } from '../made-to-order/items/use-item'
import { usePerson } from '../people/use-person'
import { useListing } from '../rentals/listings/use-listing'
import { AccountContext } from '../session/account'
import { SyncEngine } from '../sync/engine'
import { fillScopes, keepChanged } from '../sync/fill-catalogue'
import { freshDb } from '../test-support/disk-in-memory'
import { runHook } from '../test-support/run-hook'

const OWNER = 3
const ROW = { userId: OWNER, username: 'ada', title: 'Oak table', tags: [], links: [], busy: [], away: [] }
const real = globalThis.fetch
let db: LocalDb
let answers: PromiseWithResolvers<Response>
let stop: () => void

beforeEach(() => {
  db = freshDb()
  answers = Promise.withResolvers()
  Object.assign(globalThis, { fetch: () => answers.promise, document: new EventTarget() })
})
afterEach(async () => {
  stop()
  Object.assign(globalThis, { fetch: real })
  Reflect.deleteProperty(globalThis, 'document')
  await db.delete()
})

/** The state of a page, and of the thing on it. */
const listing = () => {
  const shown = useListing(12)
  if (shown.state !== 'shown') return shown.state
  return `${shown.listing.title}${shown.row ? '' : ', no calendar'}${shown.isGone ? ', gone' : ''}`
}
const item = () => {
  const shown = useItem(12)
  return shown.state === 'shown' ? `${shown.item.title}${shown.isGone ? ', gone' : ''}` : shown.state
}
const post = () => {
  const shown = usePost(12)
  return typeof shown === 'object' ? `${shown.post.title}${shown.isGone ? ', gone' : ''}` : shown
}
const person = () => {
  const shown = usePerson(12)
  return typeof shown === 'object' ? shown.username : shown
}
const KINDS = [
  ['listing', 'pub:l', listing],
  ['item', 'pub:m', item],
  ['post', 'pub:p', post],
] as const
const PERSON = ['person', 'pub:u', person] as const

/** A page of number 12, with the row on its device or without. */
async function openPage(
  [kind, scope, useIt]: (typeof KINDS)[number] | typeof PERSON,
  userId: number | null,
  isHeld = true,
) {
  const { userId: _owner, ...nobodys } = ROW
  const rows = isHeld ? [[5, '12', kind === 'person' ? nobodys : ROW]] : []
  await fillScopes(db, [{ scope, chunks: [JSON.stringify(rows)], cursor: 9 }])
  const account = { user: userId && { id: userId }, engine: new SyncEngine(db, userId) }
  const page = runHook(useIt, (screen) => createElement(AccountContext, { value: account as never }, screen))
  stop = page.stop
  const change = async (q: number, row: object | null) => {
    await keepChanged(db, new Map([[kind, [[q, '12', row]]]]))
    await account.engine.catalogue.refresh()
  }
  const expectShown = async (words: string) => {
    await until(() => page.latest() === words).catch(() => undefined)
    expect(page.latest()).toBe(words)
  }
  return { page, change, expectShown }
}

const respond = (status: number, body: object) =>
  answers.resolve(Response.json(body, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } }))
const refuse = () => respond(404, { code: 'not_found', message: 'Not found' })

for (const kind of KINDS) {
  const [what] = kind
  test(`a ${what} that leaves while its page is open stays there, and the page says so once the server has`, async () => {
    const { page, change, expectShown } = await openPage(kind, 7)
    await expectShown('Oak table')
    await change(10, null)
    await Bun.sleep(50)
    expect(page.latest()).toBe('Oak table')
    refuse()
    await expectShown('Oak table, gone')
    await change(11, { ...ROW, title: 'Oak table again' })
    await expectShown('Oak table again')
  })

  test(`a ${what} that leaves this device alone stays as it is`, async () => {
    const { page, change, expectShown } = await openPage(kind, 7)
    await expectShown('Oak table')
    await change(10, null)
    respond(200, { id: 12, ...ROW, title: 'As the server has it', likeCount: 0, saveCount: 0 })
    await Bun.sleep(50)
    expect(page.latest()).toBe('Oak table')
  })

  test(`a ${what} that is gone is not found on a page opened afresh`, async () => {
    const { expectShown } = await openPage(kind, 7, false)
    refuse()
    await expectShown('missing')
  })

  test(`a ${what} that its owner has deleted leaves the owner’s page`, async () => {
    const { change, expectShown } = await openPage(kind, OWNER)
    await expectShown('Oak table')
    await change(10, null)
    await expectShown('loading')
    refuse()
    await expectShown('missing')
  })
}

test.each([
  ['somebody else', 7],
  ['a visitor', null],
])(
  'a person whose last thing leaves the market stays on the page of %s while the server is asked',
  async (_, userId) => {
    const { page, change, expectShown } = await openPage(PERSON, userId)
    await expectShown('ada')
    await change(10, null)
    await Bun.sleep(50)
    expect(page.latest()).toBe('ada')
    refuse()
    await expectShown('missing')
  },
)
