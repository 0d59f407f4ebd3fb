/** The styles of a screen: what applies around it, and what applies in it. */
export interface ScreenStyles {
  pageCss: string
  css: string
}

/** The page's root with what it asks of the root; a picture lies in a tree that has no such root. */
export const ROOT_PREFIX = /:root(?::not\(\[data-theme=[^)]*\]\))?\s+(?=[^\s>+~{])/g
/** The root asks for something that is in the picture, where the root does not see it. */
export const ROOT_HAS = /(?::root|html):has\((?:[^()]|\([^()]*\))*\)/
/** States that a screen at rest is not in. */
export const STATE =
  /:(?:hover|active|focus|focus-visible|focus-within|user-invalid|autofill|-webkit-autofill|target)\b/
const DATA_VALUE = /--[\w-]+:\s*url\("data:[^"]*"\);?/g
const DECLARATION = /(?<=[{;\s])(--[\w-]+):[^;}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g
export const CLASS = /\.((?:[\w-]|\\.)+)/g
const FUNCTIONS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g

/** The classes that an element and those around it must have for the selector to match. */
export function classesOf(selector: string): string[] {
  const names = selector.replaceAll(FUNCTIONS, '').matchAll(CLASS)
  return [...names].map(([, name = '']) => name.replaceAll('\\', ''))
}

/** The root declares far more values than one screen uses, pictures among them. */
export function withoutUnused({ pageCss, css }: ScreenStyles): ScreenStyles {
  const plain = pageCss.replaceAll(DATA_VALUE, '')
  const used = new Set([...`${plain}${css}`.matchAll(USE)].map(([, name]) => name))
  const kept = plain.replaceAll(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''))
  return kept.length < pageCss.length ? withoutUnused({ pageCss: kept, css }) : { pageCss, css }
}
