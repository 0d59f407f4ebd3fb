import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SETTLE_MS = 5_000
/** The browser's address in development; links that the server hands out lead back there. */
const APP_ORIGIN = 'http://127.0.0.1:5173'

const commands = [
  { name: 'server', cmd: [process.execPath, '--watch', '--no-clear-screen', '--no-orphans', 'server/main.ts'] },
  { name: 'vite', cmd: ['node', 'node_modules/vite/bin/vite.js', '--clearScreen', 'false'] },
]

const children = commands.map(({ name, cmd }) => ({
  name,
  process: Bun.spawn({
    cmd,
    cwd: ROOT,
    env: { ...process.env, ORIGIN: process.env.ORIGIN || APP_ORIGIN },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
}))

let isEnding = false

/** Ends both: one half alone answers with errors that look like faults of the product. */
async function endAll(exitCode: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  for (const child of children) child.process.kill('SIGTERM')
  const stubborn = setTimeout(() => {
    for (const child of children) child.process.kill('SIGKILL')
  }, SETTLE_MS)
  await Promise.all(children.map((child) => child.process.exited))
  clearTimeout(stubborn)
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endAll(0))

for (const child of children) {
  void child.process.exited.then((code) => {
    if (!isEnding) process.stderr.write(`${child.name} ended with code ${code}\n`)
    return endAll(1)
  })
}
