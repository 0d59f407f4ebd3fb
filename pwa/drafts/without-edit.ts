import { differingFields, type SeenFields } from '#schema/edit'
import type { OutboxItem } from '../disk/local-db'
import { type SentChange, seenBefore, takeFields, textAlone } from './seen-words'

/** A kept form of texts, and what it showed at first. The values of some forms are one field, those of others are its fields. */
interface KeptTexts extends SeenFields {
  values?: SeenFields
  base?: SeenFields
  seen?: SeenFields | null
}

/** The kept form of texts without an edit that is discarded: it had shown what stood before, as do the fields that nobody typed in. */
export function withoutEdit(kept: KeptTexts, edit: OutboxItem): KeptTexts {
  const { values, base, seen = base, ...fields } = kept
  if (!seen) return kept
  const typed = values ?? fields
  const stood = seenBefore([edit], textAlone(seen), sentText)?.words ?? seen
  const own = new Set(differingFields(typed, seen))
  const left = takeFields(textAlone(stood), textAlone(typed), own).words
  return { ...(values ? { values: left } : left), ...(base ? { base: stood } : { seen: stood }) }
}

function sentText(payload: unknown): SentChange {
  const { seen, ...sent } = payload as SeenFields & { seen?: SeenFields }
  // The form of a profile without a description has an empty one.
  const shown = seen?.description === null ? { description: '' } : seen
  return { sent: textAlone(sent), seen: shown && textAlone(shown) }
}
