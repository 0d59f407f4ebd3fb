import { createHash } from 'node:crypto'
import type { Deps } from '../deps'
import { hasUploaded } from '../uploads/photo-access'
import { ownPhotoHash } from '../uploads/photo-store'
import type { UserRow } from './user-queries'

/** Background and ink, each pair readable: terracotta, leaf, plum, sky and gold. */
const PALETTE = [
  ['#B8492F', '#FFFBF6'],
  ['#3F6B57', '#FFFBF6'],
  ['#7A2E4D', '#FFFBF6'],
  ['#3C6E8F', '#FFFBF6'],
  ['#E0B860', '#2A211C'],
] as const
/** A new photo shows within minutes, and a list of faces is not asked for again on every page. */
const AVATAR_CACHE = 'public, max-age=300, stale-while-revalidate=86400'
/** Shown whole in a browser tab, a drawing may load and run nothing. */
const DRAWING_POLICY = `default-src 'none'; frame-ancestors 'none'`

/** A person's picture: their own upload, else a drawn initial. Nothing is fetched from elsewhere, and nobody is sent there. */
export async function avatarResponse({ db, photos }: Deps, user: UserRow | null, request: Request): Promise<Response> {
  const hash = ownPhotoHash(user?.profilePhoto ?? null)
  const isOwn = hash && user && (await hasUploaded(db, user.id, hash))
  const photo = isOwn ? await photos.get(`${hash}-320.jpg`) : null
  if (photo) return cached(request, `"${hash}"`, { 'content-type': 'image/jpeg' }, () => photo)
  const svg = initialDrawing(user)
  const etag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"`
  const headers = { 'content-type': 'image/svg+xml', 'content-security-policy': DRAWING_POLICY }
  return cached(request, etag, headers, () => svg)
}

function cached(request: Request, etag: string, type: Record<string, string>, body: () => Blob | string): Response {
  const headers = { ...type, etag, 'cache-control': AVATAR_CACHE, 'x-content-type-options': 'nosniff' }
  const isKnown = request.headers.get('if-none-match') === etag
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(body(), { headers })
}

/** The first letter of the name on a colour that stays the person's own; a question mark for nobody. */
function initialDrawing(user: { id: number; username: string } | null): string {
  const [background, ink] = PALETTE[(user?.id ?? 0) % PALETTE.length] ?? PALETTE[0]
  const [first] = new Intl.Segmenter().segment(user?.username ?? '')
  const initial = escapeXml((first?.segment ?? '?').toLocaleUpperCase('en-US'))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${background}"/><text x="48" y="49" fill="${ink}" font-family="Georgia, serif" font-size="46" text-anchor="middle" dominant-baseline="central">${initial}</text></svg>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
