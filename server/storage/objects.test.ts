import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Shows the calls that a program makes of the system. */
const STRACE = Bun.which('strace')

test.skipIf(!STRACE)(
  'a file of a folder is on the disk before its name is, and its name before put returns',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'objects-'))
    const program = `
    import { folderObjects } from ${JSON.stringify(join(import.meta.dir, 'objects.ts'))}
    await folderObjects(${JSON.stringify(folder)}).put('a/photo.jpg', new Uint8Array(1000).fill(7))`
    const traced = Bun.spawn([STRACE ?? '', '-f', '-e', 'trace=fsync,rename', process.execPath, '-e', program], {
      stderr: 'pipe',
    })
    const calls = await new Response(traced.stderr).text()
    expect(await traced.exited).toBe(0)
    expect(calls.match(/(fsync|rename)\(/g)).toEqual(['fsync(', 'rename(', 'fsync('])
    expect(readdirSync(join(folder, 'a'))).toEqual(['photo.jpg'])
    rmSync(folder, { recursive: true })
  },
)
