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

/**
 * Watches the words of a tab from its next load on. @returns those that match, each with the heading of its page, once for each time
 * that they came
 */
export async function watchWords(page: Page, wanted: RegExp): Promise<() => Promise<string[]>> {
  await page.addInitScript((source) => {
    const pattern = new RegExp(source)
    const said: string[] = []
    let before = ''
    const look = () => {
      const main = document.querySelector('main')
      const [words] = main?.innerText.match(pattern) ?? []
      const now = words ? `${main?.querySelector('h1')?.innerText}: ${words}` : ''
      if (now !== before && now !== '') said.push(now)
      before = now
    }
    Object.assign(window, { said })
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }, wanted.source)
  return () => page.evaluate(() => [...(window as never as { said: string[] }).said])
}
