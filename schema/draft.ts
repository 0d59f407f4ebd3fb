import * as z from 'zod/mini'

/** A form that is being written: kept at the server too, so that it follows its person to another device. */
export const DRAFT_KINDS = ['listing', 'item'] as const
export const DraftKind = z.enum(DRAFT_KINDS)
export type DraftKind = z.infer<typeof DraftKind>

/** A draft with more text than this is no form of ours. */
export const DRAFT_MAX_CHARS = 200_000
/** How many other versions of one field are kept beside the newest. */
export const VERSIONS_KEPT = 3

const Instant = z.iso.datetime()
const fieldName = z.string().check(z.minLength(1), z.maxLength(60))

/** One version of one field: what was typed, when, and on which device (a random name that the device gave itself). */
export const FieldVersion = z.object({ value: z.unknown(), at: Instant, by: z.uuid() })
export type FieldVersion = z.infer<typeof FieldVersion>

/**
 * An edit of a field; `base` is the instant of the version that its writer had seen, null for none. `settles`: its writer
 * was shown what had been written elsewhere and has chosen.
 */
export const FieldEdit = z.extend(FieldVersion, { base: z.nullable(Instant), settles: z.optional(z.boolean()) })
export type FieldEdit = z.infer<typeof FieldEdit>

export const DraftChange = z.object({
  kind: DraftKind,
  fields: z.record(fieldName, FieldEdit).check(
    z.refine((fields) => JSON.stringify(fields).length <= DRAFT_MAX_CHARS, {
      error: 'This draft is too long to be kept.',
    }),
  ),
})
export type DraftChange = z.infer<typeof DraftChange>

/** A draft as the server keeps it. `others` holds what was written elsewhere at the same time, until somebody chooses. */
export const DraftRow = z.object({
  key: z.uuid(),
  kind: DraftKind,
  fields: z.record(z.string(), FieldVersion),
  others: z.record(z.string(), z.array(FieldVersion)),
  updatedAt: z.string(),
})
export type DraftRow = z.infer<typeof DraftRow>

type Merged = Pick<DraftRow, 'fields' | 'others'>

/**
 * Takes edits into a draft, field by field. The newest version counts, whatever the order in which edits arrive. A version
 * that another device wrote without having seen the one it meets is a clash: the older of the two is kept among `others`,
 * until its person has chosen. The same edit twice changes nothing.
 */
export function mergeDraft(draft: Merged, edits: Record<string, FieldEdit>): Merged {
  const fields = { ...draft.fields }
  const others = { ...draft.others }
  for (const [name, { base, settles, ...edit }] of Object.entries(edits)) {
    const held = fields[name]
    if (settles && (!held || !isNewer(held, edit))) delete others[name]
    if (!held) fields[name] = edit
    else if (!isNewer(edit, held) && (held.by === edit.by || isKept(others[name], edit))) continue
    else {
      const [newer, older] = isNewer(edit, held) ? [edit, held] : [held, edit]
      fields[name] = newer
      const isClash = held.by !== edit.by && base !== held.at && !isSameValue(newer.value, older.value)
      if (isClash && !settles) others[name] = [older, ...(others[name] ?? [])].slice(0, VERSIONS_KEPT)
    }
  }
  return { fields, others }
}

function isKept(versions: FieldVersion[] | undefined, edit: FieldVersion): boolean {
  return (versions ?? []).some((version) => isSameVersion(version, edit))
}

/** Of two versions the later one; of two at the same instant the one of the device whose name comes later. */
export function isNewer(a: Pick<FieldVersion, 'at' | 'by'>, b: Pick<FieldVersion, 'at' | 'by'>): boolean {
  return a.at === b.at ? a.by > b.by : a.at > b.at
}

function isSameVersion(a: FieldVersion, b: FieldVersion): boolean {
  return a.at === b.at && a.by === b.by
}

function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
