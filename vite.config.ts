import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { minify } from '@swc/core'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa'
import type { ScreenParts } from './pwa/first-screen/first-screen.ts'
import { splitStyles } from './pwa/first-screen/split-styles.ts'
import { PAGES } from './pwa/shell/page-pieces.ts'
import { PRODUCT_NAME } from './schema/product.ts'

const ROOT = import.meta.dirname
const OUT_DIR = process.env.APP_OUT_DIR ?? join(ROOT, 'dist.next')
/** Keeps the browser's Host header: the server refuses a write whose Origin is another host than the one asked. */
const toServer = { target: `http://127.0.0.1:${process.env.PORT || '3000'}`, changeOrigin: false }

/** Everything that a phone keeps to open without a signal is downloaded on the first visit, so it has a ceiling. */
const CODE = /\.(js|css|html)$/
const CODE_BUDGET_BYTES = 1_500_000
const PICTURE_BUDGET_BYTES = 300_000
const COMPRESS_FROM_BYTES = 200
const ONLINE = 'online'

/**
 * Pieces of the app that are fetched whole, with their priorities. `browse`: the pages of rentals and of made-to-order items.
 * `ideas`: the page of Inspiration, and what other pages have of it. `thing`: the pages of one thing each, so that a first visit by a link loads no others' code. `own`: the pages that list what is a person's own. `write`: forms of things and posts.
 * `viewer`: photos in full screen. `behind`: the work behind the first picture of every page, and the parts that show when something happens. `online` and what begins with this word: what is of no use without a connection; no device keeps it. A dynamic
 * import names its piece: import(/* piece: browse *\/ './listings').
 */
const PIECES: Readonly<Record<string, number>> = {
  browse: 4,
  ideas: 3.5,
  behind: 3,
  thing: 2,
  own: 0,
  write: 0,
  viewer: 1,
  [ONLINE]: 0,
  onlineMeter: 0,
  onlineMemory: 0,
  onlineEntry: 0,
  onlineBuy: 0,
  onlineAnswer: 0,
  onlineEstimate: 0,
  onlinePictures: 0,
  onlinePush: 0,
  onlineFinds: 0,
  onlinePins: 0,
  onlineReceipts: 0,
  onlineSeals: 0,
  onlineMap: 0,
}
const NAMED_IMPORT = /import\(\s*\/\* piece: (\w+) \*\/\s*'([^']+)'/g
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

const SCREENSHOTS = [
  { name: 'listings-narrow', sizes: '780x1688', form_factor: 'narrow', label: 'Browse rentals near you' },
  { name: 'listing-narrow', sizes: '780x1688', form_factor: 'narrow', label: 'Pick your dates and see the price' },
  { name: 'offers-narrow', sizes: '780x1688', form_factor: 'narrow', label: 'Follow every offer in one place' },
  {
    name: 'landing-wide',
    sizes: '1280x800',
    form_factor: 'wide',
    label: 'Everything for the party, from people nearby',
  },
  { name: 'listings-wide', sizes: '1280x800', form_factor: 'wide', label: 'Search by words, category and dates' },
] as const

const shot = ({ name, ...rest }: (typeof SCREENSHOTS)[number]) => ({
  ...rest,
  src: `/screenshots/${name}.jpg`,
  type: 'image/jpeg',
})

