import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { TERMS_VERSION } from '#schema/consent'

const PAGES = ['terms', 'privacy', 'rules']

test('other words on the pages that people agree to are another version', async () => {
  const hash = createHash('sha256')
  for (const page of PAGES) hash.update(await Bun.file(`${import.meta.dir}/${page}.tsx`).text())
  // Both values change together: everybody is then asked for their agreement.
  expect([TERMS_VERSION, hash.digest('hex').slice(0, 16)]).toEqual(['2026-12-01', '82012b109e48ebc8'])
})
