import * as z from 'zod/mini'

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_MEGAPIXELS = 24
/** Longest description of what a photo shows. */
export const ALT_MAX = 300
export const LONGEST_SIDE_PX = 1200
export const JPEG_QUALITY = 80
/** Of the smaller form for browsers, which is made of the JPEG. */
export const WEBP_QUALITY = 80
export const SMALLER_WIDTHS_PX = [320, 640] as const

export const UPLOAD_MESSAGES = {
  notAnImage: 'Invalid file type',
  tooLarge: 'File too large',
  tooManyPixels: 'This photo has more than 24 megapixels. Please choose a smaller one.',
  failed: 'Failed to upload image',
} as const

/** The message for one file of several (the listing form), with the limit of the place where it is too large. */
export function fileTooLargeMessage(name: string, megabytes = 5): string {
  return `File ${name} is too large. Maximum size is ${megabytes}MB.`
}

export const Uploaded = z.object({ url: z.string() })

const OWN_UPLOAD = /^\/uploads\/[a-f0-9]{64}\.jpg$/
/** An upload as a row or a device may have kept it: with the origin of that day in front. Only its path is read. */
const KEPT_UPLOAD = /^(?:https?:\/\/[^/]+)?(\/uploads\/[a-f0-9]{64})\.jpg$/

/** An upload is on our own origin and has smaller widths beside it; anything else has only itself. */
export function photoSources(url: string): { src: string; srcset?: string } {
  const own = KEPT_UPLOAD.exec(url)
  if (!own) return { src: url }
  const path = own[1]
  const smaller = SMALLER_WIDTHS_PX.map((width) => `${path}-${width}.jpg ${width}w`)
  return { src: `${path}.jpg`, srcset: [...smaller, `${path}.jpg ${LONGEST_SIDE_PX}w`].join(', ') }
}

const PHOTO_MESSAGE = 'Please provide a valid image URL'

/** A photo address that a person may send: the path of an upload. `uploadPath` makes it of an address on our own origin. */
export const PhotoUrl = z.string(PHOTO_MESSAGE).check(z.regex(OWN_UPLOAD, PHOTO_MESSAGE))

const KEPT_URL_MAX = 2000

/** A photo address as a device may have kept it: of an upload on any of our origins, or from a build that took others too. */
export const KeptPhotoUrl = z.union(
  [
    z.string().check(z.regex(KEPT_UPLOAD), z.maxLength(KEPT_URL_MAX)),
    z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.maxLength(KEPT_URL_MAX)),
  ],
  PHOTO_MESSAGE,
)

/** The path of an upload, whatever origin a device has kept it under; any other address as it is. */
export function keptUploadPath(url: string): string {
  const own = KEPT_UPLOAD.exec(url)
  return own ? `${own[1]}.jpg` : url
}

/** The path of an upload whose address is on `origin`, also where the address is of a smaller width; anything else as it is. */
export function uploadPath(url: string, origin: string): string {
  const path = (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url).replace(/-(?:320|640)\.jpg$/, '.jpg')
  return OWN_UPLOAD.test(path) ? path : url
}

/** The members of a request that hold photos, at whatever depth; a draft keeps its photos in members of the name `url`. */
const PHOTO_FIELDS: ReadonlySet<string> = new Set(['mainImage', 'images', 'imageUrl', 'profilePhoto', 'photos', 'url'])

/** A request's body with the paths of uploads in place of their addresses on our own origins. */
export function withUploadPaths(body: unknown, origins: readonly string[]): unknown {
  const path = (value: unknown) =>
    typeof value === 'string' ? origins.reduce((url, origin) => uploadPath(url, origin), value) : walk(value)
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (!PHOTO_FIELDS.has(name)) return [name, walk(part)]
        return [name, Array.isArray(part) ? part.map(path) : path(part)]
      }),
    )
  }
  return walk(body)
}
