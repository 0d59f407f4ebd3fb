import { differingFields, type SeenFields } from '#schema/edit'
import type { OutboxItem } from '../disk/local-db'
import { AltPhoto, type SeenWords } from '../disk/mutations'

/** An edit that is kept on this device. Edits of older builds lack `seen`: they replace everything. */
export interface SentChange {
  sent: SeenWords
  seen?: SeenWords | undefined
}

const PHOTOS = 'photos'

/** Lays the changes of an edit over the stored values; the rest stays as stored. */
export function layOver(stands: SeenWords, { sent, seen }: SentChange): SeenWords {
  return seen ? takeFields(stands, sent, new Set(differing(sent, seen))) : sent
}

/**
 * The values that the server may compare with. A form that showed an earlier edit, which never arrives because this one takes its
 * place, had before it what the earlier one's form had shown.
 * @param line the edits of the same thing that are still here, in any order
 * @returns undefined when nobody knows: then everything is replaced
 */
export function seenBefore(
  line: readonly OutboxItem[],
  seen: SeenWords | undefined,
  sentIn: (payload: unknown) => SentChange | null,
): SeenWords | undefined {
  const replaced = line.filter(({ state, everSent }) => state === 'attention' || (state === 'queued' && !everSent))
  return replaced
    .toSorted((a, b) => b.order - a.order)
    .reduce<SeenWords | undefined>((shown, { payload }) => {
      const earlier = sentIn(payload)
      if (!shown || !earlier) return shown
      if (!earlier.seen) return undefined
      const other = new Set(differing(shown, earlier.sent))
      const changed = differing(earlier.sent, earlier.seen).filter((name) => !other.has(name))
      return takeFields(shown, earlier.seen, new Set(changed))
    }, seen)
}

/**
 * An edit that takes the place of one that never left this device: its own form may never have shown that one, whose changes
 * stay where this form left a field as it was shown. The form of a refused one shows its words: they come from there.
 * @param replaced the edit whose place it takes; null for none
 * @param line the writes of the same thing that are still here, in order
 * @returns the edit, and what the server may compare it with
 */
export function afterEarlier<Edit extends object>(
  edit: Edit,
  replaced: Edit | null,
  line: readonly OutboxItem[],
  sentIn: (payload: unknown) => SentChange | null,
): { edit: Edit; seen: SeenWords | undefined } {
  const last = replaced && line.findLast(({ state }) => state !== 'attention')
  const gone = line.filter((item) => item.state === 'attention' || item === last)
  const [own, earlier] = [sentIn(edit), replaced && sentIn(replaced)]
  if (!replaced || !own?.seen || !earlier) return { edit, seen: seenBefore(gone, own?.seen, sentIn) }
  const refused = line.filter(({ state }) => state === 'attention')
  const changed = new Set(changedIn({ sent: own.sent, seen: seenBefore(refused, own.seen, sentIn) }))
  const names = new Set(changedIn(earlier).filter((name) => !changed.has(name)))
  const shown = takeFields(own.seen, earlier.sent, names)
  return { edit: { ...edit, ...fieldsNamed(replaced, names) }, seen: seenBefore(gone, shown, sentIn) }
}

const changedIn = ({ sent, seen }: SentChange) => (seen ? differing(sent, seen) : Object.keys(flat(sent)))

/** The fields of an edit by the names under which they are compared: the photo of a post comes with its words. */
function fieldsNamed<Edit extends object>(edit: Edit, names: ReadonlySet<string>): Partial<Edit> {
  const fields = new Set([...names, ...(names.has(PHOTOS) ? ['photo', 'alt'] : [])])
  return Object.fromEntries(Object.entries(edit).filter(([field]) => fields.has(field))) as Partial<Edit>
}

/** The words of something without photos. */
export const textAlone = (words: Record<string, unknown>): SeenWords => ({ words, photos: [] })

/** Something that both sides changed. */
export interface Clash {
  /** The fields that have to be chosen between. */
  names: string[]
  /** The server's values of those fields. */
  theirs: SeenWords
}

/** The fields that a refusal `edit_conflict` asks about and nobody has chosen since; null when nothing is left to choose. */
export function clashOf(error: OutboxItem['error'] | undefined, seen: SeenWords): Clash | null {
  if (error?.code !== 'edit_conflict' || !error.now) return null
  const { mainImage, images, photoAlts, imageUrl, alt, ...words } = error.now
  const urls = [mainImage ?? imageUrl, ...(Array.isArray(images) ? images : [])]
  const alts = mainImage === undefined ? [alt] : Array.isArray(photoAlts) ? photoAlts : []
  const photos = urls.flatMap((url, nth) => {
    const photo = AltPhoto.safeParse({ photo: { url }, alt: alts[nth] ?? '' })
    return photo.success ? [photo.data] : []
  })
  const known = photos.length > 0 ? [...Object.keys(words), PHOTOS] : Object.keys(words)
  const theirs = takeFields(seen, { words, photos }, new Set(known))
  const names = differing(theirs, seen).filter((name) => known.includes(name))
  return names.length > 0 ? { names, theirs } : null
}

/** The fields that a refusal asked about, by what its form had shown at first, and in which its person has chosen since. */
export function chosenSince(error: OutboxItem['error'] | undefined, first: SeenWords, seen: SeenWords): string[] {
  const open = clashOf(error, seen)?.names ?? []
  return clashOf(error, first)?.names.filter((name) => !open.includes(name)) ?? []
}

/** The seen values, with one field as it stands now. */
export function seeNow(seen: SeenWords, { theirs }: Clash, name: string): SeenWords {
  return takeFields(seen, theirs, new Set([name]))
}

function differing(one: SeenWords, other: SeenWords): string[] {
  return differingFields(flat(one), flat(other))
}

const flat = ({ words, photos }: SeenWords): SeenFields => ({ ...words, [PHOTOS]: photos })

/** The words of one side with some fields of another. */
export function takeFields(base: SeenWords, from: SeenWords, names: ReadonlySet<string>): SeenWords {
  const picked = Object.entries(from.words).filter(([name]) => names.has(name))
  const photos: AltPhoto[] = names.has(PHOTOS) ? from.photos : base.photos
  return { words: { ...base.words, ...Object.fromEntries(picked) }, photos }
}
