import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import { fileTooLargeMessage, MAX_UPLOAD_BYTES, UPLOAD_MESSAGES } from '#schema/upload'
import type { Deps } from '../deps'
import { mountRaw } from '../http/mount'
import { openTurns } from '../http/turns'
import { photoFile } from './photo-store'
import { saveUpload } from './upload-service'

/** Beyond this a form is not read at all, not even for the name of its file. */
const MAX_FORM_BYTES = 20 * 1024 * 1024
/** A decoded photo takes up to 160 MB for a moment. */
const PHOTOS_AT_ONCE = 2
const WAITING_PHOTOS = 50
const PHOTO_CACHE = 'public, max-age=31536000, immutable'

/** One photo in, and photos out. */
export function uploadRoutes(app: Elysia, deps: Deps): void {
  const turns = openTurns({ places: PHOTOS_AT_ONCE, line: WAITING_PHOTOS })

  mountRaw(app, deps, endpoints.upload, async ({ user, request }) => {
    const file = await readFile(request)
    const answer = await turns.take(async () => saveUpload(deps, user.id, await file.bytes()))
    return Response.json(answer, { status: 201, headers: { 'cache-control': 'no-store' } })
  })

  app.get('/uploads/*', async ({ params, request }) => {
    const file = photoFile(deps.env.dataDir, params['*'])
    if (!file || !(await file.exists())) throw new Refusal('not_found')
    const headers = {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': PHOTO_CACHE,
      'x-content-type-options': 'nosniff',
      // The name says what is inside, so whoever has it already has the content.
      etag: `"${params['*']}"`,
    }
    if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
    return new Response(file, { headers })
  })
}

/** The form's only file. @throws Refusal `unsupported_type`, `too_large`, `bad_request`, `validation` */
async function readFile(request: Request): Promise<File> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'multipart/form-data') throw new Refusal('unsupported_type', 'Please send the photo as a form.')
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) throw new Refusal('too_large')
  const form = await request.formData().catch(() => null)
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
