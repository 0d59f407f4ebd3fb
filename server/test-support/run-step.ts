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

async function watch(child: ChildProcess, isHeldBack: boolean): Promise<{ exitCode: number; stderr: string }> {
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
    // The rest of the group may hold the pipes open for ever.
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

/** Runs commands to their end with their output visible, and leaves none behind. */
export function createSteps() {
  const running = new Set<ChildProcess>()
  let isInterrupted = false
  const end = async (child: ChildProcess) => {
    const ended = once(child, 'exit')
    // Playwright closes its browsers on SIGINT and leaves them behind on SIGTERM.
    signalGroup(child, 'SIGINT')
    await Promise.race([ended, Bun.sleep(INTERRUPT_MS)])
    signalGroup(child, 'SIGKILL')
  }
  return {
    isInterrupted: () => isInterrupted,
    /** Starts nothing after an interruption. */
    async run([program = '', ...args]: string[], { cwd, env, isHeldBack = false }: StepOptions = {}) {
      if (isInterrupted) return { exitCode: 130, stderr: '' }
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      running.add(child)
      const result = await watch(child, isHeldBack)
      running.delete(child)
      return result
    },
    /** Interrupts the running commands and all they started; resolves when they are gone. */
    async interrupt() {
      isInterrupted = true
      await Promise.all([...running].filter(({ exitCode }) => exitCode === null).map(end))
    },
  }
}
