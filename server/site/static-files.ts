import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Elysia } from 'elysia'
import { Refusal } from '#schema/errors'
import type { Deps } from '../deps'
import { findLinkPreview, mayHavePreview, withPreview } from './link-preview'
import { findPageStatus } from './page-status'

type Encoding = 'br' | 'gzip' | 'identity'

interface StaticFile {
  type: string
  /** Of the plain file: a compressed form carries the same tag with its encoding behind it. */
  tag: string
  cacheControl: string
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
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
/** The landing page alone shows this photo, first of all; on any other page it would stand in the way of what is wanted. */
const HERO =
  '</hero-1280.jpg>; rel=preload; as=image; imagesrcset="/hero-640.jpg 640w, /hero-1280.jpg 1280w"; imagesizes="100vw"; fetchpriority=high'

/** The files of a build, by their paths on the web. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

/**
 * Serves the built app from memory, compressed where the build left compressed forms, and its page for every navigation that
 * leads nowhere else.
 */
export function staticFiles(app: Elysia, deps: Deps, files: StaticFiles): void {
  app.get('/*', async ({ request }) => {
    await deps.limits.countAddress('file', request)
    const path = pathOf(request)
    const page = takesPages(request) && mayHavePreview(path) ? files.get(PAGE)?.bodies.identity : undefined
    const preview = page && (await findLinkPreview(deps, path))
    if (page && preview) {
      const html = withPreview(new TextDecoder().decode(page), preview, deps.env.origin)
      return answer(pageOf(new TextEncoder().encode(html)), request)
    }
    const file = files.get(path === '/' ? PAGE : path)
    if (file) return answer(file, request, path === '/' ? { link: HERO } : {})
    const fallback = isNavigation(request, path) ? files.get(PAGE) : undefined
    if (!fallback) throw new Refusal('not_found')
    return answer(fallback, request, {}, await findPageStatus(deps, path))
  })
}

function answer(file: StaticFile, request: Request, more: Record<string, string> = {}, status = 200): Response {
  const encoding = bestEncoding(file, request.headers.get('accept-encoding') ?? '')
  const etag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = {
    'content-type': file.type,
    'cache-control': file.cacheControl,
    vary: 'accept-encoding',
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

/** A page made for one answer; it is small, so it goes out as it is. */
function pageOf(plain: Uint8Array<ArrayBuffer>): StaticFile {
  return { type: Bun.file(PAGE).type, tag: tagOf(plain), cacheControl: ASK_EACH_TIME, bodies: { identity: plain } }
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
  return new Map(names.filter((name) => !isForm(name)).map((name) => [name, readFile(dist, name, present)]))
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
