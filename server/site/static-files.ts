import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import { SESSION_HINT_COOKIE } from '#schema/product'
import type { Deps } from '../deps'
import { securityHeaders } from '../http/security-headers'
import { type FirstScreens, openFirstScreens } from './first-screens'
import { findLinkPreview, mayHavePreview, withPreview } from './link-preview'
import { findPageStatus } from './page-status'

type Encoding = 'br' | 'gzip' | 'identity'

type Bodies = Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & Record<'identity', Uint8Array<ArrayBuffer>>

interface StaticFile {
  type: string
  /** Of the plain file: a compressed form carries the same tag with its encoding behind it. */
  tag: string
  cacheControl: string
  bodies: Bodies
}

const ENDINGS: [string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
]
/** Hashed names: their content never changes. Everything else is asked about each time, the worker above all. */
const HASHED_FOLDER = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'
/** A missing thing here is missing, and no page of the app. */
const NOT_PAGES = /^\/(?:api|uploads|_pay|assets|mail|\.well-known)(?:\/|$)/
const PAGE = '/index.html'
const POLICY = 'content-security-policy'
/** The landing page alone shows this photo, first of all; on any other page it would stand in the way of what is wanted. */
const HERO =
  '</hero-1280.webp>; rel=preload; as=image; imagesrcset="/hero-640.webp 640w, /hero-960.webp 960w, /hero-1280.webp 1280w"; imagesizes="100vw"; fetchpriority=high'

/** A build: its files by their paths on the web, and what renders the first screens of the app; null where nothing does. */
export interface StaticFiles {
  byPath: ReadonlyMap<string, StaticFile>
  screens: FirstScreens | null
}

/**
 * Serves the built app from memory, compressed where the build left compressed forms, and its page for every navigation that
 * leads nowhere else. A visitor's page comes with what it shows first.
 */
export function staticFiles(app: Elysia, deps: Deps, { byPath, screens }: StaticFiles): void {
  const policy = securityHeaders(deps.env)[POLICY] ?? ''
  app.get('/*', async ({ request }) => {
    await deps.limits.countAddress('file', request)
    const path = pathOf(request)
    const file = byPath.get(path)
    if (file) return answer(file, request)
    const isPage = path === '/' || isNavigation(request, path)
    const screen = isPage && isVisitorsFirst(request) ? await screens?.find(deps, path) : null
    const hero: Record<string, string> = path === '/' ? { link: HERO } : {}
    if (screen) {
      const csp = policy.replace(`style-src 'self'`, `style-src 'self' ${screen.styles.join(' ')}`)
      return answer(madePage(screen.bodies), request, { ...hero, [POLICY]: csp })
    }
    const page = byPath.get(PAGE)
    const preview = page && takesPages(request) && mayHavePreview(path) ? await findLinkPreview(deps, path) : null
    if (page && preview) {
      const html = withPreview(new TextDecoder().decode(page.bodies.identity), preview, deps.env.origin)
      return answer(madePage({ identity: new TextEncoder().encode(html) }), request)
    }
    if (!page || !isPage) throw new Refusal('not_found')
    return answer(page, request, hero, await findPageStatus(deps, path))
  })
}

/** Somebody who is signed in, or looks for something, sees what no other visitor sees. */
function isVisitorsFirst(request: Request): boolean {
  return !request.headers.get('cookie')?.includes(`${SESSION_HINT_COOKIE}=1`) && new URL(request.url).search === ''
}

function answer(file: StaticFile, request: Request, more: Record<string, string> = {}, status = 200): Response {
  const encoding = bestEncoding(file, request.headers.get('accept-encoding') ?? '')
  const etag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = {
    'content-type': file.type,
    'cache-control': file.cacheControl,
    vary: file.type.startsWith('text/html') ? 'accept-encoding, cookie' : 'accept-encoding',
    etag,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...more,
  }
  if (status === 200 && knows(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(file.bodies[encoding], { status, headers })
}

function bestEncoding(file: StaticFile, accepted: string): Encoding {
  const offered = accepted.split(',').map((part) => part.trim().toLowerCase())
  const accepts = (encoding: Encoding) =>
    offered.some((part) => part.split(';')[0] === encoding && !/;\s*q=0(?:\.0*)?$/.test(part))
  return (['br', 'gzip'] as const).find((encoding) => file.bodies[encoding] && accepts(encoding)) ?? 'identity'
}

function knows(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Programs that fetch a link to preview it often take anything, and browsers say that they take pages. */
function takesPages(request: Request): boolean {
  return /text\/html|\*\/\*/.test(request.headers.get('accept') ?? '*/*')
}

/** A page made for one answer. */
function madePage(bodies: Bodies): StaticFile {
  return { type: Bun.file(PAGE).type, tag: tagOf(bodies.identity), cacheControl: ASK_EACH_TIME, bodies }
}

function tagOf(plain: Uint8Array): string {
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22)
}

function isNavigation(request: Request, path: string): boolean {
  const accepted = request.headers.get('accept') ?? ''
  if (NOT_PAGES.test(path)) return false
  // Programs take anything, and so do scripts and pictures: but those have an ending. A thing that is shown has its preview.
  if (accepted.includes('text/html')) return true
  return accepted.includes('*/*') && !/\.[^/]*$/.test(path) && !mayHavePreview(path)
}

/** The decoded path; it is only ever looked up among the names that were read, so it cannot lead out of the folder. */
function pathOf(request: Request): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname)
  } catch {
    throw new Refusal('not_found')
  }
}

/** Reads a build once; without one there is nothing to serve. */
export function readStaticFiles(dist: string): StaticFiles {
  const names = existsSync(dist) ? publicNames(dist) : []
  const present = new Set(names)
  const isForm = (name: string) => ENDINGS.some(([ending]) => name.endsWith(ending) && present.has(name.slice(0, -3)))
  const byPath = new Map(names.filter((name) => !isForm(name)).map((name) => [name, readFile(dist, name, present)]))
  const page = byPath.get(PAGE)?.bodies.identity
  return { byPath, screens: page ? openFirstScreens(dist, new TextDecoder().decode(page)) : null }
}

/** Files as web paths; names that begin with a dot are the build's own notes. */
function publicNames(dist: string): string[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dist).length).replaceAll(sep, '/'))
    .map((name) => (name.startsWith('/') ? name : `/${name}`))
    .filter((name) => !name.includes('/.'))
}

function readFile(dist: string, name: string, present: Set<string>): StaticFile {
  const plain = read(dist, name)
  const forms = ENDINGS.filter(([ending]) => present.has(name + ending))
  return {
    type: Bun.file(name).type,
    tag: tagOf(plain),
    cacheControl: name.startsWith(HASHED_FOLDER) ? FOR_EVER : ASK_EACH_TIME,
    bodies: {
      identity: plain,
      ...Object.fromEntries(forms.map(([ending, encoding]) => [encoding, read(dist, name + ending)])),
    },
  }
}

function read(dist: string, name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(dist, name)))
}
