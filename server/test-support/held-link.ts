import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A port of loopback that leads to another one, and through which nothing comes while it is held. */
export interface HeldLink {
  port: number
  hold(): void
  /** Lets through what came meanwhile. */
  release(): void
  close(): Promise<void>
}

export async function openLink(to: number): Promise<HeldLink> {
  const answers = new Set<Socket>()
  const callers = new Set<Socket>()
  let isHeld = false
  const server = createServer((caller) => {
    const answer = connect(to, '127.0.0.1')
    answers.add(answer)
    callers.add(caller)
    // A caller that is killed leaves a fault of its connection behind.
    for (const [end, other] of [
      [caller, answer],
      [answer, caller],
    ] as const)
      end.on('error', () => other.destroy()).on('close', () => other.destroy())
    caller.pipe(answer)
    answer.on('data', (bytes) => caller.write(bytes))
    if (isHeld) answer.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    hold() {
      isHeld = true
      for (const answer of answers) answer.pause()
    },
    release() {
      isHeld = false
      for (const answer of answers) answer.resume()
    },
    async close() {
      for (const end of [...answers, ...callers]) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
