import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { freePort } from './free-port'

/** A minute: on a busy machine the demo's rows take some time. */
const READY_ATTEMPTS = 1_200
const READY_PAUSE_MS = 50
const MAIN = join(import.meta.dir, '../main.ts')

type Child = Subprocess<'ignore', 'pipe', 'pipe'>

export interface StartedServer {
  child: Child
  origin: string
  port: number
}

/** Real server processes on loopback, for tests of what a Request handed to the app cannot show. */
export interface ServerProcesses {
  /** A new folder that `end` removes. */
  newFolder(): string
  /** Runs `main.ts` with nothing but the given environment. */
  run(environment: Record<string, string>): Child
  /** Runs a server on a free port and waits until it is ready. @throws with what it wrote when it does not start */
  start(dataDir: string, environment?: Record<string, string>): Promise<StartedServer>
  /** Kills every process and removes every folder. */
  end(): Promise<void>
}

/** @returns a set of processes and folders that ends as a whole */
export function serverProcesses(): ServerProcesses {
  const running: Child[] = []
  const folders: string[] = []
  const run = (environment: Record<string, string>) => {
    const child = Bun.spawn([process.execPath, MAIN], {
      env: { PATH: process.env.PATH, DEMO: '0', ...environment },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    running.push(child)
    return child
  }
  return {
    newFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'trestle-main-'))
      folders.push(folder)
      return folder
    },
    run,
    async start(dataDir, environment = {}) {
      const port = await freePort()
      const child = run({ DATA_DIR: dataDir, PORT: String(port), ...environment })
      const origin = `http://127.0.0.1:${port}`
      for (let attempt = 0; attempt < READY_ATTEMPTS && child.exitCode === null; attempt++) {
        const answer = await fetch(`${origin}/api/ready`).catch(() => null)
        if (answer?.ok) return { child, origin, port }
        await Bun.sleep(READY_PAUSE_MS)
      }
      child.kill('SIGKILL')
      throw new Error(await new Response(child.stderr).text())
    },
    async end() {
      for (const child of running.splice(0)) {
        child.kill('SIGKILL')
        await child.exited
      }
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
    },
  }
}
