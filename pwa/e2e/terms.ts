import { join } from 'node:path'
import { createClient } from '@libsql/client'
import type { Kit } from './fixtures'
import type { Person } from './person'

/**
 * Makes it so that a person has agreed to other terms than those that hold now. No call does, so the server's file is changed while it
 * is stopped.
 */
export async function setTermsVersion(kit: Kit, { name }: Person, version: string): Promise<void> {
  await kit.server.stop()
  const client = createClient({ url: `file:${join(kit.server.dataDir, 'trestle.db')}` })
  await client.batch(
    [
      'UPDATE sync_clock SET open = 1, base = seq WHERE id = 1',
      { sql: 'UPDATE users SET terms_version = ? WHERE username = ?', args: [version, name] },
      'UPDATE sync_clock SET open = 0 WHERE id = 1',
    ],
    'write',
  )
  client.close()
  await kit.server.start()
}
