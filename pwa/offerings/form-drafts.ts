import * as z from 'zod/mini'
import { type DraftKind, type DraftRow, type EarlierVersion, FieldEdit, FieldVersion, withoutOld } from '#schema/draft'
import type { Draft, LocalDb, OutboxItem, PhotoBlob } from '../disk/local-db'
import { type PendingWrite, pendingOf } from '../disk/pending-of'
import type { KeptDraft } from '../drafts/autosave'
import { EARLIER_KIND, earlierId, putAside, renameEarlier } from '../drafts/earlier-words'
import { endDraft } from '../drafts/end-draft'
import { blobsIn, dropPhotoIfUnneeded, fieldsWithPhotos } from '../drafts/kept-photos'
import { type OwnRow, ownRows } from './own-rows'
import { publishedOtherwise, typedOtherwise } from './published-otherwise'

/**
 * Forms of things on offer, kept as they are typed: here first, and at the server for the person's other devices. A field
 * that was typed here counts until the server's row holds it, or something newer that was written in knowledge of it.
 * `offered`: it has been put in line for the server; absent in what an earlier build kept.
 */
const TypedField = z.extend(z.omit(FieldEdit, { by: true }), { offered: z.optional(z.boolean()) })
type TypedField = z.infer<typeof TypedField>
const LocalDraft = z.object({ key: z.uuid(), fields: z.record(z.string(), TypedField) })
type LocalFields = Record<string, TypedField>
const Noted = z.object({
  values: z.record(z.string(), z.unknown()),
  chosen: z.array(z.string()),
  bases: z.optional(z.record(z.string(), z.nullable(z.string()))),
  aside: z.optional(z.record(z.string(), z.array(FieldVersion))),
})

/**
 * A draft as its form shows it: until a person has chosen, what was typed on this device stays in its form. `others`: what
 * was written on another device at the same time, by field. `shownAt`: the server's version that a value takes in, if any.
 */
export interface FormDraft {
  key: string
  kind: DraftKind
  values: Record<string, unknown>
  others: Record<string, FieldVersion[]>
  /** When what this form shows beside those was typed here, by field. */
  typedAt: Record<string, string>
  shownAt: Record<string, string | null>
  /** Versions that choices have put aside in the last 30 days, by field. */
  earlier: Record<string, FieldVersion[]>
  updatedAt: string
}

/** The parts of a form to keep: its values by field, photos picked just now, fields in which the person has chosen a version. */
export interface KeptOffering {
  values: Record<string, unknown>
  picked?: PhotoBlob[]
  chosen?: string[]
  /** The versions that those choices put aside. */
  aside?: Record<string, FieldVersion[]>
  /** The server's version that the form showed as the person typed, where that is not the newest one. */
  bases?: Record<string, string | null>
}

/** The draft under `key`, or null. */
export async function readFormDraft(db: LocalDb, kind: DraftKind, key: string): Promise<FormDraft | null> {
  return merge(kind, key, await partsOf(db, kind, key))
}

/** The parts of a draft: the words typed here, the server's row, and the times of edits on their way. */
interface Parts {
  local: Draft | undefined
  row: DraftRow | undefined
  /** Edits that wait to be sent, and those that were taken but have not come back with a pull, as `field at`. */
  inLine: ReadonlySet<string>
  taken: ReadonlySet<string>
}

async function partsOf(db: LocalDb, kind: DraftKind, key: string): Promise<Parts> {
  const [local, row, line] = await Promise.all([
    db.drafts.get(draftId(kind, key)),
    db.draftRows.get(key),
    db.outbox.where('lane').equals(`draft:${key}`).toArray(),
  ])
  return { local, row, ...timesIn(line) }
}

function timesIn(line: readonly OutboxItem[]): Pick<Parts, 'inLine' | 'taken'> {
  const timesOf = (saves: PendingWrite<'draft.save'>[] = []) =>
    new Set(saves.flatMap(({ payload }) => Object.entries(payload.fields).map(([name, { at }]) => `${name} ${at}`)))
  const saves = Map.groupBy(pendingOf(line, 'draft.save'), ({ item }) => item.state === 'acked')
  return { inLine: timesOf(saves.get(false)), taken: timesOf(saves.get(true)) }
}

