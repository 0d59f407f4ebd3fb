import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerProcess } from './server-process'

/** Name of the environment variable with the folder that holds the filled demo marketplace. */
export const SEED_DIR = 'E2E_SEED_DIR'

/** Fills one demo marketplace before all stories; every server starts from a copy of it. Answers the clean-up. */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-seed-'))
  const dataDir = join(folder, 'data')
  const server = await createServerProcess({ dataDir, origin: 'http://127.0.0.1:3000' })
  await server.start()
  await server.stop()
  process.env[SEED_DIR] = dataDir
  return () => rm(folder, { recursive: true, force: true })
}
