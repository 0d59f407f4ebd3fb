import { PICTURE_MAX_BYTES, type ScreenPicture } from '../disk/screen-pictures'
import { collectStyles } from './picture-styles'

/** So many windows from the top, or fewer where that is too much: what lies below is not seen before the app is there. */
const WINDOWS_KEPT = [1.5, 1]
const DATA_ADDRESS_MAX = 400
const NEVER_KEPT = 'script,style,iframe,object,embed,template,noscript,video,audio,canvas'
/** Parts that are true at this moment alone. */
const PASSING = '.offline-ribbon,.toast-region,.update-region'
const SECRETS = 'input[type="password"],dialog[open]'
const FIELDS =
  'textarea,input:not([type="checkbox"],[type="radio"],[type="date"],[type="number"],[type="range"],[type="file"],[type="submit"],[type="button"],[type="hidden"])'
const ENTERED_MIN = 3
/** Attributes that reveal entered text or act on their own. */
const DROPPED_ATTRIBUTES = ['checked', 'selected', 'autofocus', 'nonce', 'style']
const LAZY_PIECES = /\/assets\/(?!behind|worker|search-worker|workbox|online|last-screen|index)[\w-]+\.js$/

/**
 * A picture of the screen as it stands; null when it is not to be kept: something secret or half done is open, or the screen is too
 * large. Nothing that was entered into a field is in it.
 */
export async function takePicture(
  root: HTMLElement,
  account: string,
  nextTurn: () => Promise<void>,
): Promise<ScreenPicture | null> {
  const build = document.querySelector<HTMLScriptElement>('script[data-main]')?.dataset.main ?? mainScript()
  if (!build || root.querySelector(SECRETS) || document.querySelector('dialog[open]')) return null
  const [width, height, title] = [window.innerWidth, Math.round(root.getBoundingClientRect().height), document.title]
  const [scripts, styles] = [piecesInUse(), stylesInUse()]
  // All at once, so that no other account's screen can come between its beginning and its end.
  const copies = WINDOWS_KEPT.map((windows) => copyScreen(root, window.innerHeight * windows))
  const entered = wordsEntered(root)
  if (copies.some(({ holder }) => entered.some((words) => isIn(holder, words)))) return null
  for (const { holder, rules } of copies) {
    const styled = await collectStyles(holder, nextTurn)
    const [html, pageCss, css] = [holder.innerHTML, styled.pageCss, `${styled.css}\n${rules.join('\n')}`]
    if (/<\/style/i.test(css + pageCss)) return null
    if (new TextEncoder().encode(html + css + pageCss).length <= PICTURE_MAX_BYTES)
      return { ...{ build, account, title, width, height }, ...{ html, pageCss, css, scripts, styles } }
  }
  return null
}

interface Copied {
  holder: HTMLElement
  rules: string[]
}

function copyScreen(root: HTMLElement, limit: number): Copied {
  const [holder, rules]: [HTMLElement, string[]] = [document.createElement('div'), []]
  for (const child of root.childNodes) {
    const copied = copy(child, { limit, rules })
    if (copied) holder.append(copied)
  }
  return { holder, rules }
}

/** The text in this screen's fields, where it is long enough to be recognized. */
function wordsEntered(root: HTMLElement): string[] {
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)
  return [...fields].map(({ value }) => value.trim()).filter(({ length }) => length >= ENTERED_MIN)
}

/** A screen also repeats what was entered, as a search does that found nothing, and its address. */
function isIn(holder: HTMLElement, words: string): boolean {
  const attributes = [...holder.querySelectorAll('*')].flatMap((element) => [...element.attributes])
  const texts = [holder.textContent, document.title, ...new URLSearchParams(location.search).values()]
  return [...texts, ...attributes.map(({ value }) => value)].some((text) =>
    text.toLowerCase().includes(words.toLowerCase()),
  )
}

const pathOf = (href: string): string => new URL(href).pathname

function mainScript(): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/index-"]')
  return script?.getAttribute('src') ?? undefined
}

const stylesInUse = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => pathOf(href))

/** The files of the pages that this window has shown. An extension of the browser has files of its own. */
function piecesInUse(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const paths = files.filter(({ origin }) => origin === window.location.origin).map(({ pathname }) => pathname)
  return [...new Set(paths.filter((path) => LAZY_PIECES.test(path)))].slice(0, 8)
}

interface Copying {
  limit: number
  rules: string[]
}

function copy(node: Node, copying: Copying): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode()
  if (!(node instanceof Element) || node.matches(NEVER_KEPT) || node.matches(PASSING)) return null
  const { top, height } = node.getBoundingClientRect()
  if (height > 0 && top + window.scrollY > copying.limit) return null
  const copied = node.cloneNode() as Element
  clean(node, copied, copying.rules)
  // The text of a field of several lines was entered there.
  if (!node.matches('textarea,[contenteditable]'))
    for (const child of node.childNodes) {
      const inner = copy(child, copying)
      if (inner) copied.append(inner)
    }
  return copied
}

/** The policy of a page allows no styles in elements: they become rules. */
function clean(element: Element, copied: Element, rules: string[]): void {
  const style = element.getAttribute('style')
  for (const name of DROPPED_ATTRIBUTES) copied.removeAttribute(name)
  if (style && style.length <= DATA_ADDRESS_MAX && !/[{}<]|blob:/.test(style)) {
    const number = rules.length
    copied.setAttribute('data-s', String(number))
    rules.push(`[data-s="${number}"][data-s][data-s][data-s]{${style}}`)
  }
  if (copied.matches('input:not([type="submit"],[type="button"]),progress,meter,option'))
    copied.removeAttribute('value')
  if (copied.matches('.photo[data-state="loading"]')) copied.setAttribute('data-state', 'shown')
  for (const name of ['src', 'srcset', 'href', 'poster']) {
    const address = copied.getAttribute(name)
    if (
      address &&
      (/^\s*(?:blob|javascript):/i.test(address) || (address.startsWith('data:') && address.length > DATA_ADDRESS_MAX))
    )
      copied.removeAttribute(name)
  }
  for (const { name } of [...copied.attributes]) if (name.startsWith('on')) copied.removeAttribute(name)
}
