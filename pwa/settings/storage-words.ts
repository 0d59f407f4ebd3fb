import { formatCount } from '#schema/money'

const MEGABYTE = 1_000_000

/** A size as people say it: '340 kB', '4.2 MB', '150 MB', '1.2 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 MB'
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  const [amount, unit] = bytes < 1_000 * MEGABYTE ? [bytes / MEGABYTE, 'MB'] : [bytes / (1_000 * MEGABYTE), 'GB']
  return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit}`
}

/** The words after space was freed. */
export function freedWords(bytes: number): string {
  return bytes > 0 ? `${formatBytes(bytes)} freed` : 'There was nothing to free'
}

/** '3 drafts, 1 waiting'; what there is none of is not mentioned. */
export function unsentCountWords({ drafts, waiting }: { drafts: number; waiting: number }): string {
  const parts = [drafts > 0 && `${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`, waiting > 0 && `${waiting} waiting`]
  return parts.filter(Boolean).join(', ') || 'None'
}

/** How full the bar is, in percent of the budget; something that is there shows at least as a sliver. */
export function share(bytes: number, budget: number): number {
  if (bytes <= 0) return 0
  return Math.min(100, Math.max(1, Math.round((bytes / budget) * 100)))
}

interface HeldWords {
  around: string | null
  total: number
  areas: unknown[] | null
  parts?: { item?: unknown; post?: unknown } | undefined
}

/**
 * The part of the marketplace that is kept: 'Park Slope and around, 1,240 of 48,000 listings, the newest items, the last months’ posts, and people'.
 * @param listings so many are here
 */
export function catalogueWords(held: HeldWords | null, listings: number): string {
  if (!held) return 'Listings, items, posts and people'
  const items = held.parts?.item ? 'the newest items' : 'items'
  const posts = held.parts?.post ? 'the last months’ posts' : 'posts'
  return `${listingWords(held, listings)}, ${items}, ${posts}, and people`
}

function listingWords({ areas, around, total }: HeldWords, listings: number): string {
  if (!areas) return 'Listings'
  const count = `${formatCount(listings)} of ${formatCount(total)} listings`
  return `${around ? `${around} and around, ` : ''}${count}`
}
