import { expect, type Page } from '@playwright/test'

/**
 * Words that cannot be read: beyond the window's edge, or cut off by a box that neither scrolls nor ends in dots. One line
 * each. What a person has folded away, and what only a screen reader says, does not count.
 */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const EDGE_PX = 1.5
    const isHidden = (style: CSSStyleDeclaration) => style.overflowX === 'hidden' || style.overflowX === 'clip'
    const isScrolled = (style: CSSStyleDeclaration) => style.overflowX === 'auto' || style.overflowX === 'scroll'

    /** The edges within which an element's words can be seen; null where they may be out of sight. */
    function room(element: Element): { left: number; right: number } | null {
      let [left, right] = [0, document.documentElement.clientWidth]
      for (let box: Element | null = element; box; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (isScrolled(style) && box.scrollWidth > box.clientWidth) return null
        if (!isHidden(style)) continue
        const isSilent = box.getBoundingClientRect().width <= 1
        if (isSilent || style.textOverflow === 'ellipsis') return null
        const frame = box.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      return { left, right }
    }

    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement
      const isShown = element?.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true })
      if (!element || !isShown || text.textContent?.trim() === '') continue
      if (element.closest('.skip-link')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const free = room(element)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (free && rects.some(({ left, right }) => left < free.left - EDGE_PX || right > free.right + EDGE_PX))
        cut.push(`${element.tagName.toLowerCase()}.${element.className}: ${text.textContent?.trim().slice(0, 40)}`)
    }
    return cut
  })
}

/** A window that has just changed its size is laid out anew with its next turn. */
const LAYOUT_MS = 5_000
const soft = expect.configure({ soft: true })

/** Nothing on the page is wider than the window, and every word can be read. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
  await soft.poll(tooWide, { message: `${what} scrolls sideways`, timeout: LAYOUT_MS }).toBe(0)
  await soft
    .poll(() => cutWords(page), { message: `${what}, words that cannot be read`, timeout: LAYOUT_MS })
    .toEqual([])
}
