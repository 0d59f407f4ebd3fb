import type { OutboxItem } from '../disk/local-db'

/** The fields of writes in which a person typed, in the order in which they are read. */
const TYPED = [
  'name',
  'place',
  'title',
  'description',
  'content',
  'words',
  'alt',
  'terms',
  'reason',
  'note',
  'trackingNote',
  'pickupNote',
  'street',
  'city',
  'zipCode',
]

/** All that a person typed in a write, to be copied; null for a press without words. */
export function typedWords({ payload }: Pick<OutboxItem, 'payload'>): string | null {
  if (payload === null || typeof payload !== 'object') return null
  const fields = new Map<string, unknown>(Object.entries(payload))
  // A report's reason is chosen from a list, its words are typed.
  if (fields.has('words')) fields.delete('reason')
  const drafted = fields.get('fields')
  const typed = TYPED.flatMap((name) => textIn(fields.get(name)))
  const words = [...typed, ...(drafted ? typedInDraft(drafted) : [])]
  return words.length > 0 ? words.join('\n') : null
}

const textIn = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? [value] : [])

/** A draft's fields carry their value with the time at which each was written. */
function typedInDraft(drafted: object): string[] {
  const fields = new Map<string, { value?: unknown }>(Object.entries(drafted))
  return TYPED.flatMap((name) => textIn(fields.get(name)?.value))
}
