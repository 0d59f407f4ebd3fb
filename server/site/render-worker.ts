import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { ScreenOrder } from '#schema/app-config'
import type { ThreadAnswer } from '../thread'

declare const self: Worker

/** The built renderer: the server knows of the app's code what is written here. */
interface Renderer {
  renderFirstScreen(page: string, parts: unknown, order: ScreenOrder): Promise<{ page: string; styles: string[] }>
}

export interface RenderTask {
  /** The folder of the built renderer. */
  folder: string
  /** The app's page as the build left it. */
  page: string
  order: ScreenOrder
}

export interface RenderedPage {
  bodies: Record<'identity' | 'br' | 'gzip', Uint8Array<ArrayBuffer>>
  /** Its styles as the content policy names them: 'sha256-...'. */
  styles: string[]
}

/** One answer is packed while somebody waits for the answer. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }

let renderer: Promise<[Renderer, unknown]> | undefined

const load = (folder: string): Promise<[Renderer, unknown]> =>
  Promise.all([import(pathToFileURL(join(folder, 'render.js')).href), Bun.file(join(folder, 'parts.json')).json()])

async function render({ folder, page, order }: RenderTask): Promise<RenderedPage> {
  renderer ??= load(folder)
  const [{ renderFirstScreen }, parts] = await renderer
  const screen = await renderFirstScreen(page, parts, order)
  const identity = new TextEncoder().encode(screen.page)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  return {
    bodies: { identity, br: new Uint8Array(br), gzip: new Uint8Array(gz) },
    styles: screen.styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`),
  }
}

/** The thread on which first screens are rendered. */
self.onmessage = async ({ data }: MessageEvent<RenderTask>) => {
  const done = await render(data).then(
    (answer): ThreadAnswer<RenderedPage> => ({ answer }),
    (error) => ({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  self.postMessage(done)
}
