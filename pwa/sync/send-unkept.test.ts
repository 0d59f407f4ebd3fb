import { expect, test } from 'bun:test'
import '../test-support/disk-in-memory'
import { accountDbName } from '../disk/account-db-name'
import { LocalDb } from '../disk/local-db'
import { answered, refused, scriptedServer, UNREACHABLE } from '../test-support/scripted-server'
import { sendUnkept } from './send-unkept'

const OWNER = { lifeId: crypto.randomUUID(), accountId: crypto.randomUUID() }
const db = new LocalDb(accountDbName({ id: 7, ...OWNER }))
const message = {
  bookingId: 7,
  content: 'Hello',
  clientId: crypto.randomUUID(),
  composedAt: '2026-12-01T12:00:00.000Z',
}

test.each([
  ['arrives', [answered(201)], { kind: 'arrived' }],
  ['arrives although an answer was lost', [UNREACHABLE, answered(201)], { kind: 'arrived' }],
  ['is refused in the server’s words', [refused(404, 'not_found', 'Gone')], { kind: 'refused', message: 'Gone' }],
  ['stays with its person without a connection', [UNREACHABLE, UNREACHABLE, UNREACHABLE], { kind: 'unsent' }],
  ['stays with its person when the session is over', [refused(401, 'unauthenticated', 'Sign in')], { kind: 'unsent' }],
] as const)('a write that the disk has no room for %s', async (_, answers, end) => {
  const { call, requests } = scriptedServer((_request, nth) => answers[nth - 1] ?? UNREACHABLE)
  expect(await sendUnkept({ db, userId: 7, call }, 'message.send', message)).toEqual(end)
  expect(new Set(requests.map(({ headers }) => headers?.['idempotency-key'])).size).toBe(1)
  expect(requests).toHaveLength(answers.length)
  for (const { headers } of requests)
    expect(headers).toMatchObject({ 'sync-user': '7', 'sync-account': OWNER.accountId, 'sync-life': OWNER.lifeId })
})
