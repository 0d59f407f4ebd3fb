/** A way to measure some work, in milliseconds. */
export type Measure = (work: () => Promise<unknown>) => Promise<number>

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The longest time in milliseconds, while `work` goes on, in which the page could have done nothing else. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  let last = performance.now()
  let longest = 0
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  port1.onmessage = () => {
    look()
    port2.postMessage(null)
  }
  port2.postMessage(null)
  await work()
  // The last act of `work` belongs to it.
  look()
  port1.close()
  return longest
}

export const count = (rows: number): string => rows.toLocaleString('en')
