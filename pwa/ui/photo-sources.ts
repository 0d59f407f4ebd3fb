/** Widths that the server keeps beside an upload; the upload itself is at most 1200 px on its longest side. */
const KEPT_WIDTHS = [320, 640]
const FULL_WIDTH = 1200
const UPLOAD_PATH = /^(\/uploads\/[0-9a-f]+)\.jpg$/i

export interface PhotoSources {
  src: string
  /** Absent for photos from elsewhere, which exist in one size only. */
  srcSet?: string
}

/**
 * The addresses to offer the browser for one photo.
 * @param url as stored: an absolute address or a path on our origin
 * @param origin our own origin, `https://host[:port]`
 */
export function photoSources(url: string, origin: string): PhotoSources {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  const stem = UPLOAD_PATH.exec(path)?.[1]
  if (!stem) return { src: url }
  const kept = KEPT_WIDTHS.map((width) => `${stem}-${width}.jpg ${width}w`)
  return { src: path, srcSet: [...kept, `${path} ${FULL_WIDTH}w`].join(', ') }
}
