import { SHARED_LOST, storeShared } from '../photos/shared-photos'

const FORM_PATH = '/inspiration'

/**
 * Takes in what another app shares, with or without a connection. It is on disk before the answer leaves: the worker may
 * be stopped the moment after.
 */
export async function takeInShare(request: Request): Promise<Response> {
  const id = await keep(request)
  return Response.redirect(`${FORM_PATH}?share=1&shared=${id}`, 303)
}

const isForeign = ({ referrer }: Request) => URL.canParse(referrer) && new URL(referrer).origin !== self.location.origin

async function keep(request: Request): Promise<string> {
  try {
    // Apps come from nowhere; a page of another site has no business to put files on this device.
    if (isForeign(request)) return SHARED_LOST
    const form = await request.formData()
    const words = (name: string) => String(form.get(name) ?? '')
    const files = form.getAll('photos').filter((entry) => entry instanceof File)
    return await storeShared(files, {
      title: words('title'),
      text: [words('text'), words('url')].filter((text) => text !== '').join('\n'),
    })
  } catch {
    // Unreadable, or the disk is full: the form says that the photo has to be chosen again.
    return SHARED_LOST
  }
}
