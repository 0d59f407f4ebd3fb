import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dirname, '../../..')

/** Hours from 0 to 23, hours without AM or PM, and the clock of whatever language the browser has. */
const OTHER_CLOCKS = [/'[^'\n]*\bHH?:mm[^'\n]*'/, /'[^'\n]*\bh:mm(?! ?a)[^'\n]*'/, /toLocaleTimeString\((?!'en-US')/]

test('every time of day is written as 2:05 PM', async () => {
  const files = [...new Glob('{pwa,schema,server}/**/*.{ts,tsx}').scanSync(ROOT)].filter(
    (path) => !/\.test\.|e2e|test-support|local-provider|node_modules/.test(path),
  )
  expect(files.length).toBeGreaterThan(500)
  const others = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(join(ROOT, path), 'utf8')
      return OTHER_CLOCKS.some((clock) => clock.test(text)) ? [path] : []
    }),
  )
  expect(others.flat()).toEqual([])
})
