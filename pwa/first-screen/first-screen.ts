import './browser-shim'
import type { ScreenOrder } from '#schema/app-config'
import { PRODUCT_NAME } from '#schema/product'
import { piecesOfPage } from '../shell/page-pieces'
import { type PagePicture, pageWithPicture } from '../shell/picture-page'
import { type ScreenStyles, withoutUnused } from '../shell/selectors'
import type { ScreenRule, SplitStyles } from './split-styles'

/** The parts of a build that its first screens need. */
export interface ScreenParts {
  /** The path of `last-screen`. */
  starter: string
  /** The files of each piece of the app, by its name. */
  pieces: Record<string, { scripts: string[]; styles: string[] }>
  styles: SplitStyles
}

export interface FirstScreen {
  page: string
  /** The texts of its styles, which the content policy has to let through. */
  styles: string[]
}

const STYLE_ATTRIBUTE = / style="([^"]*)"/g
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/
const ENTITIES: Record<string, string> = { '&quot;': '"', '&amp;': '&', '&#x27;': "'", '&lt;': '<', '&gt;': '>' }

/**
 * The app's page with what a visitor sees first, and the rows of it.
 * @param page the app's page as the build left it
 */
export async function renderFirstScreen(page: string, parts: ScreenParts, order: ScreenOrder): Promise<FirstScreen> {
  const { renderApp } = await import('./render-app')
  const rendered = (await renderApp(order)).replaceAll('data-state="loading"', 'data-state="shown"')
  const [preloads = ''] = PRELOADS.exec(rendered) ?? []
  const { html, rules } = withoutAttributes(rendered.slice(preloads.length))
  const styles = stylesFor(html, parts.styles)
  const pieces = piecesOfPage(order.path).flatMap((name) => parts.pieces[name] ?? [])
  const picture: PagePicture = {
    title: titleOf(html, order.path),
    html,
    pageCss: styles.pageCss,
    css: `${styles.css}\n${rules}`,
    styles: pieces.flatMap((piece) => piece.styles),
    scripts: pieces.flatMap((piece) => piece.scripts),
  }
  const { config, first } = order
  // No text within it can end the script.
  const rows = JSON.stringify({ config, ...(first && { rows: first }) }).replaceAll('<', '\\u003c')
  const whole = pageWithPicture(page, picture, { starter: parts.starter })
    .replace('</head>', () => `${preloads}</head>`)
    .replace('</body>', () => `<script type="application/json" id="first-screen">${rows}</script></body>`)
  return { page: whole, styles: [...whole.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css) }
}

/** The policy of a page allows no styles in elements: they become rules. */
function withoutAttributes(rendered: string): { html: string; rules: string } {
  const known = new Map<string, number>()
  const html = rendered.replaceAll(STYLE_ATTRIBUTE, (_all, text: string) => {
    const style = plain(text)
    if (style === '' || /[{}<]/.test(style)) return ''
    const number = known.get(style) ?? known.size
    known.set(style, number)
    return ` data-s="${number}"`
  })
  const rules = [...known].map(([style, number]) => `[data-s="${number}"][data-s][data-s][data-s]{${style}}`)
  return { html, rules: rules.join('\n') }
}

function stylesFor(html: string, { page, screen }: SplitStyles): ScreenStyles {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const used = (rules: ScreenRule[]) =>
    rules
      .filter(([groups]) => groups.some((group) => group.every((name) => classes.has(name))))
      .map(([, css]) => css)
      .join('\n')
  return withoutUnused({ pageCss: used(page), css: used(screen) })
}

/** Pages are named as their first heading is; the front page as the product. */
function titleOf(html: string, path: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')
  return heading && path !== '/' ? `${plain(heading)} | ${PRODUCT_NAME}` : PRODUCT_NAME
}

const plain = (markup: string): string => markup.replaceAll(/&(?:quot|amp|#x27|lt|gt);/g, (one) => ENTITIES[one] ?? one)
