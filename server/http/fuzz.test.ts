import { expect, test } from 'bun:test'
import { type EndpointName, endpoints } from '#schema/endpoints'
import { runFuzzer } from '../test-support/fuzz/run-fuzzer'

const REQUESTS = 20_000
const SEED = 20_262
/** No dice find the way into these: their own tests have it. */
const NEVER_LET_IN: Partial<Record<EndpointName, string>> = {
  setPassword: 'a link of a mail works once',
  followEmailLink: 'a link of a mail works once',
  addPasskey: 'an authenticator signs it',
  removePasskey: 'an authenticator has made it',
  signInByPasskey: 'an authenticator signs it',
  turnOnCodes: 'the code is that of the minute',
  stripeWebhook: 'the provider signs it',
}

test('whatever is sent, the server answers: no fault of its own, a code with every refusal, nothing changed by one', async () => {
  const { faults, accepted, grownMegabytes } = await runFuzzer(REQUESTS, SEED)
  expect(faults).toEqual([])
  expect(grownMegabytes).toBeLessThan(100)
  // A new call needs its way in: what is refused at the door is not tried.
  const names = Object.keys(endpoints as Record<EndpointName, unknown>) as EndpointName[]
  expect(names.filter((name) => !accepted.has(name) && !(name in NEVER_LET_IN))).toEqual([])
}, 600_000)
