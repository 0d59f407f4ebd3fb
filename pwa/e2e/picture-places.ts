import { expect, type Page } from '@playwright/test'

/** The places of a screen's parts in the window: 'x y width height' by their words. */
export type Places = Record<string, string>

/** Notes where everything stands on a picture, which is closed to other scripts, and on the screen that takes its place. */
export function comparePlaces(): void {
  const placesIn = (scope: ParentNode | null): Places => {
    const places: Places = {}
    for (const element of scope?.querySelectorAll('h1,h2,h3,article,nav a,nav button,input') ?? []) {
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0 || y > innerHeight) continue
      const what = `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent?.trim()}`
      let name = what
      for (let nth = 2; name in places; nth += 1) name = `${what}, ${nth}`
      places[name] = [x, y, width, height].map(Math.round).join(' ')
    }
    return places
  }
  const { attachInternals } = HTMLElement.prototype
  const { remove } = Element.prototype
  let picture: ShadowRoot | null = null
  HTMLElement.prototype.attachInternals = function () {
    const internals = attachInternals.call(this)
    if (this.localName === 'last-screen') picture = internals.shadowRoot
    return internals
  }
  Element.prototype.remove = function () {
    const isPicture = this.localName === 'last-screen'
    const before = isPicture ? placesIn(picture) : {}
    remove.call(this)
    // As the frame shows it: only then does a browser measure the cards that it does not lay out ahead.
    if (isPicture) requestAnimationFrame(() => Object.assign(window, { places: [before, placesIn(document)] }))
  }
}

/**
 * Opens a page that compares its places, and reads them. After four seconds a picture gives way to a screen that has nothing
 * yet: then there is nothing to compare, and the page is opened again.
 */
export async function readPlaces(page: Page, open: () => Promise<void>): Promise<[Places, Places]> {
  for (let tries = 1; ; tries++) {
    await open()
    await page.waitForFunction(() => 'places' in window)
    const places = await page.evaluate(() => (window as unknown as { places: [Places, Places] }).places)
    if (Object.keys(places[1]).length > 0 || tries === 3) return places
  }
}

/** Fails unless everything that stands on both has kept its place. */
export function expectSamePlaces(before: Places, after: Places): void {
  const both = Object.keys(before).filter((name) => name in after)
  expect(both.length).toBeGreaterThan(3)
  const placesOf = (places: Places) => both.map((name) => `${name}: ${places[name]}`)
  expect(placesOf(after)).toEqual(placesOf(before))
}
