import { findPicture, type ScreenPicture } from '../disk/screen-pictures'
import { whoIsHere } from './who-is-here'

/** The built `last-screen`; the build puts it here. */
declare const LAST_SCREEN_CODE: string
const LAST_SCREEN_PATH = '/.screens/last-screen.js'

const MAIN = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">/
const ROOT = '<div id="root"></div>'
const POLICY = 'content-security-policy'
/** Pages whose code is fetched with the page, while the first script is still being read. */
const LIST = /^\/(?:listings|made-to-order|inspiration)\/?$/
const PIECE = /^\/assets\/(\w+)-[\w-]{8}\.js$/
const LIST_PIECES = ['browse', 'shared']
const THING = /^\/(?:(?:listings|made-to-order|inspiration|profile)\/\d+|users\/\d+\/inspiration)$/
const THING_PIECES = ['thing', 'shared']
/** A picture of a window that was narrower or wider by a tenth is not shown. */
const WIDTH_TOLERANCE = 0.1

/** The files of the build by their names without the mark of their content. */
export function piecesOf(files: readonly (string | { url: string })[]): ReadonlyMap<string, string> {
  const paths = files.map((file) => new URL(typeof file === 'string' ? file : file.url, location.origin).pathname)
  return new Map(paths.map((path) => [PIECE.exec(path)?.[1] ?? path, path]))
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
  const main = MAIN.exec(html)?.[1]
  if (!picture || main !== picture.build) {
    const { pathname } = new URL(request.url)
    const ahead = (THING.test(pathname) ? THING_PIECES : LIST.test(pathname) ? LIST_PIECES : [])
      .map((name) => pieces.get(name))
      .filter((path) => path !== undefined)
    return answerWith(
      shell,
      html.replace('</head>', () => `${ahead.map(preload).join('')}</head>`),
    )
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  return answerWith(shell, withPicture(html, picture, main, nonce), (policy) =>
    policy.replace(`style-src 'self'`, `style-src 'self' 'nonce-${nonce}'`),
  )
}

/** The same answer with another text. */
function answerWith(shell: Response, html: string, changePolicy = (policy: string) => policy): Response {
  const headers = new Headers(shell.headers)
  const policy = headers.get(POLICY)
  if (policy) headers.set(POLICY, changePolicy(policy))
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name)
  return new Response(html, { status: shell.status, headers })
}

const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${attribute(path)}">`

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

/** The page's styles and scripts are fetched behind the picture; what evaluates them waits for the first frame. */
function withPicture(html: string, picture: ScreenPicture, main: string, nonce: string): string {
  const { width, height, title } = picture
  const own = STYLES.exec(html)?.[1]
  const styles = [...new Set([...(own ? [own] : []), ...picture.styles])]
  const around = `last-screen{display:block;min-height:${height}px}
#root[data-behind]{position:absolute;inset:0 0 auto;visibility:hidden;opacity:0;pointer-events:none}
@media (max-width:${Math.floor(width * (1 - WIDTH_TOLERANCE))}px),(min-width:${Math.ceil(width * (1 + WIDTH_TOLERANCE))}px){
last-screen{display:none}#root[data-behind]{position:static;visibility:visible;opacity:1;pointer-events:auto}}`
  const head = [
    `<style nonce="${nonce}" data-picture-style>${picture.pageCss}\n${around}</style>`,
    `<script type="module" src="${LAST_SCREEN_PATH}" data-main="${main}" data-styles="${attribute(styles.join(' '))}"></script>`,
    ...[main, ...picture.scripts].map(preload),
  ]
  const screen = `<last-screen data-picture><template shadowrootmode="closed"><style nonce="${nonce}">${picture.css}</style><div id="root">${picture.html}</div></template></last-screen><div id="root" data-behind></div>`
  // By functions: in a replacement text "$&" and its like would mean something.
  return html
    .replace(MAIN, () => head.join('\n'))
    .replace(STYLES, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text(title)}</title>`)
    .replace(ROOT, () => screen)
}

const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const attribute = (words: string): string => text(words).replaceAll('"', '&quot;')
