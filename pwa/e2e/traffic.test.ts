import { expect, test } from 'bun:test'
import { requestLimits } from '../../server/http/limits'
import type { Arrival } from './faults'
import { limitsMet } from './traffic'

const arrival = (method: string, path: string, further: Partial<Arrival> = {}): Arrival => ({
  ...{ method, path, idempotencyKey: undefined, fault: 'pass', serverStatuses: [200], at: 0 },
  ...{ address: '2001:db8::1', isSignedIn: true, length: 0, ...further },
})
const many = (count: number, method: string, path: string, further?: Partial<Arrival>) =>
  Array.from({ length: count }, () => arrival(method, path, further))

test('a browser that asks for a fifth of a limit meets none, and one more request meets it', async () => {
  const { atOnce } = requestLimits.live.person
  expect(await limitsMet(many(atOnce / 5, 'GET', '/api/sync/live'))).toEqual([])
  expect(await limitsMet(many(atOnce / 5 + 1, 'GET', '/api/sync/live'))).toEqual([
    'live of a person: 5 of the requests, 5 times over',
  ])
})

test('browsers are counted apart, and a minute gives back what it gives', async () => {
  const fifth = requestLimits.search.address.atOnce / 5
  const lists = (further: Partial<Arrival>) => many(fifth, 'GET', '/api/listings', further)
  expect(await limitsMet([...lists({}), ...lists({ address: '2001:db8:1::1' })])).toEqual([])
  expect(await limitsMet([...lists({}), ...lists({ at: 60_000 })])).toHaveLength(1)
  expect(await limitsMet([...lists({}), ...lists({ at: 120_000 })])).toEqual([])
})

test('files, pages and numbers in paths find their limit; signing in has one of its own', async () => {
  const file = requestLimits.file.address.atOnce / 5
  expect(await limitsMet(many(file + 1, 'GET', '/assets/app.js'))).toHaveLength(1)
  const rest = requestLimits.everythingElse.person.atOnce / 5
  expect(await limitsMet(many(rest + 1, 'POST', '/api/bookings/7/messages'))).toHaveLength(1)
  expect(await limitsMet(many(500, 'POST', '/api/login'))).toEqual([])
})
