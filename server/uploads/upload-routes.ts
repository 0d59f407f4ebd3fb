import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { fileTooLargeMessage, MAX_UPLOAD_BYTES, UPLOAD_MESSAGES } from '#schema/upload'
import type { Deps } from '../deps'
import { bodyLimits, photoQueue } from '../http/limits'
import { mountRaw } from '../http/mount'
import { readBytes } from '../http/request-body'
import { createSemaphore } from '../http/semaphore'
import { findSessionUser, getSessionUser } from '../http/session-user'
import { isPublicPhoto, maySeePhoto } from './photo-access'
import { photoHash, webpName } from './photo-store'
import { saveUpload } from './upload-service'
import { takesWebp, webpPhoto } from './webp-photos'

const PUBLIC_CACHE = 'public, max-age=31536000, immutable'
/** A cache that serves others asks each time, and is told whether its callers take this form. */
const WEBP_CACHE = 'public, max-age=31536000, s-maxage=0, immutable'
const PRIVATE_CACHE = 'private, no-store'

/** All markets of the process take turns together: they share its memory. */
const decoding = createSemaphore({
  places: photoQueue.decodedAtOnce,
  each: 1,
  line: 1,
  waiting: photoQueue.waitingToBeDecoded,
})

/**
 * One photo in, and photos out: to everybody when something on show names the photo, else to those alone who may see it. An
 * upload is its uploader's until a row names it.
 */
export function uploadRoutes(app: Elysia, deps: Deps): void {
  // One of each person. A photo that comes in drops holds up its person alone: bodies that are on their way share a
  // memory of their own, which those who never finish do not keep.
  const reading = createSemaphore({
    places: Infinity,
    each: 1,
    line: photoQueue.waitingOfPerson,
    waiting: photoQueue.waitingInAll,
  })

  mountRaw(
    app,
    deps,
    endpoints.upload,
    async ({ user, request }) => {
      const key = String(user.id)
      // People with few photos lately come before people with many.
      const turn = { key, rank: await deps.limits.countWork(`photo/${key}`), signal: request.signal }
      const answer = await reading.take(turn, async () => {
        const file = await readFile(request)
        const ofMarket = { ...turn, key: `${deps.feed.life()}/${key}` }
        return decoding.take(ofMarket, async () => {
          // The session may have ended while the photo came, or while it waited for its turn.
          const { id } = await getSessionUser(deps, request)
          return saveUpload(deps, id, await file.bytes())
        })
      })
      return Response.json(answer, { status: 201, headers: { 'cache-control': 'no-store' } })
    },
    { maxBytes: bodyLimits.upload },
  )

  app.get('/uploads/*', async ({ params, request }) => {
    await deps.limits.countAddress('file', request)
    const name = params['*']
    const sha256 = photoHash(name)
    if (!sha256) throw new Refusal('not_found')
    const isPublic = await isPublicPhoto(deps.db, sha256)
    const user = isPublic ? null : await findSessionUser(deps, request)
    const maySee = isPublic || (user !== null && (await maySeePhoto(deps.db, user, sha256)))
    const file = maySee ? await deps.photos.get(name) : null
    if (!file) throw new Refusal('not_found')
    if (!isPublic) return new Response(file, { headers: headersOf('jpeg', PRIVATE_CACHE) })
    const webp = takesWebp(request) ? await webpPhoto(deps, name, file) : null
    // The name says what is inside, so whoever has it already has the content.
    const etag = `"${webp ? webpName(name) : name}"`
    const headers = { ...(webp ? headersOf('webp', WEBP_CACHE) : headersOf('jpeg', PUBLIC_CACHE)), etag }
    const isKnown = request.headers.get('if-none-match') === etag
    return new Response(isKnown ? null : (webp ?? file), { status: isKnown ? 304 : 200, headers })
  })
}

const headersOf = (type: 'jpeg' | 'webp', caching: string) => ({
  'content-type': `image/${type}`,
  'content-disposition': `inline; filename="photo.${type === 'jpeg' ? 'jpg' : type}"`,
  'cache-control': caching,
  'x-content-type-options': 'nosniff',
})

/** The form's only file. @throws Refusal `unsupported_type`, `too_large`, `bad_request`, `validation` */
async function readFile(request: Request): Promise<File> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'multipart/form-data') throw new Refusal('unsupported_type', 'Please send the photo as a form.')
  const bytes = await readBytes(request, bodyLimits.upload)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (!form) throw new Refusal('bad_request')
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || !(file instanceof File)) {
    throw new Refusal('validation', 'Please send one photo.', { file: 'Please send one photo.' })
  }
  if (file.size > MAX_UPLOAD_BYTES) throw new Refusal('too_large', fileTooLargeMessage(file.name))
  if (file.size === 0) throw new Refusal('unsupported_type', UPLOAD_MESSAGES.notAnImage)
  return file
}