/** All drafts of a kind that were neither thrown away nor published, the last touched first. */
export async function listFormDrafts(db: LocalDb, kind: DraftKind): Promise<FormDraft[]> {
  const [locals, rows, dropping, published] = await Promise.all([
    db.drafts.where('kind').equals(kind).toArray(),
    db.draftRows.where('kind').equals(kind).toArray(),
    db.outbox.where('lane').startsWith('draft:').toArray(),
    ownRows(db, kind).toArray(),
  ])
  const lines = Map.groupBy(dropping, ({ lane }) => lane)
  const ended = [
    ...dropping.map(({ kind: name, payload }) => name === 'draft.drop' && keyIn(payload)),
    ...published.map(({ clientId }) => clientId),
  ]
  const dropped = new Set(ended)
  const byKey = new Map(locals.map((local) => [keyIn(local.values), local]))
  const keys = new Set([...byKey.keys(), ...rows.map(({ key }) => key)])
  return [...keys]
    .flatMap((key) => (key && !dropped.has(key) ? [{ key, row: rows.find((row) => row.key === key) }] : []))
    .flatMap(
      ({ key, row }) =>
        merge(kind, key, { local: byKey.get(key), row, ...timesIn(lines.get(`draft:${key}`) ?? []) }) ?? [],
    )
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}

/** The unsaved edits of a form. Later edits from elsewhere are not undone. */
export function keptFormDraft(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  write: (form: KeptOffering) => Promise<void>,
): KeptDraft<KeptOffering> {
  return {
    draftId: draftId(kind, key),
    tables: [db.blobs, db.outbox, db.draftRows],
    read: async () => readFormDraft(db, kind, key),
    async write({ values, ...said }, picked, notedAt) {
      const own = notedAt === null ? values : await stillNew(db, key, values, notedAt)
      await write({ ...said, values: own, picked })
    },
    parse: (noted) => Noted.safeParse(noted).data ?? null,
    merge: (waiting, next) => ({
      values: { ...waiting.values, ...next.values },
      chosen: [...new Set([...(waiting.chosen ?? []), ...(next.chosen ?? [])])],
      aside: { ...waiting.aside, ...next.aside },
      // Of two words typed after one another the first says what its person had seen.
      bases: { ...next.bases, ...waiting.bases },
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
  { values, picked = [], chosen = [], aside = {}, bases = {} }: KeptOffering,
): Promise<void> {
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, db.draftRows, async () => {
    const parts = await partsOf(db, kind, key)
    const { local, row } = parts
    const fields = { ...fieldsOf(local) }
    const shown = merge(kind, key, parts)?.values ?? {}
    const now = new Date()
    for (const [name, value] of Object.entries(values)) {
      const isChosen = chosen.includes(name)
      if (!isChosen && name in shown && isSame(shown[name], value)) continue
      const from = { held: fields[name], known: row?.fields[name], base: bases[name], isOwn: isOwnShown(name, parts) }
      fields[name] = stamped(value, now, from, isChosen, aside[name] ?? [])
    }
    if (picked.length > 0) await db.blobs.bulkPut(picked)
    const kept = { draftId: draftId(kind, key), kind, values: { key, fields }, updatedAt: now.toISOString() }
    await db.drafts.put(kept)
    for (const blobId of blobsIn(local?.values)) await dropPhotoIfUnneeded(db, blobId)
  })
}

interface From {
  held: TypedField | undefined
  known: FieldVersion | undefined
  /** The version that the form showed, where it is not the newest. */
  base: string | null | undefined
  /** The form shows what was typed here. */
  isOwn: boolean
}

function stamped(
  value: unknown,
  now: Date,
  { held, known, base: shown, isOwn }: From,
  isChosen: boolean,
  aside: FieldVersion[],
): TypedField {
  // Its base stays that of the first word, so that what was written elsewhere meanwhile is never taken for seen.
  const waits = held !== undefined && isOwn && held.at !== known?.at
  const latest = [held?.at, known?.at].reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a))
  const at = latest && latest >= now.toISOString() ? new Date(Date.parse(latest) + 1) : now
  const seen = shown === undefined || isChosen ? (known?.at ?? null) : shown
  const settles = isChosen || (waits && held.settles)
  const kept = [...aside, ...((waits && held.aside) || [])].slice(0, ASIDE_SENT)
  return {
    value,
    at: at.toISOString(),
    base: waits && !isChosen ? held.base : seen,
    offered: false,
    ...(settles ? { settles: true } : {}),
    ...(kept.length > 0 ? { aside: kept } : {}),
  }
}

/** One edit takes so many versions along that its choices have put aside. */
const ASIDE_SENT = 10

/** The part of a draft that the server does not have yet, as edits by `device`; null when it has everything. */
export async function pendingEdits(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  device: { by: string; from?: string },
): Promise<Record<string, FieldEdit> | null> {
  const parts = await partsOf(db, kind, key)
  const edits = Object.entries(fieldsOf(parts.local)).flatMap(([name, { offered: _, ...field }]) =>
    isAtServer(name, parts) ? [] : [[name, { ...field, ...device }] as const],
  )
  return edits.length === 0 ? null : Object.fromEntries(edits)
}

