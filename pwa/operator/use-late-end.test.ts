import { expect, test } from 'bun:test'
import { useState } from 'react'
import { runHook } from '../test-support/run-hook'
import { useLateEnd } from './use-late-end'

const TURN_MS = 20

test.each([
  ['whose answer was lost is done once its case is what it makes of it, and that is told once', ['lost'], 1],
  ['that makes something else of its case is not done by a change', ['other'], 0],
  ['whose answer came after another one was lost is no late one', ['lost', 'answered'], 0],
  ['with an answer is no late one', [], 0],
] as const)('an act %s', async (_, answers, told) => {
  let done = 0
  const hook = runHook(() => {
    const [returned, change] = useState(0)
    return { change, note: useLateEnd(returned) }
  })
  while (!hook.latest()) await Bun.sleep(1)
  for (const answer of answers)
    hook.latest()?.note(answer === 'answered' ? null : { becomes: answer === 'lost' ? 500 : 700, onDone: () => done++ })
  for (const returned of [0, 500, 1000]) {
    hook.latest()?.change(returned)
    await Bun.sleep(TURN_MS)
    if (returned === 0) expect(done).toBe(0)
  }
  expect(done).toBe(told)
  hook.stop()
})
