import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Words that cannot be read and presses that stick out: beyond the window's edge, or cut off by a box that neither scrolls nor
 * ends in dots. One line each. What a person has folded away, and what only a screen reader says, does not count.
 */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const EDGE_PX = 1.5
    const LETTERS_WIDTH_EM = 2
    const PRESSES = 'button, .button, input, select, textarea, summary'
    const isHidden = (style: CSSStyleDeclaration) => style.overflowX === 'hidden' || style.overflowX === 'clip'
    const isScrolled = (style: CSSStyleDeclaration) => style.overflowX === 'auto' || style.overflowX === 'scroll'

    /** Ends in dots after hardly a letter. */
    const isSqueezed = (box: Element, style: CSSStyleDeclaration) =>
      box.scrollWidth > box.clientWidth && box.clientWidth < LETTERS_WIDTH_EM * Number.parseFloat(style.fontSize)

    /** The edges within which an element's words can be seen; null where they may be out of sight. */
    function room(element: Element): { left: number; right: number } | null {
      let [left, right] = [0, document.documentElement.clientWidth]
      for (let box: Element | null = element; box; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (isScrolled(style) && box.scrollWidth > box.clientWidth) return null
        if (!isHidden(style)) continue
        const isSilent = box.getBoundingClientRect().width <= 1
        if (style.textOverflow === 'ellipsis' && isSqueezed(box, style)) return { left: 0, right: 0 }
        if (isSilent || style.textOverflow === 'ellipsis') return null
        const frame = box.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      return { left, right }
    }

    const isShown = (element: Element) =>
      element.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true }) && !element.closest('.skip-link')
    const isBeyond = (element: Element, rects: Iterable<DOMRect>) => {
      const free = room(element)
      const seen = [...rects].filter(({ width }) => width > 0)
      return free && seen.some(({ left, right }) => left < free.left - EDGE_PX || right > free.right + EDGE_PX)
    }
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`

    const cut: string[] = []
    for (const press of document.querySelectorAll(PRESSES))
      if (isShown(press) && press.parentElement && isBeyond(press.parentElement, press.getClientRects()))
        cut.push(nameOf(press))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const element = text.parentElement
      if (!element || !isShown(element) || text.textContent?.trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if (isBeyond(element, range.getClientRects()))
        cut.push(`${nameOf(element)}: ${text.textContent?.trim().slice(0, 40)}`)
    }
    return cut
  })
}

/** A window that has just changed its size is laid out anew with its next turn. */
const LAYOUT_MS = 5_000
const soft = expect.configure({ soft: true })

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>
const EDGE_PX = 1

/** The tightest screens. */
export const TIGHT_SIZES = [
  { width: 320, letters: '100%' },
  { width: 390, letters: '200%' },
  { width: 320, letters: '200%' },
]

/** Makes the window and the letters so large. */
export async function resize(page: Page, { width, letters }: (typeof TIGHT_SIZES)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters)
}

/** Two places on a screen, in pixels, that share more than an edge. */
const overlap = (one: Box, other: Box): boolean =>
  one.x + one.width - EDGE_PX > other.x &&
  other.x + other.width - EDGE_PX > one.x &&
  one.y + one.height - EDGE_PX > other.y &&
  other.y + other.height - EDGE_PX > one.y

/** All of these are on the screen, and no two lie on each other. */
export async function expectApart(what: string, shown: Locator[]): Promise<void> {
  for (const one of shown) await soft(one, what).toBeInViewport()
  const touching = async () => {
    const boxes = (await Promise.all(shown.map((one) => one.boundingBox()))).filter((box) => box !== null)
    return boxes.flatMap((box, index) => boxes.slice(index + 1).filter((other) => overlap(box, other)))
  }
  await soft.poll(touching, { message: `${what} lie on each other`, timeout: LAYOUT_MS }).toEqual([])
}

/** Nothing on the page is wider than the window, every word can be read, and no press sticks out. */
export async function expectFits(page: Page, what: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
  await soft.poll(tooWide, { message: `${what} scrolls sideways`, timeout: LAYOUT_MS }).toBe(0)
  await soft.poll(() => cutOff(page), { message: `${what}, what is cut off`, timeout: LAYOUT_MS }).toEqual([])
}
