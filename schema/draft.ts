import * as z from 'zod/mini'
import { Instant } from '#schema/date-range'

/** A form that is being written: kept at the server too, so that it follows its person to another device. */
export const DRAFT_KINDS = ['listing', 'item'] as const
export const DraftKind = z.enum(DRAFT_KINDS)
export type DraftKind = z.infer<typeof DraftKind>

/** A draft with more text than this is no form of ours. */
export const DRAFT_MAX_CHARS = 200_000
/** How many other versions of one field are kept beside the newest. */
const VERSIONS_KEPT = 3
/** How many versions of one field that a choice has put aside are kept, and for how long. */
export const EARLIER_KEPT = 20
export const EARLIER_KEPT_MS = 30 * 86_400_000
const ASIDE_MAX = 10

const fieldName = z.string().check(z.minLength(1), z.maxLength(60))

/**
 * One version of one field: what was typed, when, and on which device (a random name that the device gave itself, and what
 * kind of device it says it is).
 */
export const FieldVersion = z.object({
  value: z.unknown(),
  at: Instant,
  by: z.uuid(),
  from: z.optional(z.string().check(z.maxLength(40))),
})
export type FieldVersion = z.infer<typeof FieldVersion>

/** A version that a choice has put aside, and when that was. */
export const EarlierVersion = z.extend(FieldVersion, { asideAt: Instant })
export type EarlierVersion = z.infer<typeof EarlierVersion>

/**
 * An edit of a field; `base` is the instant of the version that its writer had seen, null for none. `settles`: its writer
 * was shown what had been written elsewhere and has chosen; `aside` are the versions that the choice has put aside.
 */
export const FieldEdit = z.extend(FieldVersion, {
  base: z.nullable(Instant),
  settles: z.optional(z.boolean()),
  aside: z.optional(z.array(FieldVersion).check(z.maxLength(ASIDE_MAX))),
})
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

/**
 * A draft as the server keeps it. `others` holds what was written elsewhere at the same time, until somebody chooses;
 * `earlier` what choices have put aside. Rows of older servers lack it.
 */
export const DraftRow = z.object({
  key: z.uuid(),
  kind: DraftKind,
  fields: z.record(z.string(), FieldVersion),
  others: z.record(z.string(), z.array(FieldVersion)),
  earlier: z.optional(z.record(z.string(), z.array(EarlierVersion))),
  updatedAt: z.string(),
})
export type DraftRow = z.infer<typeof DraftRow>

type Merged = Pick<DraftRow, 'fields' | 'others' | 'earlier'>

/**
 * Takes edits into a draft, field by field. The newest version counts, whatever the order in which edits arrive. A version
 * that another device wrote without having seen the one it meets is a clash: the older of the two is kept among `others`,
 * until its person has chosen. The version that a choice puts aside goes to `earlier`: no press loses words. The same edit twice
 * changes nothing.
 */
export function mergeDraft(draft: Merged, edits: Record<string, FieldEdit>): Required<Merged> {
  const fields = { ...draft.fields }
  const others = { ...draft.others }
  const earlier = { ...draft.earlier }
  const putAside = (name: string, versions: FieldVersion[], asideAt: string) => {
    const all = withVersions(ownValue(earlier, name) ?? [], versions, asideAt)
    if (all.length > 0) earlier[name] = all
  }
  for (const [name, { base, settles, aside = [], ...edit }] of Object.entries(edits)) {
    const held = ownValue(fields, name)
    const waiting = ownValue(others, name) ?? []
    if (settles) {
      const isLast = !held || !isNewer(held, edit)
      const left = isLast ? [...(held ? [held] : []), ...waiting, ...aside] : aside
      putAside(
        name,
        left.filter(({ value }) => !isSameValue(value, edit.value)),
        edit.at,
      )
      if (isLast) delete others[name]
    }
    if (!held) fields[name] = edit
    else if (!isNewer(edit, held) && (held.by === edit.by || isKept(waiting, edit))) continue
    else {
      const [newer, older] = isNewer(edit, held) ? [edit, held] : [held, edit]
      fields[name] = newer
      const isClash = held.by !== edit.by && base !== held.at && !isSameValue(newer.value, older.value)
      // A choice that is older than what is held settled nothing: its words stand beside, like any other's.
      if (isClash && !(settles && newer === edit)) {
        const beside = [older, ...waiting]
        // Earlier words of the same device are no choice of their own.
        const choices = beside.filter(({ by }) => by !== newer.by)
        others[name] = choices.slice(0, VERSIONS_KEPT)
        putAside(
          name,
          beside.filter((one) => !isKept(others[name], one)),
          edit.at,
        )
      }
    }
  }
  return { fields, others, earlier }
}

/** A field may be called like something that every object has. */
function ownValue<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Without those that were put aside too long ago. */
export function withoutOld(earlier: NonNullable<DraftRow['earlier']>, now: Date): NonNullable<DraftRow['earlier']> {
  const since = new Date(now.getTime() - EARLIER_KEPT_MS).toISOString()
  const left = Object.entries(earlier).map(
    ([name, all]) => [name, all.filter(({ asideAt }) => asideAt >= since)] as const,
  )
  return Object.fromEntries(left.filter(([, all]) => all.length > 0))
}

/** The newest put aside come first; a version is there once, and so are words that one device typed twice. */
function withVersions(held: EarlierVersion[], versions: FieldVersion[], asideAt: string): EarlierVersion[] {
  const isThere = (version: FieldVersion) =>
    held.some((one) => isSameVersion(one, version) || (one.by === version.by && isSameValue(one.value, version.value)))
  const fresh = versions.filter((version, nth) => !isThere(version) && !isKept(versions.slice(0, nth), version))
  return [
    ...fresh.map(({ value, at, by, from }) => ({ value, at, by, ...(from && { from }), asideAt })),
    ...held,
  ].slice(0, EARLIER_KEPT)
}

function isKept(versions: FieldVersion[] | undefined, edit: FieldVersion): boolean {
  return (versions ?? []).some((version) => isSameVersion(version, edit))
}

/** Of two versions the later one; of two at the same instant the one of the device whose name comes later. */
function isNewer(a: Pick<FieldVersion, 'at' | 'by'>, b: Pick<FieldVersion, 'at' | 'by'>): boolean {
  return a.at === b.at ? a.by > b.by : a.at > b.at
}

function isSameVersion(a: FieldVersion, b: FieldVersion): boolean {
  return a.at === b.at && a.by === b.by
}

function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
