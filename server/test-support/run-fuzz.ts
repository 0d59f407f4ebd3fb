import { parseArgs } from 'node:util'
import { runFuzzer } from './fuzz/run-fuzzer'

/** `npm run fuzz -- --requests N --seed S`: hands the app N requests made from the contract, and ends with 1 when one shows a fault. */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
const { faults, statuses, grownMegabytes, requests, seed } = await runFuzzer(
  Number(values.requests ?? 20_000),
  Number(values.seed ?? Date.now() % 1_000_000),
  (done, found) => console.error(JSON.stringify({ done, faults: found.length, last: found.at(-1) })),
)
console.log(JSON.stringify({ requests, seed, faults: faults.length, statuses, grownMegabytes }))
for (const fault of faults.slice(0, 40)) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
