import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions } from '@playwright/test'

/** A browser profile on disk: what an installed app has, and what survives closing the browser. */
export interface Profile {
  /** Opens the browser on the profile; again after `close` for a restart. */
  open(): Promise<BrowserContext>
  close(): Promise<void>
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
  return {
    close,
    async open() {
      await close()
      context = await chromium.launchPersistentContext(folder, options)
      onOpen(context)
      return context
    },
    async remove() {
      await close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
