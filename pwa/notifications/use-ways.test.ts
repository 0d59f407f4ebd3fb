import { expect, test } from 'bun:test'
import type { PushSettings } from '#schema/push'
import { PUSH_KINDS } from '#schema/push-notice'
import { EPOCH_HEADER } from '#schema/sync-scopes'
import { runHook } from '../test-support/run-hook'
import { useWays } from './use-ways'

const BOTH = { push: true, mail: true }

test('a page that comes back shows what was chosen elsewhere, and a press sends its own way alone', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const before = { document: globalThis.document, fetch: globalThis.fetch }
  const sent: unknown[] = []
  const ways = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, BOTH])) as PushSettings['ways']
  const answer = async (_: unknown, { body }: RequestInit = {}) => {
    if (body) sent.push(JSON.parse(String(body)))
    return Response.json({ publicKey: 'key', here: true, ways }, { headers: { [EPOCH_HEADER]: 'epoch-1' } })
  }
  Object.assign(globalThis, { document: page, fetch: answer })
  const hook = runHook(useWays)
  const shows = async (mail: boolean) => {
    while (hook.latest()?.ways?.messages.mail !== mail) await Bun.sleep(1)
  }
  try {
    await shows(true)
    ways.messages = { push: true, mail: false }
    page.dispatchEvent(new Event('visibilitychange'))
    await shows(false)
    await hook.latest()?.change({ kind: 'messages', push: false })
    expect(sent).toEqual([{ kind: 'messages', push: false }])
  } finally {
    hook.stop()
    Object.assign(globalThis, before)
  }
})
