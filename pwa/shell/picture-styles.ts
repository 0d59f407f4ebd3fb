/** The styles of a screen: what applies around it, and what applies in it. */
export interface ScreenStyles {
  pageCss: string
  css: string
}

/** The page's root with what it asks of the root; a picture lies in a tree that has no such root. */
const ROOT_PREFIX = /:root(?::not\(\[data-theme=[^)]*\]\))?\s+(?=[^\s>+~{])/g
/** What the root has is in the picture, where the root does not see it. */
const ROOT_HAS = /:root:has\((?:[^()]|\([^()]*\))*\)/
/** States that a screen at rest is not in. */
const STATE = /:(?:hover|active|focus|focus-visible|focus-within|user-invalid|autofill|-webkit-autofill|target)\b/
const PARTS = /::[\w-]+(?:\([^)]*\))?/g
const DATA_VALUE = /--[\w-]+:\s*url\("data:[^"]*"\);?/g
const DECLARATION = /(?<=[{;\s])(--[\w-]+):[^;}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g
const CLASS = /\.((?:[\w-]|\\.)+)/g
const FUNCTIONS = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g
const RULES_A_TURN = 100

interface Finding {
  screen: Element
  classes: Set<string>
  page: string[]
  inner: string[]
  keyframes: CSSKeyframesRule[]
  seen: number
  nextTurn(): Promise<void>
}

/**
 * The rules of the page that apply to `screen`, which is in no page, and to what is around it.
 * @param nextTurn lets the page go on
 */
export async function collectStyles(screen: Element, nextTurn: () => Promise<void>): Promise<ScreenStyles> {
  const classes = new Set<string>()
  for (const { classList } of screen.querySelectorAll('[class]')) for (const name of classList) classes.add(name)
  const finding: Finding = { screen, classes, page: [], inner: [], keyframes: [], seen: 0, nextTurn }
  for (const sheet of document.styleSheets) await collect(sheet.cssRules, '', '', finding)
  const css = finding.inner.join('\n')
  const moving = finding.keyframes.filter(({ name }) => css.includes(name)).map(({ cssText }) => cssText)
  return withoutUnused({ pageCss: finding.page.join('\n'), css: [css, ...moving].join('\n') })
}

/** The root declares far more values than one screen uses, pictures among them. */
function withoutUnused({ pageCss, css }: ScreenStyles): ScreenStyles {
  const plain = pageCss.replaceAll(DATA_VALUE, '')
  const used = new Set([...`${plain}${css}`.matchAll(USE)].map(([, name]) => name))
  const kept = plain.replaceAll(DECLARATION, (declaration, name: string) => (used.has(name) ? declaration : ''))
  return kept.length < pageCss.length ? withoutUnused({ pageCss: kept, css }) : { pageCss, css }
}

async function collect(rules: CSSRuleList, before: string, after: string, finding: Finding): Promise<void> {
  const { page, inner } = finding
  for (const rule of rules) {
    finding.seen += 1
    if (finding.seen % RULES_A_TURN === 0) await finding.nextTurn()
    if (rule instanceof CSSStyleRule) {
      const selectors = splitList(rule.selectorText).filter((selector) => !STATE.test(selector))
      const around = selectors.filter(isAround).map((selector) => selector.replace(ROOT_HAS, ':root'))
      if (around.length > 0)
        page.push(before + around.join(',') + rule.cssText.slice(rule.cssText.indexOf('{')) + after)
      if (selectors.some((selector) => isInside(selector, finding)))
        inner.push(before + rule.cssText.replace(ROOT_PREFIX, '') + after)
    } else if (rule instanceof CSSFontFaceRule) page.push(rule.cssText)
    else if (rule instanceof CSSKeyframesRule) finding.keyframes.push(rule)
    else if (rule instanceof CSSLayerStatementRule) {
      page.push(rule.cssText)
      inner.push(rule.cssText)
    } else if ('cssRules' in rule) {
      // A block's own words are those in front of its first bracket.
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{'))
      if (!head.startsWith('@media print'))
        await collect((rule as CSSGroupingRule).cssRules, `${before}${head}{`, `}${after}`, finding)
    }
  }
}

const isAround = (selector: string): boolean =>
  [document.documentElement, document.body].some((element) => matches(() => element.matches(withoutParts(selector))))

/** Classes are looked up first: most rules are of other screens. */
function isInside(selector: string, { screen, classes }: Finding): boolean {
  for (const [, name = ''] of selector.replaceAll(FUNCTIONS, '').matchAll(CLASS))
    if (!classes.has(name.replaceAll('\\', ''))) return false
  return matches(() => screen.querySelector(withoutParts(selector.replace(ROOT_PREFIX, ''))) !== null)
}

const withoutParts = (selector: string): string => selector.replaceAll(PARTS, '').trim() || '*'

/** What this browser cannot look for is left out. */
function matches(look: () => boolean): boolean {
  try {
    return look()
  } catch {
    return false
  }
}

/** A list of selectors, split at the commas that stand in no brackets. */
function splitList(selectors: string): string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (let at = 0; at < selectors.length; at++) {
    const sign = selectors[at]
    if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(selectors.slice(begin, at))
      begin = at + 1
    }
  }
  return [...parts, selectors.slice(begin)]
}
