import type { Page } from '@playwright/test'

/** Watches the cards of a page from now on. @returns says which have moved, were shown twice, or went away */
export async function watchCards(page: Page): Promise<() => Promise<string[]>> {
  const watching = await page.evaluateHandle(() => {
    const moves = new Set<string>()
    const first = new Map<string, string>()
    const look = () => {
      const counts = new Map<string, number>()
      const places = new Map<string, string>()
      for (const link of document.querySelectorAll<HTMLAnchorElement>('main article :is(h2, h3) a')) {
        const list = link.closest('section')?.querySelector('h2')?.textContent ?? 'the top'
        const count = (counts.get(list) ?? 0) + 1
        counts.set(list, count)
        if (places.has(link.pathname)) moves.add(`${link.pathname} is shown twice`)
        places.set(link.pathname, `${list} ${count}`)
      }
      for (const [card, place] of places) if (!first.has(card)) first.set(card, place)
      for (const [card, before] of first) {
        const place = places.get(card) ?? 'nowhere'
        if (before !== place) moves.add(`${card} from ${before} to ${place}`)
      }
    }
    look()
    // Called before the browser paints: what nobody could see counts as well.
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ['href'] })
    return moves
  })
  return () => watching.evaluate((moves) => [...moves])
}

/** Watches the words of a page from now on. @returns those that match, in the order in which they came, each as often as it came */
export async function watchWords(page: Page, wanted: RegExp): Promise<() => Promise<string[]>> {
  const watching = await page.evaluateHandle((pattern) => {
    const said: string[] = []
    let before = ''
    const look = () => {
      const words = document.querySelector('main')?.innerText.match(pattern)?.[0] ?? ''
      if (words !== before && words !== '') said.push(words)
      before = words
    }
    look()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return said
  }, wanted)
  return () => watching.evaluate((said) => [...said])
}
