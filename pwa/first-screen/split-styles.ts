import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'
import { CLASS, classesOf, ROOT_HAS, ROOT_PREFIX, STATE } from '../shell/selectors.ts'

/** A rule with what it needs: all classes of one of the groups are on the screen. */
export type ScreenRule = readonly [groups: string[][], css: string]

/** The styles of the app, split for a screen in a tree of its own. */
export interface SplitStyles {
  /** For the page around the screen: fonts, the values of the root, its ground. */
  page: ScreenRule[]
  screen: ScreenRule[]
}

/** The page's root or body, and nothing within. */
const AROUND = /^(?::root|html|body)(?:[:[(][^\s>+~]*)?$/
const ALWAYS: string[][] = [[]]

/** Splits built styles; the rules stay in the order in which they apply. */
export function splitStyles(css: string): SplitStyles {
  const split: SplitStyles = { page: [], screen: [] }
  walk(postcss.parse(css), '', '', split)
  return split
}

function walk(container: Container<ChildNode>, before: string, after: string, split: SplitStyles): void {
  container.each((node) => {
    if (node.type === 'rule') takeRule(node, before, after, split)
    else if (node.type === 'atrule') takeAtRule(node, before, after, split)
  })
}

function takeRule(rule: Rule, before: string, after: string, { page, screen }: SplitStyles): void {
  const body = `{${rule.nodes.map(String).join(';')}}${after}`
  const inside: string[] = []
  for (const selector of rule.selectors.filter((one) => !STATE.test(one))) {
    const [has] = ROOT_HAS.exec(selector) ?? []
    if (has) {
      const classes = [...has.matchAll(CLASS)].map(([, name = '']) => name)
      if (classes.length > 0) page.push([[classes], `${before}${selector.replace(ROOT_HAS, ':root')}${body}`])
    } else if (AROUND.test(selector)) page.push([ALWAYS, `${before}${selector}${body}`])
    else inside.push(selector.replace(ROOT_PREFIX, ''))
  }
  if (inside.length > 0) screen.push([inside.map(classesOf), `${before}${inside.join(',')}${body}`])
}

function takeAtRule(rule: AtRule, before: string, after: string, split: SplitStyles): void {
  const { name, params, nodes } = rule
  if (name === 'media' && params.includes('print')) return
  if (name === 'font-face') split.page.push([ALWAYS, String(rule)])
  else if (name === 'keyframes') split.screen.push([ALWAYS, String(rule)])
  else if (nodes) walk(rule as Container<ChildNode>, `${before}@${name} ${params}{`, `}${after}`, split)
  // The order of layers counts on both sides.
  else for (const rules of [split.page, split.screen]) rules.push([ALWAYS, `${rule};`])
}
