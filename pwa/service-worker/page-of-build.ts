import { MAIN_SCRIPT } from '../shell/picture-page'

const PAGE = '/index.html'
const NAMED_FILE = /(?:src|href)="(\/assets\/[^"]+)"/g

/**
 * Is this the page of the build with these files? While servers change to another build one after another, one may answer with the
 * worker and the next with the page of the build before.
 */
export function isPageOf(paths: ReadonlySet<string>, html: string): boolean {
  return MAIN_SCRIPT.test(html) && [...html.matchAll(NAMED_FILE)].every(([, path = '']) => paths.has(path))
}

/**
 * Ends an installation that got the page of another build, before the page is stored: the next attempt fetches the page again, but
 * nothing that is stored. A check of our own takes the place of the library's, which refuses failures.
 */
export const keepPageOf = (paths: ReadonlySet<string>) => ({
  async cacheWillUpdate({ request, response }: { request: Request; response: Response }): Promise<Response | null> {
    if (response.status >= 400) return null
    if (new URL(request.url).pathname !== PAGE) return response
    return isPageOf(paths, await response.clone().text()) ? response : null
  },
})
