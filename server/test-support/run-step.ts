import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const INTERRUPT_MS = 10_000
const DRAIN_MS = 2_000
const FINISHED = { exitCode: 130, stderr: '' }

/** How a command ended, and what it wrote to standard error. */
export interface StepResult {
  exitCode: number
  stderr: string
}

export interface StepOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  isHeldBack?: boolean
}

export interface Steps {
  /**
   * Runs a command to its end with its output visible: as it comes, or, for one that runs beside another, in one piece when
   * it has ended. After an interruption nothing is started any more.
   */
  run(command: string[], options?: StepOptions): Promise<StepResult>
  /** Interrupts the running commands and all they started; answers when they are gone. */
  interrupt(): Promise<void>
  readonly isInterrupted: boolean
}

/** Signals a command's whole process group; false when nothing of it is left. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

/** Every command leads a process group of its own, so that the browsers and servers it starts end with it. */
function start(command: string[], cwd: string | undefined, env: Record<string, string | undefined>): ChildProcess {
  const [program = '', ...args] = command
  return spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function watch(child: ChildProcess, isHeldBack: boolean): Promise<StepResult> {
  const errorText: string[] = []
  const held: (() => void)[] = []
  const show = (write: () => void) => (isHeldBack ? held.push(write) : write())
  child.stdout?.on('data', (chunk: Buffer) => show(() => process.stdout.write(chunk)))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorText.push(text)
    show(() => process.stderr.write(text))
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  try {
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    // What is left of the group may hold the pipes open for ever.
    signalGroup(child, 'SIGKILL')
    await Promise.race([closed, Bun.sleep(DRAIN_MS)])
    return { exitCode: exitCode ?? 1, stderr: errorText.join('') }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return { exitCode: 127, stderr: '' }
  } finally {
    for (const write of held) write()
  }
}

/** Runs commands and leaves none behind. */
export function createSteps(): Steps {
  const running = new Set<ChildProcess>()
  let isInterrupted = false
  return {
    get isInterrupted() {
      return isInterrupted
    },
    async run(command, { cwd, env = {}, isHeldBack = false } = {}) {
      if (isInterrupted) return FINISHED
      const child = start(command, cwd, env)
      running.add(child)
      const result = await watch(child, isHeldBack)
      running.delete(child)
      return result
    },
    async interrupt() {
      isInterrupted = true
      await Promise.all(
        [...running].map(async (child) => {
          if (child.exitCode !== null) return
          const ended = once(child, 'exit')
          // Whatever ended us: Playwright closes its browsers on SIGINT, and leaves them behind on SIGTERM.
          signalGroup(child, 'SIGINT')
          await Promise.race([ended, Bun.sleep(INTERRUPT_MS)])
          signalGroup(child, 'SIGKILL')
        }),
      )
    },
  }
}
