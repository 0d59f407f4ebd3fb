import type { ScreenStyles } from './selectors'

export const MAIN_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">/
const ROOT = '<div id="root"></div>'
/** A picture of a window that was narrower or wider by a tenth is not shown. */
const WIDTH_TOLERANCE = 0.1

/** The screen that a page shows until the app has taken over: markup in a tree of its own, with the styles that apply to it. */
export interface PagePicture extends ScreenStyles {
  title: string
  html: string
  /** Paths of what the screen needs beside the app's first files. */
  styles: readonly string[]
  scripts: readonly string[]
}

export interface PictureOptions {
  /** The path of `last-screen`. */
  starter: string
  /** The window for which it was taken, in pixels; absent where it fits every window. */
  size?: { width: number; height: number }
  /** Lets its styles through the content policy. */
  nonce?: string
}

const PRELOADS = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g

/**
 * The app's page with a picture in front of the app. The page's styles and scripts come after the picture's first frame, for which a
 * slow line has enough to bring, and a slow processor enough to do.
 */
export function pageWithPicture(page: string, picture: PagePicture, options: PictureOptions): string {
  const { starter, nonce } = options
  const main = MAIN_SCRIPT.exec(page)?.[1] ?? ''
  const own = STYLES.exec(page)?.[1]
  const styles = [...new Set([...(own ? [own] : []), ...picture.styles])]
  const scripts = [main, ...picture.scripts]
  const first = [...page.matchAll(PRELOADS)].map(([, path = '']) => path)
  const style = nonce ? `style nonce="${nonce}"` : 'style'
  const head = [
    `<${style} data-picture-style>${picture.pageCss}\n${around(options)}</style>`,
    `<script type="module" src="${starter}" data-first="${list(first)}" data-main="${main}" data-styles="${list(styles)}" data-scripts="${list([...first, ...scripts])}"></script>`,
  ]
  const screen = `<last-screen data-picture><template shadowrootmode="closed"><${style}>${picture.css}</style><div id="root">${picture.html}</div></template></last-screen><div id="root" data-behind></div>`
  // By functions: in a replacement text "$&" and its like would mean something.
  return page
    .replaceAll(PRELOADS, '')
    .replace(MAIN_SCRIPT, () => head.join('\n'))
    .replace(STYLES, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text(picture.title)}</title>`)
    .replace(ROOT, () => screen)
}

function around({ size }: PictureOptions): string {
  const behind = '#root[data-behind]{position:absolute;inset:0 0 auto;visibility:hidden;opacity:0;pointer-events:none}'
  if (!size) return `last-screen{display:block}\n${behind}`
  const { width, height } = size
  return `last-screen{display:block;min-height:${height}px}
${behind}
@media (max-width:${Math.floor(width * (1 - WIDTH_TOLERANCE))}px),(min-width:${Math.ceil(width * (1 + WIDTH_TOLERANCE))}px){
last-screen{display:none}#root[data-behind]{position:static;visibility:visible;opacity:1;pointer-events:auto}}`
}

export const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${attribute(path)}">`

const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const list = (paths: readonly string[]): string => attribute(paths.join(' '))
const attribute = (words: string): string => text(words).replaceAll('"', '&quot;')
