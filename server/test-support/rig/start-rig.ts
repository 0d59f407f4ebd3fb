import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcesses, StartedServer } from '../started-server'
import type { Answers, Attack, AttackName } from './attacks'

const ATTACKER = join(import.meta.dir, 'attacker.ts')

export interface Attackers {
  /** When the attackers have their accounts. */
  begun: Promise<void>
  /** When every attack has done its acts. */
  enough: Promise<void>
  /** Ends the attacks. @returns how often each status was answered */
  end(): Promise<Partial<Record<AttackName, Answers>>>
}

/** A server that trusts the loopback as its proxy, and whose strangers need no confirmed address. A log that nobody reads would hold it up once the pipe is full. */
export async function startTarget(
  processes: ServerProcesses,
  environment: Record<string, string> = {},
): Promise<StartedServer> {
  const server = await processes.start(processes.newFolder(), {
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL: 'off',
    ...environment,
  })
  void server.child.stdout.pipeTo(new WritableStream())
  return server
}

/** Lets attackers loose on a target. */
export function startAttackers({ port }: StartedServer, plan: readonly Attack[], accounts: number): Attackers {
  const child = Bun.spawn([process.execPath, ATTACKER, String(port), JSON.stringify(plan), String(accounts)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [begun, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answers = (async () => {
    let rest = ''
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      rest += part
      if (rest.includes('begun\n')) begun.resolve()
      if (rest.includes('enough\n')) enough.resolve()
    }
    const at = rest.indexOf('{')
    if (at < 0) throw new Error('The attackers have ended by themselves')
    return JSON.parse(rest.slice(at))
  })()
  answers.catch((error) => {
    begun.reject(error)
    enough.reject(error)
  })
  return {
    begun: begun.promise,
    enough: enough.promise,
    end() {
      child.stdin.end()
      return answers
    },
  }
}

/** The part of the machine's memory that a server has, in megabytes. */
export function memoryOf({ child }: StartedServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000
}
