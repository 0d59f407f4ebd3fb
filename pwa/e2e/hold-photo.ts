import { expect, type Page } from '@playwright/test'

/** Keeps the browser from opening the picked photo of this number, counted from 1, until `go`. */
export async function holdPhoto(page: Page, number: number) {
  const gate = await page.evaluateHandle((held) => {
    const open = window.createImageBitmap.bind(window) as (file: Blob) => Promise<ImageBitmap>
    const gate = { count: 0, go: () => {} }
    const going = new Promise<void>((resolve) => {
      gate.go = resolve
    })
    Object.assign(window, {
      createImageBitmap: async (file: Blob) => {
        gate.count += 1
        if (gate.count === held) await going
        return open(file)
      },
    })
    return gate
  }, number)
  return {
    asked: () => expect.poll(() => gate.evaluate(({ count }) => count)).toBe(number),
    go: () => gate.evaluate((one) => one.go()),
  }
}
