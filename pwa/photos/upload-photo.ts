import { routes } from '#schema/routes'
import { KEY_HEADER } from '#schema/sync-scopes'
import { keptUploadPath, Uploaded } from '#schema/upload'
import { ApiError, Unreachable } from '../sync/client'
import { httpCall, refusalIn, UPLOAD_TIMEOUT_MS } from '../sync/http'

/**
 * Sends one photo while its person waits. The same photo again gets the same address.
 * @returns its path at the server
 * @throws ApiError when the server refuses, Unreachable when it does not answer
 */
export async function uploadPhoto(photo: { blobId: string; bytes: ArrayBuffer; type: string }): Promise<string> {
  const body = new FormData()
  body.set('file', new File([photo.bytes], 'photo.jpg', { type: photo.type }))
  const { method, path } = routes.upload
  const answer = await httpCall({
    method,
    path,
    body,
    headers: { [KEY_HEADER]: photo.blobId },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  if (answer.kind === 'unreachable') throw new Unreachable(answer.why)
  if (!answer.ok) throw new ApiError(answer.status, refusalIn(answer), answer.text)
  return keptUploadPath(Uploaded.parse(answer.json).url)
}
