import { classesOf, ROOT_HAS, ROOT_PREFIX, type ScreenStyles, STATE, withoutUnused } from './selectors'

const PARTS = /::[\w-]+(?:\([^)]*\))?/g
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
  if (!classesOf(selector).every((name) => classes.has(name))) return false
  return matches(() => screen.querySelector(withoutParts(selector.replace(ROOT_PREFIX, ''))) !== null)
}

const withoutParts = (selector: string): string => selector.replaceAll(PARTS, '').trim() || '*'

/** A selector that this browser does not know matches nothing. */
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
