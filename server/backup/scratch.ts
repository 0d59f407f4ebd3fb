import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const SCRATCH = 'scratch-'
/** Longer than a run leaves its folder alone, and shorter than the time between two nights. */
const OVER_MS = 12 * 3_600_000

/** Makes a folder in `dataDir` for the time of a backup or a restore. */
export const makeScratch = (dataDir: string): Promise<string> => mkdtemp(join(dataDir, SCRATCH))

/** Removes the folders of runs that were killed: each holds a whole database, or two. */
export async function removeOldScratch(dataDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(SCRATCH)) continue
    const folder = join(dataDir, entry.name)
    const files = (await readdir(folder)).map((file) => join(folder, file))
    const times = await Promise.all([folder, ...files].map(async (path) => (await stat(path)).mtimeMs))
    if (Math.max(...times) < now.getTime() - OVER_MS) await rm(folder, { recursive: true, force: true })
  }
}
