import type { Dexie } from 'dexie'
import * as z from 'zod/mini'
import { deviceDb } from '../device-db'
import type { OutboxItem } from '../local-db'

/** The path of all small rows together. */
export const ROWS = '/rows'

/** The rows of a database that exist nowhere else are kept twice. All else the server has, or the next pull brings. */
export interface Kept {
  /** Holds the mark that the database has been here before. */
  marks: string
  /** Tables of small rows, copied together as one text. */
  rows: string[]
  /** Tables whose rows hold photos and never change: each row is copied once. */
  files: string[]
  /** Those of them that an open page would not have in its hands anyway, as it has files that were picked just now. */
  remembered: string[]
}

const ACCOUNT: Kept = { marks: 'meta', rows: ['outbox', 'drafts'], files: ['blobs', 'picked'], remembered: ['blobs'] }
export const DEVICE: Kept = {
  marks: 'session',
  rows: ['session', 'trips'],
  files: ['shared', 'sealed'],
  remembered: ['shared', 'sealed'],
}
export const keptOf = (db: Dexie): Kept => (db.name === deviceDb.name ? DEVICE : ACCOUNT)

export const Row = z.record(z.string(), z.unknown())
export type Row = z.infer<typeof Row>

/** Under which path a row with photos is kept. */
export const pathOf = (table: string, key: string) => `/${table}/${encodeURIComponent(key)}`

const UNSENT = {
  state: 'queued',
  everSent: true,
  attempts: 0,
  readyAt: 0,
  ackSeq: null,
  ackEpoch: null,
  error: null,
} satisfies Partial<OutboxItem>

/**
 * A write is kept as one that may have left and is offered again, under its key: how far it has come changes often, and
 * after a loss it is what is known.
 */
const kept: Record<string, (row: Row) => Row> = {
  outbox: (item) => ({ ...item, ...UNSENT }),
}

/** A row of a table as it is kept. */
export const asKept = (table: string, row: Row): Row => kept[table]?.(row) ?? row

/** A row with photos in it, for a place that knows no rows: its words, and the bytes beside them. */
export function packed(row: unknown): FormData {
  const form = new FormData()
  let parts = 0
  const words = JSON.stringify(row, (_key, value) => {
    if (!(value instanceof ArrayBuffer)) return value
    const part = `part-${parts++}`
    form.set(part, new Blob([value]))
    return { part }
  })
  form.set('row', words)
  return form
}

const Part = z.strictObject({ part: z.string() })

/** The packed row; null for anything else. */
export async function unpacked(form: FormData): Promise<Row | null> {
  const bytes = new Map<string, ArrayBuffer>()
  for (const [part, value] of form) if (typeof value !== 'string') bytes.set(part, await value.arrayBuffer())
  const put = (_key: string, value: unknown) => {
    const found = Part.safeParse(value)
    return found.success ? bytes.get(found.data.part) : value
  }
  const read = Row.safeParse(JSON.parse(String(form.get('row')), put))
  return read.success ? read.data : null
}
