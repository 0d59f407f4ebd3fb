import { afterAll, beforeAll, expect, test } from 'bun:test'
import { EPOCH_HEADER } from '#schema/sync-scopes'
import { messageOf } from '../sync/client'
import { NO_ANSWER_WORDS } from '../sync/problem-words'
import { downloadAccount } from './download-account'

const browserFetch = globalThis.fetch
let answer: Response

beforeAll(() => Object.assign(globalThis, { fetch: async () => answer }))
afterAll(() => Object.assign(globalThis, { fetch: browserFetch }))

const html = { 'content-type': 'text/html' }
const ours = { [EPOCH_HEADER]: 'epoch-1' }

test.each([
  ['a portal’s page', () => new Response('<h1>Welcome</h1>', { headers: html }), NO_ANSWER_WORDS.portal],
  ['JSON of somebody else', () => Response.json({ code: 'x' }, { status: 403 }), NO_ANSWER_WORDS.portal],
  ['a gateway’s 502', () => new Response('Bad', { status: 502, headers: html }), NO_ANSWER_WORDS.unavailable],
  ['a refusal', () => Response.json({ code: 'x', message: 'Not now' }, { status: 429, headers: ours }), 'Not now'],
])('a download that %s answers is not saved, and says why', async (_, reply, words) => {
  answer = reply()
  const why = await downloadAccount({ password: 'x' }).catch((error: unknown) => messageOf(error, ''))
  expect(why).toBe(words)
})

test('a download is what the server has sent', async () => {
  answer = new Response('PK', { headers: { ...ours, 'content-type': 'application/zip' } })
  expect(await (await downloadAccount({ password: 'x' })).text()).toBe('PK')
})
