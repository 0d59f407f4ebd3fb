import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openS3Server } from '../test-support/s3-server'
import { folderObjects, s3Objects } from './objects'

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

test.each(['folder', 'bucket'])(
  'a name of a %s holds a whole file, whoever reads while it is replaced',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'objects-'))
    const server = await openS3Server(folder)
    const objects = kind === 'folder' ? folderObjects(folder) : s3Objects('trestle', 'state/', server.account)
    const lengths = [3, 50_000, 7]
    await objects.put('note', new Uint8Array(3))
    let isOver = false
    const writing = (async () => {
      for (let nth = 0; nth < 60; nth++) await objects.put('note', new Uint8Array(lengths[nth % lengths.length] ?? 0))
      isOver = true
    })()
    const read = new Set<number | undefined>()
    for (; !isOver; await Bun.sleep(0)) read.add((await (await objects.get('note'))?.bytes())?.length)
    await writing
    expect([...read].filter((length) => !lengths.includes(length ?? 0))).toEqual([])
    await server.close()
    rmSync(folder, { recursive: true })
  },
)

test('a bucket that takes a call and says nothing is busy, as one that cannot be reached', async () => {
  const silent = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
  const account = { endpoint: silent.url.href, region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const objects = s3Objects('trestle', 'state/', account, 20)
  for (const call of [
    () => objects.get('note'),
    () => objects.size('note'),
    () => objects.put('note', new Uint8Array(3)),
    () => objects.list(''),
  ])
    await expect(call()).rejects.toMatchObject({ kind: 'busy' })
  await silent.stop(true)
})
