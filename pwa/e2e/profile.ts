import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions } from '@playwright/test'

/** A browser profile on disk: what an installed app has, and what survives closing the browser. */
export interface Profile {
  /** Opens the browser on the profile; again after `close` for a restart. With an address it opens as an app's window. */
  open(appAddress?: string): Promise<BrowserContext>
  close(): Promise<void>
  /** Has a browser that was not opened yet refuse every site its storage, as some people set it. */
  refuseStorage(): Promise<void>
  /** SIGKILL, as an empty battery ends it. */
  kill(): Promise<void>
  /** Leaves the databases of a closed browser as a write that was cut short does: it finds them damaged and begins anew. */
  breakDatabases(): Promise<void>
  /** Closes the browser and removes the profile. */
  remove(): Promise<void>
}

/** A fresh profile. An ordinary context counts as private browsing, where nothing can be installed. */
export async function createProfile(
  options: BrowserContextOptions & LaunchOptions,
  onOpen: (context: BrowserContext) => void,
): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-profile-'))
  let context: BrowserContext | undefined
  const close = async () => {
    await context?.close()
    context = undefined
  }
  async function kill(): Promise<void> {
    const browser = context?.browser()
    if (!browser) return
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const pid = processInfo.find(({ type }) => type === 'browser')?.id
    if (!pid) throw new Error('The browser does not say which process it is')
    const gone = new Promise((resolve) => browser.once('disconnected', resolve))
    process.kill(pid, 'SIGKILL')
    await gone
    context = undefined
  }

  async function breakDatabases(): Promise<void> {
    const databases = join(folder, 'Default/IndexedDB')
    const logs = (await readdir(databases, { recursive: true })).filter((name) => name.endsWith('.log'))
    if (logs.length === 0) throw new Error('The profile holds no databases')
    for (const name of logs) {
      const log = await open(join(databases, name), 'r+')
      // In the middle of the first record: its checksum is wrong from now on.
      await log.write(Buffer.alloc(16, 0xff), 0, 16, 16)
      await log.close()
    }
  }

  async function refuseStorage(): Promise<void> {
    await mkdir(join(folder, 'Default'))
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(settings))
  }

  return {
    close,
    refuseStorage,
    kill,
    breakDatabases,
    async open(appAddress) {
      await close()
      const args = appAddress === undefined ? {} : { args: [`--app=${appAddress}`] }
      context = await chromium.launchPersistentContext(folder, { ...options, ...args })
      onOpen(context)
      return context
    },
    async remove() {
      await close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
