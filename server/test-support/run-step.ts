import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const INTERRUPT_MS = 10_000
const DRAIN_MS = 2_000

export interface StepOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  /** The output is shown in one piece at the end, because the command runs beside another. */
  isHeldBack?: boolean
}

/** Signals the command's process group, so that the browsers and servers it started end with it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {} // Nothing of it is left.
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  // Playwright closes its browsers on SIGINT and leaves them behind on SIGTERM.
  signalGroup(child, 'SIGINT')
  await Promise.race([ended, Bun.sleep(INTERRUPT_MS)])
  signalGroup(child, 'SIGKILL')
}

/** Runs commands to their end with their output visible, and leaves none behind. */
export function createSteps() {
  const running = new Set<ChildProcess>()
  let isInterrupted = false
  return {
    isInterrupted: () => isInterrupted,
    /** Starts nothing after an interruption. @returns the exit code */
    async run([program = '', ...args]: string[], { cwd, env, isHeldBack = false }: StepOptions = {}): Promise<number> {
      if (isInterrupted) return 130
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      const heldBack: (() => void)[] = []
      const show = (to: NodeJS.WriteStream) => (chunk: Buffer) =>
        isHeldBack ? heldBack.push(() => to.write(chunk)) : to.write(chunk)
      child.stdout.on('data', show(process.stdout))
      child.stderr.on('data', show(process.stderr))
      const closed = new Promise((resolve) => child.once('close', resolve))
      const exitCode = await once(child, 'exit').then(
        ([code]: (number | null)[]) => code ?? 1,
        ({ message }: Error) => {
          process.stderr.write(`${message}\n`)
          return 127
        },
      )
      // The rest of the group may hold the pipes open for ever.
      signalGroup(child, 'SIGKILL')
      await Promise.race([closed, Bun.sleep(DRAIN_MS)])
      running.delete(child)
      for (const write of heldBack) write()
      return exitCode
    },
    /** Interrupts the running commands and all they started; resolves when they are gone. */
    async interrupt() {
      isInterrupted = true
      await Promise.all([...running].filter(({ exitCode }) => exitCode === null).map(end))
    },
  }
}
