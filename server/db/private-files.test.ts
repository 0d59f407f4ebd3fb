import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecretKey } from './private-files'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a key is made once and stays', () => {
  const key = readSecretKey(folder, 'mail.key')
  expect(key).toHaveLength(32)
  expect(readSecretKey(folder, 'mail.key')).toEqual(key)
  expect(readdirSync(folder)).toEqual(['mail.key'])
})

test('a key that was cut short signs nothing', () => {
  writeFileSync(join(folder, 'mail.key'), '')
  expect(() => readSecretKey(folder, 'mail.key')).toThrow('mail.key holds no whole key')
})

test('a disk that takes no key leaves no empty one behind, and the next try makes it', async () => {
  const program = `
    import { readSecretKey } from ${JSON.stringify(join(import.meta.dir, 'private-files.ts'))}
    try { readSecretKey(${JSON.stringify(folder)}, 'mail.key'); process.exit(0) } catch { process.exit(3) }`
  // No file of the process may hold a byte: the file can be made, and not be written.
  const limited = Bun.spawn(['sh', '-c', 'trap "" XFSZ; ulimit -f 0; exec "$0" -e "$1"', process.execPath, program])
  expect(await limited.exited).toBe(3)
  expect(existsSync(join(folder, 'mail.key'))).toBe(false)
  expect(readSecretKey(folder, 'mail.key')).toHaveLength(32)
})

for (const makes of ["readSecretKey(folder, 'mail.key')", "makePrivateFile(join(folder, 'mail.key'), 'another')"])
  test(`a process that can open no more files leaves the key as it is: ${makes}`, async () => {
    const key = readSecretKey(folder, 'mail.key')
    const program = `
      import { openSync } from 'node:fs'
      import { join } from 'node:path'
      import { makePrivateFile, readSecretKey } from ${JSON.stringify(join(import.meta.dir, 'private-files.ts'))}
      const folder = ${JSON.stringify(folder)}
      const codeOf = (work) => { try { for (;;) work() } catch (error) { return error.code } }
      codeOf(() => openSync('/dev/null'))
      process.exit(codeOf(() => ${makes}) === 'EMFILE' ? 3 : 0)`
    const limited = Bun.spawn(['sh', '-c', 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, program])
    expect(await limited.exited).toBe(3)
    expect(readSecretKey(folder, 'mail.key')).toEqual(key)
  })
