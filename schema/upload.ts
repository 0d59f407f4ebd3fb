import * as z from 'zod/mini'

export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_UPLOAD_MEGAPIXELS = 40
/** Longest description of what a photo shows. */
export const ALT_MAX = 300
export const LONGEST_SIDE_PX = 1200
export const JPEG_QUALITY = 80
export const SMALLER_WIDTHS_PX = [320, 640] as const

export const UPLOAD_MESSAGES = {
  notAnImage: 'Invalid file type',
  tooLarge: 'File too large',
  tooManyPixels: 'This photo has more than 40 megapixels. Please choose a smaller one.',
  failed: 'Failed to upload image',
} as const

/** The message for one file of several (the listing form). */
export function fileTooLargeMessage(name: string): string {
  return `File ${name} is too large. Maximum size is 5MB.`
}

export const Uploaded = z.object({ url: z.string() })

const OWN_UPLOAD = /^(?:https?:\/\/[^/]+)?(\/uploads\/[a-f0-9]{64})\.jpg$/

/** A photo on our own origin has smaller widths beside it; anything else has only itself. */
export function photoSources(url: string): { src: string; srcset?: string } {
  const own = OWN_UPLOAD.exec(url)
  if (!own) return { src: url }
  const path = own[1]
  const smaller = SMALLER_WIDTHS_PX.map((width) => `${path}-${width}.jpg ${width}w`)
  return { src: `${path}.jpg`, srcset: [...smaller, `${path}.jpg ${LONGEST_SIDE_PX}w`].join(', ') }
}

const PHOTO_MESSAGE = 'Please provide a valid image URL'

/** A photo address that a person may send: one of our own uploads, or https anywhere. */
export const PhotoUrl = z.union(
  [
    z.string().check(z.regex(OWN_UPLOAD)),
    z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.maxLength(2000, PHOTO_MESSAGE)),
  ],
  PHOTO_MESSAGE,
)
