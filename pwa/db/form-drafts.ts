import * as z from 'zod/mini'
import { type DraftKind, type DraftRow, FieldEdit, type FieldVersion } from '#schema/draft'
import { endDraft } from './end-draft'
import type { KeptDraft } from './keeper'
import { blobsIn, dropPhotoIfUnneeded, fieldsWithPhotos } from './kept-photos'
import type { Draft, LocalDb, PhotoBlob } from './local-db'
import { ownRows } from './own-rows'

/**
 * Forms of things on offer, kept as they are typed: here first, and at the server for the person's other devices. A field
 * that was typed here counts until the server's row holds it or something newer.
 */
type TypedField = Omit<FieldEdit, 'by'>
const TypedField = z.omit(FieldEdit, { by: true })
const LocalDraft = z.object({ key: z.uuid(), fields: z.record(z.string(), TypedField) })
type LocalFields = Record<string, TypedField>
const Noted = z.object({ values: z.record(z.string(), z.unknown()), chosen: z.array(z.string()) })

/** A draft as its form shows it. `others`: what was written on another device at the same time, by field. */
export interface FormDraft {
  key: string
  kind: DraftKind
  values: Record<string, unknown>
  others: Record<string, FieldVersion[]>
  updatedAt: string
}

/** What a form wants kept: its values by field, photos picked just now, fields in which the person has chosen a version. */
export interface KeptForm {
  values: Record<string, unknown>
  picked?: PhotoBlob[]
  chosen?: string[]
}

/** The draft under `key`, or null. */
export async function readFormDraft(db: LocalDb, kind: DraftKind, key: string): Promise<FormDraft | null> {
  const [local, row] = await Promise.all([db.drafts.get(draftId(kind, key)), db.draftRows.get(key)])
  return merge(kind, key, local, row)
}

/** All drafts of a kind that were neither thrown away nor published, the last touched first. */
export async function listFormDrafts(db: LocalDb, kind: DraftKind): Promise<FormDraft[]> {
  const [locals, rows, dropping, published] = await Promise.all([
    db.drafts.where('kind').equals(kind).toArray(),
    db.draftRows.where('kind').equals(kind).toArray(),
    db.outbox.where('lane').startsWith('draft:').toArray(),
    ownRows(db, kind).toArray(),
  ])
  const ended = [
    ...dropping.map(({ kind: name, payload }) => name === 'draft.drop' && keyIn(payload)),
    ...published.map(({ clientId }) => clientId),
  ]
  const dropped = new Set(ended)
  const byKey = new Map(locals.map((local) => [keyIn(local.values), local]))
  const keys = new Set([...byKey.keys(), ...rows.map(({ key }) => key)])
  return [...keys]
    .flatMap((key) => (key && !dropped.has(key) ? [{ key, row: rows.find((row) => row.key === key) }] : []))
    .flatMap(({ key, row }) => merge(kind, key, byKey.get(key), row) ?? [])
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}

/** What is typed in a form, as it keeps itself: what was typed elsewhere since the page was left is not undone. */
export function keptFormDraft(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  write: (form: KeptForm) => Promise<void>,
): KeptDraft<KeptForm> {
  return {
    draftId: draftId(kind, key),
    tables: [db.blobs, db.outbox, db.draftRows],
    read: async () => readFormDraft(db, kind, key),
    async write({ values, chosen }, picked, notedAt) {
      const own = notedAt === null ? values : await stillNew(db, key, values, notedAt)
      await write({ values: own, picked, ...(chosen && { chosen }) })
    },
    parse: (noted) => Noted.safeParse(noted).data ?? null,
    merge: (waiting, next) => ({
      values: { ...waiting.values, ...next.values },
      chosen: [...new Set([...(waiting.chosen ?? []), ...(next.chosen ?? [])])],
    }),
  }
}

/** Of fields typed at a time those that were not typed elsewhere since, and whose photos have arrived. */
async function stillNew(db: LocalDb, key: string, values: Record<string, unknown>, at: string) {
  const known = await db.draftRows.get(key)
  const own = Object.entries(values).filter(([name]) => (known?.fields[name]?.at ?? '') <= at)
  return fieldsWithPhotos(db, Object.fromEntries(own))
}

/**
 * Keeps a form as it is now. Only fields that differ from what was kept are stamped, always later than what they take the
 * place of: a device whose clock is behind does not lose.
 */
export async function keepFormDraft(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  { values, picked = [], chosen = [] }: KeptForm,
): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, db.draftRows, async () => {
    const [local, row] = await Promise.all([db.drafts.get(draftId(kind, key)), db.draftRows.get(key)])
    const fields = { ...fieldsOf(local) }
    const shown = merge(kind, key, local, row)?.values ?? {}
    const now = new Date()
    for (const [name, value] of Object.entries(values)) {
      const isChosen = chosen.includes(name)
      if (!isChosen && name in shown && isSame(shown[name], value)) continue
      fields[name] = stamped(value, now, fields[name], row?.fields[name], isChosen)
    }
    if (picked.length > 0) await db.blobs.bulkPut(picked)
    const kept = { draftId: draftId(kind, key), kind, values: { key, fields }, updatedAt: now.toISOString() }
    await db.drafts.put(kept)
    for (const blobId of blobsIn(local?.values)) await dropPhotoIfUnneeded(db, blobId)
  })
}