const icon = (name: string, sizes: string, purpose?: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${name}.png`,
  sizes,
  type: 'image/png',
  ...(purpose && { purpose }),
})

const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: 'Rent what a party needs from people nearby, have things made to order, and find ideas.',
  start_url: '/?source=pwa',
  scope: '/',
  lang: 'en',
  dir: 'ltr',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#FFFBF6',
  background_color: '#FFFBF6',
  categories: ['shopping', 'lifestyle', 'events'],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    icon('icon-192', '192x192', 'any'),
    icon('icon-512', '512x512', 'any'),
    icon('icon-maskable-512', '512x512', 'maskable'),
    icon('icon-monochrome-512', '512x512', 'monochrome'),
  ],
  share_target: {
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'photos', accept: ['image/*'] }] },
  },
  shortcuts: [
    { name: 'New post', url: '/inspiration?share=1', icons: [icon('shortcut-post', '96x96')] },
    { name: 'Browse rentals', short_name: 'Browse', url: '/listings', icons: [icon('shortcut-browse', '96x96')] },
    { name: 'Offers', url: '/offers', icons: [icon('shortcut-offers', '96x96')] },
  ],
  screenshots: SCREENSHOTS.filter(({ name }) => existsSync(join(ROOT, `pwa/public/screenshots/${name}.jpg`))).map(shot),
}

/** Refuses a build whose precache outgrew its budgets; a phone on a venue's network pays for every byte of it. */
const withinBudget = async (entries: { url: string; revision: string | null; size: number }[]) => {
  const [code = [], pictures = []] = [true, false].map((isCode) =>
    entries.filter(({ url }) => CODE.test(url) === isCode),
  )
  for (const [what, kept, allowed] of [
    ['code', code, CODE_BUDGET_BYTES],
    ['pictures and fonts', pictures, PICTURE_BUDGET_BYTES],
  ] as const) {
    const total = kept.reduce((sum, { size }) => sum + size, 0)
    if (total <= allowed) continue
    const largest = kept.toSorted((one, other) => other.size - one.size).slice(0, 5)
    const names = largest.map(({ url, size }) => `${url} (${size})`).join(', ')
    throw new Error(`Precached ${what}: ${total} bytes, allowed are ${allowed}. Largest: ${names}`)
  }
  return { manifest: entries, warnings: [] }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < COMPRESS_FROM_BYTES) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  if (br.length < bytes.length) await writeFile(`${path}.br`, br)
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz)
}

const pieceOf = new Map<string, string>()
/** Modules that no page which opens without a connection needs. */
const onlineAlone = new Set<string>()

const pieceGroups = () =>
  Object.entries(PIECES).map(([name, priority]) => ({
    name,
    priority,
    test: (id: string) => pieceOf.get(id) === name,
  }))

const isKeptPiece = (id: string) => !pieceOf.get(id)?.startsWith(ONLINE)

/** Reads which piece each dynamic import names, and which modules pages that need a connection have to themselves. */
function readPieces(): Plugin {
  return {
    name: 'trestle:pieces',
    apply: 'build',
    enforce: 'pre',
    async transform(code, importer) {
      for (const [, piece = '', path = ''] of code.matchAll(NAMED_IMPORT)) {
        if (!(piece in PIECES)) throw new Error(`${importer} names the piece ${piece}, which does not exist`)
        const found = await this.resolve(path, importer)
        if (!found) throw new Error(`${importer} imports ${path}, which does not exist`)
        pieceOf.set(found.id, piece)
      }
    },
    buildEnd() {
      const all = [...this.getModuleIds()]
      const kept = new Set<string>()
      const ahead = all.filter((id) => this.getModuleInfo(id)?.isEntry)
      for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
        const info = kept.has(id) ? null : this.getModuleInfo(id)
        kept.add(id)
        if (info) ahead.push(...info.importedIds, ...info.dynamicallyImportedIds.filter(isKeptPiece))
      }
      for (const id of all) if (!kept.has(id)) onlineAlone.add(id)
    },
  }
}

/**
 * The bundler adds the lists of styles that pages need to chunks that are minified by then. A second pass shortens those too, and by
 * another minifier, which finds what the first one left; of the libraries its text is shorter but compresses worse.
 */
const minifyAgain = (): Plugin => ({
  name: 'trestle:minify-again',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.name !== 'library') chunk.code = await shorten(chunk.code)
    },
  },
})

const shorten = async (code: string): Promise<string> => {
  const compress = { ecma: 2020, passes: 3, toplevel: true } as const
  return (await minify(code, { module: true, compress, mangle: { toplevel: true }, format: { ecma: 2020 } })).code
}

/** Refuses a build in which a part that a device keeps needs one that no device keeps: without a connection it would not open. */
const keptStandsAlone = (): Plugin => ({
  name: 'trestle:kept',
  apply: 'build',
  generateBundle(_options, bundle) {
    const isOnline = (file: string) => file.startsWith(`assets/${ONLINE}`)
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || isOnline(chunk.fileName)) continue
      const needed = chunk.imports.find(isOnline)
      if (needed) this.error(`${chunk.fileName} needs ${needed}. Give what both use a piece of its own.`)
    }
  },
})

/** Refuses a build in which a page is not fetched with the pieces that its own one needs: it would wait for the rest, or for too much. */
const pagesNamePieces = (): Plugin => ({
  name: 'trestle:page-pieces',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
    const neededBy = (chunk: Rolldown.OutputChunk | undefined, known = new Set<string>()): Set<string> => {
      if (!chunk || known.has(chunk.name)) return known
      known.add(chunk.name)
      for (const file of chunk.imports) neededBy(byFile.get(file), known)
      return known
    }
    for (const [address, named] of PAGES) {
      const [own = ''] = named
      if (own.startsWith(ONLINE)) continue
      const page = chunks.find(({ name }) => name === own)
      const needed = [...neededBy(page)].filter((name) => name in PIECES || name === 'shared')
      if (needed.toSorted().join() !== named.toSorted().join())
        this.error(`${address} is fetched with ${named.join(', ')}; its page needs ${needed.join(', ')}.`)
    }
  },
})

/**
 * Rules of Pico for what no page has: sliders, switches, times, buttons that reset, breadcrumbs, striped tables, keys,
 * groups of headings, its own tooltips and search forms, fields that are marked as right, lists with several choices, articles in dialogs, sources of
 * quotations, text from right to left, a theme that is chosen by hand, and shadow roots; and for the button of a file field, which lies unseen in a button of ours.
 */
const UNUSED_RULES =
  /^body>|^label\[aria-disabled|-webkit-input-placeholder|data-tooltip|type="?(range|reset|time|month|week|datetime-local)\b|role="?(switch|search|link|group)\b|rel="?prev\b|breadcrumb|striped|hgroup|\bkbd\b|dir="?rtl|^:host|-ms-|^\[data-theme="?dark|^\[aria-busy|aria-invalid="?false|file-selector-button|select\[multiple|dialog ?> ?article|blockquote footer|:indeterminate|\b(h5|h6|small|pre|samp|ins|del|mark|abbr|sub|sup|hr|tfoot|audio|video|canvas)\b/
const ARGUMENTS = /:[\w-]+\([^()]*\)/g

/** What those rules and buttons of contrast read. */
const UNUSED_PROPERTIES =
  /^--pico-(group|h[56]|switch|range|tooltip|contrast|secondary|icon-(time|close|valid|minus|loading)|form-element-(valid|selected)|mark|ins|del|accordion-border|scrollbar|loading-spinner|code-kbd|nav-breadcrumb|table-row-stripped)\b/

/** Rules of the calendar for what it never shows: drop-downs, numbers of weeks, moving months, and text from right to left. */
const UNUSED_CALENDAR_RULES = /dropdown|week_number|nav-layout|_(enter|exit)\b|dir="?rtl/

/** The theme's own values: those of Pico for the same names, which stand in a layer below, never count. */
const THEME_PROPERTIES = new Set(readFileSync(join(ROOT, 'pwa/styles/tokens.css'), 'utf8').match(/--pico-[\w-]+(?=:)/g))
const isRoot = (selector: string) => /^(:root|\[data-theme)\S*$/.test(selector)

interface Part {
  remove(): void
  source?: { input: { file?: string } }
}

const isFrom = (part: Part, library: string) => part.source?.input.file?.includes(library)

/** Takes out what styles nothing here; what a selector only excludes does not count. */
const withoutUnusedStyles = {
  postcssPlugin: 'trestle:unused-styles',
  Rule(rule: Part & { selectors: string[] }) {
    const isPico = isFrom(rule, 'picocss')
    if (!isPico && !isFrom(rule, 'react-day-picker')) return
    const unused = isPico ? UNUSED_RULES : UNUSED_CALENDAR_RULES
    const used = rule.selectors.filter((selector) => !unused.test(selector.replace(ARGUMENTS, '')))
    if (used.length === 0) rule.remove()
    else if (used.length < rule.selectors.length) rule.selectors = used
  },
  Declaration(declaration: Part & { prop: string; parent?: object }) {
    const { prop, parent } = declaration
    if (!isFrom(declaration, 'picocss')) return
    const { selectors } = parent as { selectors?: string[] }
    const isThemed = THEME_PROPERTIES.has(prop) && selectors?.every(isRoot)
    if (isThemed || UNUSED_PROPERTIES.test(prop)) declaration.remove()
  },
}

const MODERN_BUILDS = [
  // The stand-in for React's own hook is for versions of React that have none.
  { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
  // The builds for the browsers that the product supports; the default builds are written for old ones.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  { find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' },
  { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
]

const WORKER_EVENTS = 'worker-events'
/** What the worker names of other scripts, by the word that stands for it in the worker. */
const workerWords = new Map<string, string>()

/** Writes a script that needs no other file. */
async function buildScript(entry: string, format: 'iife' | 'es') {
  const built = await build({
    root: join(ROOT, 'pwa'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: MODERN_BUILDS },
    // A second pass would take the name of the other format for one that nobody uses.
    plugins: format === 'es' ? [minifyAgain()] : [],
    build: {
      outDir: OUT_DIR,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: join(ROOT, 'pwa', entry), name: 'workerEvents', formats: [format] },
      rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js', minify: true, comments: false } },
    },
  })
  const [bundle] = [built].flat()
  const script = bundle && 'output' in bundle ? bundle.output[0] : undefined
  if (!script) throw new Error(`${entry} was not built`)
  return script
}

/** Builds what the worker brings along or brings in by itself, before the worker, and what the server shows a visitor first. */
const buildBesideApp = (): Plugin => ({
  name: 'trestle:beside-app',
  apply: 'build',
  async writeBundle(_options, bundle) {
    const events = await buildScript(`service-worker/${WORKER_EVENTS}.ts`, 'iife')
    workerWords.set('WORKER_EVENTS_URL', `/${events.fileName}`)
    const starter = await buildScript('shell/last-screen.ts', 'es')
    workerWords.set('LAST_SCREEN_CODE', starter.code)
    await buildFirstScreen()
    const parts: ScreenParts = { starter: `/${starter.fileName}`, ...readPieceFiles(Object.values(bundle)) }
    await writeFile(join(OUT_DIR, FIRST_SCREEN_DIR, 'parts.json'), JSON.stringify(parts))
  },
})

/** In a folder that no browser can ask for. */
const FIRST_SCREEN_DIR = '.first-screen'

/** Builds the app as the server renders it. */
const buildFirstScreen = () =>
  build({
    root: join(ROOT, 'pwa'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: MODERN_BUILDS },
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      minify: true,
      ssr: 'first-screen/first-screen.ts',
      outDir: join(OUT_DIR, FIRST_SCREEN_DIR),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
    },
  })

/** The files of the pieces, and the styles of the pages that the server renders. */
function readPieceFiles(files: Rolldown.OutputBundle[string][]): Omit<ScreenParts, 'starter'> {
  const pieces: ScreenParts['pieces'] = {}
  const texts = new Map<string, string>()
  for (const file of files) {
    if (file.type === 'asset') texts.set(file.fileName, String(file.source))
    else if (file.name in PIECES || ['index', 'shared'].includes(file.name))
      pieces[file.name] = {
        scripts: [`/${file.fileName}`],
        styles: [...(file.viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
      }
  }
  const shown = ['index', 'shared', 'browse', 'ideas', 'thing', ONLINE].flatMap((name) => pieces[name]?.styles ?? [])
  const styles = splitStyles([...new Set(shown)].map((path) => texts.get(path.slice(1)) ?? '').join('\n'))
  return { pieces, styles }
}

/** Puts these words into the worker. In development the worker is a module, which brings its events along. */
const nameWorkerScripts = (): Plugin => ({
  name: 'trestle:worker-words',
  transform: {
    filter: { id: /service-worker\/(load-events|answer-page)\.ts$/ },
    handler(code, id) {
      if (workerWords.size > 0)
        return code.replace(/\b(?:WORKER_EVENTS_URL|LAST_SCREEN_CODE)\b/g, (word) =>
          JSON.stringify(workerWords.get(word)),
        )
      if (id.endsWith('load-events.ts'))
        return `import * as events from './${WORKER_EVENTS}'\nexport const loadEvents = () => events`
    },
  },
})

/** Writes the product's name into the page. */
const nameProduct = (): Plugin => ({
  name: 'trestle:name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME),
})

/** Writes `.br` and `.gz` beside every text file. Comes last, because the worker is written after the bundle. */
function precompress(): Plugin {
  return {
    name: 'trestle:precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (error) return
        const files = await readdir(OUT_DIR, { recursive: true })
        await Promise.all(
          files
            .filter((file) => COMPRESSIBLE.test(file) && !file.startsWith('.'))
            .map((file) => compressFile(join(OUT_DIR, file))),
        )
      },
    },
  }
}

export default defineConfig({
  root: join(ROOT, 'pwa'),
  envDir: ROOT,
  resolve: {
    alias: MODERN_BUILDS,
  },
  css: { postcss: { plugins: [withoutUnusedStyles] } },
  worker: { format: 'es', plugins: () => [minifyAgain()] },
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // The content policy allows 'self' alone, so nothing may become a data: address.
    assetsInlineLimit: 0,
    // Only styles are fetched ahead of a lazy page: a table of every chunk's neighbours would weigh on the first load.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      // Making a shape has no effect: one that nobody asks is left out, with its checks. No library calls anything `z`.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // Libraries change rarely, so that those of the first load stay by themselves. The rest comes in few pieces: left to itself,
        // what two pages share becomes a file of its own, and a first visit fetches and keeps two hundred of them, half below 1 kB.
        codeSplitting: {
          groups: [
            { name: 'library', test: /node_modules/, tags: ['$initial'], priority: 6 },
            { name: 'core', tags: ['$initial'], priority: 5 },
            ...pieceGroups(),
            { name: 'shared', minShareCount: 2, priority: 1, test: (id: string) => !onlineAlone.has(id) },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': toServer, '/uploads': toServer, '/_pay': toServer },
  },
  plugins: [
    readPieces(),
    keptStandsAlone(),
    pagesNamePieces(),
    nameProduct(),
    nameWorkerScripts(),
    buildBesideApp(),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/icon-{192,monochrome-512}.png', '*.{jpg,webp}'],
        globIgnores: [
          'screenshots/**',
          '**/*.map',
          `assets/${ONLINE}*`,
          `assets/${WORKER_EVENTS}-*`,
          'assets/last-screen-*',
        ],
        manifestTransforms: [withinBudget],
        buildPlugins: { vite: [nameWorkerScripts()] },
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    minifyAgain(),
    precompress(),
  ],
})
