import { expect, test } from 'bun:test'
import { join } from 'node:path'

const SERVER = join(import.meta.dir, '../test-support/faulty-server.ts')

test.each([
  ['/throw', 'planted fault'],
  ['/reject', 'planted rejection'],
])(
  'a fault that nothing catches (%s) is logged, requests under way end, and the process exits with 1',
  async (path, words) => {
    const child = Bun.spawn([process.execPath, SERVER], { stdout: 'pipe', stderr: 'pipe' })
    const output = child.stdout.getReader()
    const origin = `http://127.0.0.1:${new TextDecoder().decode((await output.read()).value).trim()}`
    output.releaseLock()

    const slow = fetch(`${origin}/slow`)
    await fetch(origin)
    await fetch(`${origin}${path}`)

    expect(await (await slow).text()).toBe('/slow')
    expect(await child.exited).toBe(1)
    expect(await new Response(child.stderr).text()).toContain(words)
  },
)