function stamped(
  value: unknown,
  now: Date,
  held: TypedField | undefined,
  known: FieldVersion | undefined,
  isChosen: boolean,
): TypedField {
  const waits = held !== undefined && (!known || held.at > known.at)
  const latest = [held?.at, known?.at].reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a))
  const at = latest && latest >= now.toISOString() ? new Date(Date.parse(latest) + 1) : now
  const base = waits && !isChosen ? held.base : (known?.at ?? null)
  const settles = isChosen || (waits && held.settles)
  return { value, at: at.toISOString(), base, ...(settles ? { settles: true } : {}) }
}

/** What the server does not have yet of a draft, as edits by `device`; null when it has everything. */
export async function pendingEdits(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  device: string,
): Promise<Record<string, FieldEdit> | null> {
  const [local, row] = await Promise.all([db.drafts.get(draftId(kind, key)), db.draftRows.get(key)])
  const edits = Object.entries(fieldsOf(local)).flatMap(([name, field]) =>
    isHeld(field, row?.fields[name]) ? [] : [[name, { ...field, by: device }] as const],
  )
  return edits.length === 0 ? null : Object.fromEntries(edits)
}

/** Forgets a draft on this device; its photos stay where a waiting write needs them. */
export async function forgetFormDraft(db: LocalDb, kind: DraftKind, key: string): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const local = await db.drafts.get(draftId(kind, key))
    await endDraft(db, draftId(kind, key))
    for (const blobId of blobsIn(local?.values)) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Keys of a kind's drafts that are written down on this device. */
export async function localDraftKeys(db: LocalDb, kind: DraftKind): Promise<string[]> {
  return (await db.drafts.where('kind').equals(kind).toArray()).flatMap(({ values }) => keyIn(values) ?? [])
}

/**
 * Marks which drafts the server holds, and forgets those that have ended there (published or thrown away on another
 * device), unless something was typed here since.
 */
export async function tidyFormDrafts(db: LocalDb, kind: DraftKind): Promise<void> {
  for (const key of await localDraftKeys(db, kind)) {
    const [local, row] = await Promise.all([db.drafts.get(draftId(kind, key)), db.draftRows.get(key)])
    const fields = fieldsOf(local)
    if ((await ownRows(db, kind).where('clientId').equals(key).count()) > 0) {
      // What it has become is here: whatever the draft said is said there.
      await forgetFormDraft(db, kind, key)
    } else if (row) {
      const held = Object.entries(fields).filter(([name, field]) => isHeld(field, row.fields[name]))
      await markHeld(
        db,
        held.map(([name, { at }]) => [draftId(kind, key), name, at]),
      )
    } else if (Object.keys(fields).length > 0 && (await isAllMarked(db, draftId(kind, key), fields))) {
      await forgetFormDraft(db, kind, key)
    }
  }
}

/** What the server was once seen to hold of a draft: `heldFields` in `meta`, by draft and field. */
async function markHeld(db: LocalDb, held: [draft: string, name: string, at: string][]): Promise<void> {
  if (held.length === 0) return
  await db.transaction('rw', db.meta, async () => {
    const marks = await heldMarks(db)
    for (const [draft, name, at] of held) marks[`${draft}/${name}`] = at
    await db.meta.put({ k: 'heldFields', v: marks })
  })
}

async function isAllMarked(db: LocalDb, draft: string, fields: LocalFields): Promise<boolean> {
  const marks = await heldMarks(db)
  return Object.entries(fields).every(([name, { at }]) => (marks[`${draft}/${name}`] ?? '') >= at)
}

async function heldMarks(db: LocalDb): Promise<Record<string, string>> {
  return ((await db.meta.get('heldFields'))?.v as Record<string, string> | undefined) ?? {}
}

function merge(kind: DraftKind, key: string, local: Draft | undefined, row: DraftRow | undefined): FormDraft | null {
  const fields = fieldsOf(local)
  if (!row && Object.keys(fields).length === 0) return null
  const names = new Set([...Object.keys(fields), ...Object.keys(row?.fields ?? {})])
  const values = Object.fromEntries([...names].map((name) => [name, shownValue(fields[name], row?.fields[name])]))
  // What the person has already chosen between is not asked again while the choice is on its way.
  const others = Object.entries(row?.others ?? {}).filter(([name]) => !fields[name]?.settles)
  const updatedAt = [local?.updatedAt ?? '', row?.updatedAt ?? ''].toSorted().at(-1) ?? ''
  return { key, kind, values, others: Object.fromEntries(others), updatedAt }
}

/** Of the same version the one typed here is shown: its photos are on this device. */
function shownValue(typed: TypedField | undefined, known: FieldVersion | undefined): unknown {
  if (!typed) return known?.value
  return known && known.at > typed.at ? known.value : typed.value
}

function isHeld(typed: TypedField, known: FieldVersion | undefined): boolean {
  return known !== undefined && known.at >= typed.at
}

/** What is kept makes sense or is left out: storage is as foreign as the network. */
function fieldsOf(local: Draft | undefined): LocalFields {
  const parsed = LocalDraft.safeParse(local?.values)
  return parsed.success ? parsed.data.fields : {}
}

function keyIn(values: unknown): string | undefined {
  return z.object({ key: z.uuid() }).safeParse(values).data?.key
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The draft's place in `drafts`. */
function draftId(kind: DraftKind, key: string): string {
  return `${kind}:${key}`
}
