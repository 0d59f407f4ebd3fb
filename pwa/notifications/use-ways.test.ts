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

test('a problem goes once the choices have been read again; that of a press is not taken away by the read after it', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const before = { document: globalThis.document, fetch: globalThis.fetch }
  const ways = Object.fromEntries(PUSH_KINDS.map((kind) => [kind, BOTH]))
  let isDown = true
  let reads = 0
  const answer = async (_: unknown, { body }: RequestInit = {}) => {
    await (body ? Bun.sleep(20) : reads++)
    const isFailing = isDown || Boolean(body)
    const content = isFailing ? { error: { code: 'internal', message: 'No.' } } : { publicKey: 'key', here: true, ways }
    return Response.json(content, { status: isFailing ? 500 : 200, headers: { [EPOCH_HEADER]: 'epoch-1' } })
  }
  Object.assign(globalThis, { document: page, fetch: answer })
  const hook = runHook(useWays)
  const readAgain = async (look: () => unknown) => {
    const readBefore = reads
    await look()
    while (reads === readBefore || hook.latest()?.isLocked) await Bun.sleep(1)
    await Bun.sleep(20)
  }
  const comeBack = () => readAgain(() => page.dispatchEvent(new Event('visibilitychange')))
  try {
    while (!hook.latest()?.problem) await Bun.sleep(1)
    isDown = false
    await comeBack()
    expect(hook.latest()?.problem).toBe('')
    await readAgain(() => hook.latest()?.change({ kind: 'messages', push: false }))
    expect(hook.latest()?.problem).not.toBe('')
    await comeBack()
    expect(hook.latest()?.problem).toBe('')
  } finally {
    hook.stop()
    Object.assign(globalThis, before)
  }
})
