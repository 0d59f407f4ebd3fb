import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chromium } from 'playwright'

/**
 * Draws the SVGs of `demo-drawings` anew as photos of the demo. Run it by hand after changing one:
 * `bun server/demo/render-drawings.ts [part of a name]`. `CHROMIUM` names the browser when Playwright has none.
 */
const DRAWINGS = join(import.meta.dir, 'drawings')
const PHOTOS = join(import.meta.dir, 'photos')
const FONTS = join(import.meta.dir, '../../node_modules/@fontsource-variable/fraunces/files')
const SIZE = { width: 960, height: 720 }
const QUALITY = 84

const wanted = process.argv[2] ?? ''
const names = (await readdir(DRAWINGS)).filter((name) => name.endsWith('.svg') && name.includes(wanted))
const browser = await chromium.launch(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {})
const page = await browser.newPage({ viewport: SIZE })
const style = `<style>${await fontFaces()} body { margin: 0 } svg { display: block; width: ${SIZE.width}px }</style>`
for (const name of names) {
  await page.setContent(style + (await Bun.file(join(DRAWINGS, name)).text()))
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ type: 'jpeg', quality: QUALITY, path: join(PHOTOS, `${basename(name, '.svg')}.jpg`) })
}
await browser.close()

async function fontFaces(): Promise<string> {
  const faces = ['normal', 'italic'].map(async (slant) => {
    const font = await Bun.file(join(FONTS, `fraunces-latin-wght-${slant}.woff2`)).bytes()
    const source = `data:font/woff2;base64,${font.toBase64()}`
    return `@font-face { font-family: Fraunces; font-style: ${slant}; font-weight: 100 900; src: url(${source}) }`
  })
  return (await Promise.all(faces)).join('')
}
