import { findPicture, type ScreenPicture } from '../disk/screen-pictures'
import { piecesOfPage } from '../shell/page-pieces'
import { MAIN_SCRIPT, pageWithPicture, preload } from '../shell/picture-page'
import { whoIsHere } from './who-is-here'

/** The built `last-screen`; the build puts it here. */
declare const LAST_SCREEN_CODE: string
const LAST_SCREEN_PATH = '/.screens/last-screen.js'

const POLICY = 'content-security-policy'
const PIECE = /^\/assets\/(\w+)-[\w-]{8}\.js$/

/** The files of the build by their names without the mark of their content. */
export function piecesOf(paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map([...paths].map((path) => [PIECE.exec(path)?.[1] ?? path, path]))
}

/**
 * The app's page with the picture of the screen as its account last saw it; the page alone when there is none, or one of another build.
 * @param fetchShell answers the app's page as the build left it
 */
export async function answerPage(
  request: Request,
  fetchShell: () => Promise<Response>,
  pieces: ReadonlyMap<string, string>,
): Promise<Response> {
  const [shell, picture] = await Promise.all([fetchShell(), readPicture(request).catch(() => null)])
  if (!shell.ok) return shell
  const html = await shell.clone().text()
  const main = MAIN_SCRIPT.exec(html)?.[1]
  if (!picture || main !== picture.build) {
    const { pathname } = new URL(request.url)
    const ahead = piecesOfPage(pathname)
      .map((name) => pieces.get(name))
      .filter((path) => path !== undefined)
    return answerWith(
      shell,
      html.replace('</head>', () => `${ahead.map(preload).join('')}</head>`),
    )
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const { width, height } = picture
  const known = new Set(pieces.values())
  const scripts = picture.scripts.filter((path) => known.has(path))
  const parts = { starter: LAST_SCREEN_PATH, size: { width, height }, nonce }
  const page = pageWithPicture(html, { ...picture, scripts }, parts)
  return answerWith(shell, page, (policy) => policy.replace(`style-src 'self'`, `style-src 'self' 'nonce-${nonce}'`))
}

/** The same answer with another text. */
function answerWith(shell: Response, html: string, changePolicy = (policy: string) => policy): Response {
  const headers = new Headers(shell.headers)
  const policy = headers.get(POLICY)
  if (policy) headers.set(POLICY, changePolicy(policy))
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(html, { status: shell.status, headers })
}

export const isLastScreen = (url: URL): boolean => url.origin === location.origin && url.pathname === LAST_SCREEN_PATH

/** The script that stands in front of the app; it comes out of this worker, so that it always fits the page. */
export function answerLastScreen(): Response {
  return new Response(LAST_SCREEN_CODE, {
    headers: { 'content-type': 'text/javascript', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  })
}

async function readPicture(request: Request): Promise<ScreenPicture | null> {
  const account = await whoIsHere()
  return account === null ? null : findPicture(new URL(request.url), account)
}
