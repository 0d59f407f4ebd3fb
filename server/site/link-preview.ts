import { PRODUCT_NAME } from '#schema/product'
import type { Deps } from '../deps'
import { listPostViews } from '../inspiration/inspiration-queries'
import { findItem } from '../made-to-order/items/item-queries'
import { findListing } from '../rentals/listings/listing-queries'

/** The preview that a chat or a feed shows in place of a link. */
export interface LinkPreview {
  title: string
  description: string | null
  /** As stored: a path of ours or an https address; null when there is no photo. */
  photo: string | null
  /** The page's path. */
  path: string
}

/** Longer descriptions are cut by whoever shows them, each at another place. */
const DESCRIPTION_MAX = 200
const PAGE = /^\/(inspiration|listings|made-to-order)\/([1-9]\d{0,14})$/

/** Whether this path may be that of a thing with a preview. */
export function mayHavePreview(path: string): boolean {
  return PAGE.test(path)
}

/** The preview of the post, listing or item whose page this is; null when there is none on show. */
export async function findLinkPreview({ db }: Deps, path: string): Promise<LinkPreview | null> {
  const [, section, digits] = PAGE.exec(path) ?? []
  const id = Number(digits)
  if (section === 'inspiration') {
    const [post] = await listPostViews(db, 0, { id })
    return post ? { title: post.title, description: post.description, photo: post.imageUrl, path } : null
  }
  if (section === 'listings') {
    const found = await findListing(db, id)
    return found
      ? { title: found.row.title, description: found.row.description, photo: found.row.mainImage, path }
      : null
  }
  if (section === 'made-to-order') {
    const item = await findItem(db, id)
    return item ? { title: item.title, description: item.description, photo: item.mainImage, path } : null
  }
  return null
}

/** The page with the preview's tags in its head. Everything that people have written is escaped. */
export function withPreview(html: string, preview: LinkPreview, origin: string): string {
  const photo = preview.photo && URL.canParse(preview.photo, origin) ? new URL(preview.photo, origin) : null
  const image = photo?.protocol === 'https:' || photo?.origin === origin ? photo.href : null
  const tags = [
    property('og:site_name', PRODUCT_NAME),
    property('og:type', 'article'),
    property('og:title', oneLine(preview.title)),
    ...(preview.description ? [property('og:description', shorten(oneLine(preview.description)))] : []),
    property('og:url', `${origin}${preview.path}`),
    ...(image ? [property('og:image', image)] : []),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`,
  ]
  // By a function: in a replacement text "$&" and its like would mean something.
  return html.replace('</head>', () => `${tags.join('\n    ')}\n  </head>`)
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeAttribute(content)}" />`
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Cut between characters, never within one. */
function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= DESCRIPTION_MAX
    ? text
    : `${characters
        .slice(0, DESCRIPTION_MAX - 1)
        .join('')
        .trimEnd()}…`
}