/** Notes that edits are in line for the server, or are not any more, within the transaction that puts them there or takes them out. */
export async function noteOffered(
  db: LocalDb,
  kind: DraftKind,
  key: string,
  edits: Record<string, FieldEdit>,
  offered = true,
): Promise<void> {
  const id = draftId(kind, key)
  const local = await db.drafts.get(id)
  const fields = Object.entries(fieldsOf(local)).map(([name, field]) => [
    name,
    edits[name]?.at === field.at ? { ...field, offered } : field,
  ])
  if (local) await db.drafts.update(id, { values: { key, fields: Object.fromEntries(fields) } })
}

/** Forgets a draft on this device; its photos stay where a waiting write needs them. */
export async function forgetFormDraft(db: LocalDb, kind: DraftKind, key: string): Promise<void> {
  const ids = [draftId(kind, key), earlierId(draftId(kind, key))]
  await db.transaction('rw', db.drafts, db.blobs, db.outbox, async () => {
    const kept = await db.drafts.bulkGet(ids)
    for (const id of ids) await endDraft(db, id)
    for (const blobId of blobsIn(kept)) await dropPhotoIfUnneeded(db, blobId)
  })
}

/** Keys of a kind's drafts that are written down on this device. */
export async function localDraftKeys(db: LocalDb, kind: DraftKind): Promise<string[]> {
  return (await db.drafts.where('kind').equals(kind).toArray()).flatMap(({ values }) => keyIn(values) ?? [])
}

/**
 * Marks which drafts the server holds, and forgets those that have ended there (published or thrown away on another
 * device), unless something was typed here since, or is on its way: a restored server has lost drafts that go on.
 */
export async function tidyFormDrafts(db: LocalDb, kind: DraftKind): Promise<void> {
  await renameEarlierOfPublished(db, kind)
  for (const key of await localDraftKeys(db, kind)) {
    const parts = await partsOf(db, kind, key)
    const { local, row, inLine, taken } = parts
    const fields = fieldsOf(local)
    const isOnItsWay = inLine.size + taken.size > 0
    const thing = await ownRows(db, kind).where('clientId').equals(key).first()
    if (thing) {
      // The published thing is here: it says what the draft said.
      await renameEarlier(db, draftId(kind, key), `${kind}:${thing.id}`, new Date())
      await putUnsaidAside(db, kind, key, fields, thing)
      await forgetFormDraft(db, kind, key)
    } else if (row) {
      const held = Object.entries(fields).filter(([name]) => isAtServer(name, parts))
      const replaced = held.filter(([name]) => !isOwnShown(name, parts))
      await markFields(db, HELD, draftId(kind, key), held)
      await markFields(db, REPLACED, draftId(kind, key), replaced)
    } else if (!isOnItsWay && Object.keys(fields).length > 0 && (await isAllMarked(db, draftId(kind, key), fields))) {
      await forgetFormDraft(db, kind, key)
    }
  }
}

/** Versions that stood beside a draft become earlier versions of the thing, also where nothing was typed on this device. */
async function renameEarlierOfPublished(db: LocalDb, kind: DraftKind): Promise<void> {
  for (const id of await db.drafts.where('kind').equals(EARLIER_KIND).primaryKeys()) {
    const [, kindOf, key = ''] = id.split(':')
    const thing = kindOf === kind && (await ownRows(db, kind).where('clientId').equals(key).first())
    if (thing) await renameEarlier(db, draftId(kind, key), `${kind}:${thing.id}`, new Date())
  }
}

/** Words that are not in the thing, because another device published the draft first, become earlier versions of it. */
async function putUnsaidAside(db: LocalDb, kind: DraftKind, key: string, fields: LocalFields, thing: OwnRow) {
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]))
  const differing = (await publishedOtherwise(db, kind, key, thing)) ?? (await typedOtherwise(db, kind, values, thing))
  const marks = await marksOf(db, REPLACED)
  for (const [field, { value, at }] of Object.entries(fields)) {
    const isReplaced = (marks[`${draftId(kind, key)}/${field}`] ?? '') >= at
    const isEmpty = value === '' || value === null || isSame(value, [])
    const isUnsaid = differing.includes(field) && !isReplaced && !isEmpty
    if (isUnsaid) await putAside(db, `${kind}:${thing.id}`, { field, value, isMine: true }, new Date())
  }
}

/** Marks in `meta`, by draft and field, with the time of the words: those that the server was once seen to hold. */
const HELD = 'heldFields'
/** The same of words that another device has replaced in knowledge of them. */
const REPLACED = 'replacedFields'

async function markFields(db: LocalDb, k: string, draft: string, typed: [name: string, TypedField][]): Promise<void> {
  if (typed.length === 0) return
  await db.transaction('rw', db.meta, async () => {
    const marks = await marksOf(db, k)
    for (const [name, { at }] of typed) marks[`${draft}/${name}`] = at
    await db.meta.put({ k, v: marks })
  })
}

