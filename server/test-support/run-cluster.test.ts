import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQLD } from './database-server'
import { freePort } from './free-port'

const PROGRAM = join(import.meta.dir, 'run-cluster.ts')

test.skipIf(!SQLD)(
  'the cluster ends its start with all its addresses, that of the bucket too',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trestle-run-cluster-'))
    const port = String(await freePort())
    const child = Bun.spawn([process.execPath, PROGRAM], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: port, CLUSTER_SERVERS: '2', DEMO: '0' },
      stdout: 'pipe',
      stderr: 'inherit',
    })
    try {
      let said = ''
      for await (const bytes of child.stdout) {
        said += new TextDecoder().decode(bytes)
        if (said.includes('Ctrl+C')) break
      }
      const lines = said.trim().split('\n')
      expect(lines.filter((line) => line.includes(' is ready at '))).toHaveLength(2)
      expect(lines.slice(-5).map((line) => line.replace(/127.0.0.1:\d+/, 'HERE'))).toEqual([
        'The database server listens at http://HERE.',
        'The bucket’s server listens at http://HERE.',
        'Server 1 listens at http://HERE.',
        'Server 2 listens at http://HERE.',
        `All of them are reached at http://localhost:${port}. Ctrl+C ends them.`,
      ])
      child.kill('SIGINT')
      expect(await child.exited).toBe(0)
    } finally {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
