import { expect, test } from 'bun:test'
import { type EndpointName, endpoints } from '#schema/endpoints'
import { runFuzzer } from '../test-support/fuzz/run-fuzzer'

const REQUESTS = 20_000
const SEED = 20_261

test('whatever is sent, the server answers: no fault of its own, a code with every refusal, nothing changed by one', async () => {
  const { faults, accepted, grownMegabytes } = await runFuzzer(REQUESTS, SEED)
  expect(faults).toEqual([])
  expect(grownMegabytes).toBeLessThan(100)
  // The input is good enough to be let in at most of them.
  expect(accepted.size / Object.keys(endpoints as Record<EndpointName, unknown>).length).toBeGreaterThan(0.6)
}, 600_000)
