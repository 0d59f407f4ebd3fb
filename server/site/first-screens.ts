import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { openThread } from '../thread'
import { appConfig } from './app-config'
import { findFirstRows, mayHaveFirstScreen } from './first-rows'
import { findLinkPreview, withPreview } from './link-preview'
import type { RenderedPage, RenderTask } from './render-worker'

const SCRIPT = new URL('./render-worker.ts', import.meta.url).href
/** The build leaves the renderer here, where no browser can ask for it. */
const FOLDER = '.first-screen'
const IDLE_MS = 600_000
const PATIENCE_MS = 10_000
/** A crowd at one page is shown one rendering. */
const KEPT_MS = 5_000
const KEPT_MAX = 50
/** A visitor who would wait for more than so many others is sent the app alone. */
const LINE_MAX = 8
/** The same after so long: rendering must never be slower than the app. */
const WAIT_MS = 1_000

/** The first screens of the app as one build of it shows them to visitors. */
export interface FirstScreens {
  /** The page with what a visitor sees there first; null where the app has to begin by itself. */
  find(deps: Deps, path: string): Promise<RenderedPage | null>
  close(): Promise<void>
}

/**
 * Renders on a thread of its own. Null where the build has no renderer.
 * @param page the app's page as the build left it
 */
export function openFirstScreens(
  dist: string,
  page: string,
  options: { script?: string; waitMs?: number; keptMs?: number } = {},
): FirstScreens | null {
  const folder = join(dist, FOLDER)
  if (!existsSync(join(folder, 'render.js'))) return null
  const { script = SCRIPT, waitMs = WAIT_MS, keptMs = KEPT_MS } = options
  const thread = openThread<RenderTask, RenderedPage>({ script, idleMs: IDLE_MS, patienceMs: PATIENCE_MS })
  const keptByMarket = new WeakMap<object, Map<string, Promise<RenderedPage | null>>>()
  let inLine = 0

  async function render(deps: Deps, path: string): Promise<RenderedPage | null> {
    inLine++
    try {
      const found = await findFirstRows(deps, path)
      const preview = found && (await findLinkPreview(deps, path))
      const order = { path, origin: deps.env.origin, config: appConfig(deps), first: found?.rows ?? null }
      return (
        found &&
        (await thread.ask({ folder, page: preview ? withPreview(page, preview, deps.env.origin) : page, order }))
      )
    } catch (error) {
      deps.log({ level: 'warn', what: 'a first screen was not rendered', path, ...describeError(error) })
      return null
    } finally {
      inLine--
    }
  }

  function keptOf(deps: Deps): Map<string, Promise<RenderedPage | null>> {
    const known = keptByMarket.get(deps.db)
    if (known) return known
    const kept = new Map<string, Promise<RenderedPage | null>>()
    keptByMarket.set(deps.db, kept)
    return kept
  }

  return {
    async find(deps, path) {
      if (!mayHaveFirstScreen(path)) return null
      const kept = keptOf(deps)
      let screen = kept.get(path)
      if (!screen) {
        if (inLine >= LINE_MAX) return null
        screen = render(deps, path)
        for (const oldest of kept.keys()) if (kept.size >= KEPT_MAX) kept.delete(oldest)
        kept.set(path, screen)
        const forget = () => kept.get(path) === screen && kept.delete(path)
        screen.finally(() => setTimeout(forget, keptMs).unref())
      }
      return Promise.race([screen, Bun.sleep(waitMs).then(() => null)])
    },
    close: thread.close,
  }
}
