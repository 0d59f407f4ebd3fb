import '../test-support/disk-in-memory'
import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import * as z from 'zod/mini'
import { deviceDb } from '../disk/device-db'
import { dropRedirects } from '../disk/redirect-session'
import {
  clearReturn,
  dropRedirect,
  endRedirect,
  markReturn,
  REDIRECT_LIFETIME_MS,
  readRedirect,
  returnedTo,
  startRedirect,
} from './provider-redirect'

const Form = z.object({ note: z.string() })
const path = '/listings/5'
const account = 'trestle-5'
const now = new Date('2026-11-21T12:00:00.000Z')
const kept = { key: 'k', account, path, values: { note: 'Third floor' }, createdAt: '2026-11-21T11:00:00.000Z' }
const at = (ms: number) => new Date(now.getTime() + ms)

/** Session storage as a browser has it; Bun has none. */
class Session {
  readonly held = new Map<string, string>()
  getItem(name: string) {
    return this.held.get(name) ?? null
  }
  setItem(name: string, text: string) {
    this.held.set(name, text)
  }
  removeItem(name: string) {
    this.held.delete(name)
  }
  get length() {
    return this.held.size
  }
  key(nth: number) {
    return [...this.held.keys()][nth] ?? null
  }
}

let session: Session
const install = (value: unknown) => Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true })
beforeEach(() => {
  session = new Session()
  install(session)
  setSystemTime(now)
})
afterEach(async () => {
  await deviceDb.trips.clear()
  install(undefined)
  setSystemTime()
})

describe('a kept form is taken for what it is', () => {
  test('while it is whole, of this page, of this redirect, and younger than a day', () => {
    expect(readRedirect(kept, { key: 'k', account, path, now }, Form)).toEqual({
      values: { note: 'Third floor' },
      leftAt: kept.createdAt,
    })
  })

  test.each([
    ['nothing', null, {}],
    ['a text', 'kept', {}],
    ['another shape', { ...kept, createdAt: 5 }, {}],
    ['another trip', kept, { key: 'other' }],
    ['another account', kept, { account: 'trestle-6' }],
    ['another page', kept, { path: '/listings/6' }],
    ['older than a day', kept, { now: at(REDIRECT_LIFETIME_MS) }],
    ['from the future', kept, { now: new Date('2026-11-21T10:00:00.000Z') }],
    ['a form that makes no sense', { ...kept, values: { note: 5 } }, {}],
  ])('not: %s', (_, value, expected) => {
    expect(readRedirect(value, { key: 'k', account, path, now, ...expected }, Form)).toBeNull()
  })
})

test('signing out forgets redirects, and words that were typed into pictures of screens', async () => {
  await startRedirect(account, path, { note: 'Third floor' })
  session.setItem('typed-before /listings/5', '[]')
  session.setItem('typed-before /listings', '[]')
  session.setItem('another app', 'stays')
  await dropRedirects()
  expect([...session.held.keys()]).toEqual(['another app'])
})

describe('a redirect to the provider', () => {
  test('brings the form back once, and leaves nothing behind', async () => {
    const key = await startRedirect(account, path, { note: 'Third floor' })
    expect(await endRedirect(key, account, path, Form)).toMatchObject({ values: { note: 'Third floor' } })
    expect(await endRedirect(key, account, path, Form)).toBeNull()
    expect(session.held.size).toBe(0)
    expect(await deviceDb.trips.count()).toBe(0)
  })

  test.each([
    ['session storage was lost', () => session.held.clear()],
    ['the disk was lost', () => deviceDb.trips.clear()],
  ])('brings the form back although %s', async (_, lose) => {
    const key = await startRedirect(account, path, { note: 'Third floor' })
    await lose()
    expect(await endRedirect(key, account, path, Form)).toMatchObject({ values: { note: 'Third floor' } })
  })

  test('works where session storage throws', async () => {
    install({
      getItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
      setItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
      removeItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    const key = await startRedirect(account, path, { note: 'Third floor' })
    expect(await endRedirect(key, account, path, Form)).toMatchObject({ values: { note: 'Third floor' } })
    expect(await endRedirect(key, account, path, Form)).toBeNull()
  })

  test('gives nothing to whoever does not know its key', async () => {
    await startRedirect(account, path, { note: 'Third floor' })
    expect(await endRedirect('guessed', account, path, Form)).toBeNull()
  })

  test('gives nothing to whoever has signed in in another tab meanwhile', async () => {
    const key = await startRedirect(account, path, { note: 'Third floor' })
    // The other tab has the disk alone in common with this one.
    await deviceDb.trips.clear()
    expect(await endRedirect(key, 'trestle-6', path, Form)).toBeNull()
    expect(session.held.size).toBe(0)
  })

  test('that did not take place leaves nothing behind', async () => {
    await dropRedirect(await startRedirect(account, path, { note: 'x' }))
    expect(session.held.size).toBe(0)
    expect(await deviceDb.trips.count()).toBe(0)
  })

  test('sweeps out forms that have waited for more than a day', async () => {
    await startRedirect(account, '/listings/1', { note: 'old' })
    setSystemTime(at(REDIRECT_LIFETIME_MS + 1_000))
    const key = await startRedirect(account, path, { note: 'new' })
    expect((await deviceDb.trips.toArray()).map((trip) => trip.key)).toEqual([key])
  })
})

test('the return is flagged for its own page until it was dealt with', () => {
  expect(returnedTo(path)).toBe(false)
  markReturn(path)
  expect([returnedTo(path), returnedTo('/listings/6')]).toEqual([true, false])
  clearReturn()
  expect(returnedTo(path)).toBe(false)
})
