import { SHARED_LOST, storeShared } from '../db/shared-photos'

const FORM_PATH = '/inspiration'

/**
 * Takes in what another app shares, with or without a connection. It is on disk before the answer leaves: the worker may
 * be stopped the moment after.
 */
export async function takeInShare(request: Request): Promise<Response> {
  const id = await keep(request)
  return Response.redirect(`${FORM_PATH}?share=1&shared=${id}`, 303)
}

async function keep(request: Request): Promise<string> {
  try {
    const form = await request.formData()
    const words = (name: string) => String(form.get(name) ?? '')
    const files = form.getAll('photos').filter((entry) => entry instanceof File)
    return await storeShared(files, { title: words('title'), text: words('text') })
  } catch {
    // Unreadable, or the disk is full: the form says that the photo has to be chosen again.
    return SHARED_LOST
  }
}