async function isAllMarked(db: LocalDb, draft: string, fields: LocalFields): Promise<boolean> {
  const marks = await marksOf(db, HELD)
  return Object.entries(fields).every(([name, { at }]) => (marks[`${draft}/${name}`] ?? '') >= at)
}

async function marksOf(db: LocalDb, k: string): Promise<Record<string, string>> {
  return ((await db.meta.get(k))?.v as Record<string, string> | undefined) ?? {}
}

function merge(kind: DraftKind, key: string, parts: Parts): FormDraft | null {
  const { local, row } = parts
  const fields = fieldsOf(local)
  if (!row && Object.keys(fields).length === 0) return null
  const names = [...new Set([...Object.keys(fields), ...Object.keys(row?.fields ?? {})])]
  const byName = <Value>(of: (name: string) => Value) => Object.fromEntries(names.map((name) => [name, of(name)]))
  const own = new Set(names.filter((name) => isOwnShown(name, parts)))
  const others = byName((name) => othersOf(name, parts))
  const updatedAt = [local?.updatedAt ?? '', row?.updatedAt ?? ''].toSorted().at(-1) ?? ''
  return {
    key,
    kind,
    values: byName((name) => (own.has(name) ? fields[name]?.value : row?.fields[name]?.value)),
    others: Object.fromEntries(Object.entries(others).filter(([, versions]) => versions.length > 0)),
    typedAt: Object.fromEntries([...own].map((name) => [name, fields[name]?.at ?? ''])),
    shownAt: byName((name) => (own.has(name) ? (fields[name]?.base ?? null) : (row?.fields[name]?.at ?? null))),
    earlier: earlierOf(names, parts),
    updatedAt,
  }
}

/** Does the form show what was typed here? Of the same version too: its photos are on this device. */
function isOwnShown(name: string, parts: Parts): boolean {
  const typed = fieldsOf(parts.local)[name]
  const known = parts.row?.fields[name]
  if (!typed) return false
  return !known || typed.at >= known.at || isUndecided(name, typed, known, parts)
}

/** Words typed here met a newer version that knows nothing of them, and nobody has chosen yet. */
function isUndecided(name: string, typed: TypedField, known: FieldVersion, parts: Parts): boolean {
  if (JSON.stringify(typed.value) === JSON.stringify(known.value)) return false
  if ((parts.row?.others[name] ?? []).some(({ at }) => at === typed.at)) return true
  // Words that the server took and no pull has brought back are on no other screen yet.
  return typed.base !== known.at && (!isAtServer(name, parts) || parts.taken.has(`${name} ${typed.at}`))
}

/** Versions written elsewhere at the same time. A choice that was made is not asked for again. */
function othersOf(name: string, parts: Parts): FieldVersion[] {
  const typed = fieldsOf(parts.local)[name]
  const known = parts.row?.fields[name]
  if (!known || typed?.settles) return []
  const isMineOlder = typed !== undefined && typed.at < known.at && isOwnShown(name, parts)
  const versions = [...(isMineOlder ? [known] : []), ...(parts.row?.others[name] ?? [])]
  const shown = JSON.stringify(isOwnShown(name, parts) ? typed?.value : known.value)
  return versions.filter(({ at, value }) => at !== typed?.at && JSON.stringify(value) !== shown)
}

/** Versions that choices have put aside, choices on their way included: the same words once, without the words in the form. */
function earlierOf(names: string[], parts: Parts): Record<string, FieldVersion[]> {
  const fields = fieldsOf(parts.local)
  const known: Record<string, EarlierVersion[]> = withoutOld(parts.row?.earlier ?? {}, new Date())
  const all = names.map((name) => {
    const shown = isOwnShown(name, parts) ? fields[name]?.value : parts.row?.fields[name]?.value
    const told = new Set([JSON.stringify(shown)])
    const versions: FieldVersion[] = [...(fields[name]?.aside ?? []), ...(known[name] ?? [])]
    const fresh = versions.filter(({ value }) => !told.has(JSON.stringify(value)) && told.add(JSON.stringify(value)))
    return [name, fresh] as const
  })
  return Object.fromEntries(all.filter(([, versions]) => versions.length > 0))
}

/** Has what was typed here reached the server, whatever came after it there? */
function isAtServer(name: string, { local, row, inLine }: Parts): boolean {
  const typed = fieldsOf(local)[name]
  const known = row?.fields[name]
  if (!typed || !known) return false
  const told = [known, ...(row.others[name] ?? []), ...(row.earlier?.[name] ?? [])]
  if (told.some(({ at }) => at === typed.at)) return true
  // An earlier build did not note what it had offered.
  const wasOffered = typed.offered !== false && !inLine.has(`${name} ${typed.at}`)
  return known.at > typed.at && wasOffered
}

/** Kept values make sense or are left out: storage is as foreign as the network. */
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
export function draftId(kind: DraftKind, key: string): string {
  return `${kind}:${key}`
}
