import { deviceDb, type SealedWork } from '../../disk/device-db'
import type { LocalDb } from '../../disk/local-db'
import { type Row, unpacked } from '../../disk/rescue/backup-row'
import { joinDrafts } from '../../drafts/join-drafts'
import { noteUnsavedEdit, readUnsavedEdit } from '../../drafts/unsaved-edits'
import { noteRestored } from '../../sync/restored'
import { openSeal } from './open-seal'
import type { Piece } from './sealed-work'

/**
 * Puts back what was sealed of an account, beside what is there by now; the seals go when everything is back. Writes stand
 * where they stood, and what was confirmed is looked at with the next pull: the server may have been restored meanwhile.
 * Drafts of one form that were sealed more than once, or begun anew, are joined.
 */
export async function unseal(db: LocalDb, privateKey: string): Promise<void> {
  const sealed = await deviceDb.sealed.where('dbName').equals(db.name).toArray()
  const pieces = await Promise.all(sealed.map((work) => openPiece(work, privateKey)))
  const rows = pieces.flatMap((piece) => Object.entries(piece.rows))
  await db.transaction('rw', [db.outbox, db.drafts, db.blobs, db.picked, db.receipts, db.meta], async () => {
    for (const [name, all] of rows.filter(([table]) => table !== 'shared')) await putMissing(db, name, all)
    if (rows.some(([name, all]) => (name === 'receipts' || name === 'outbox') && all.length > 0)) await noteRestored(db)
  })
  await deviceDb.shared.bulkPut(rows.flatMap(([name, all]) => (name === 'shared' ? (all as never[]) : [])))
  for (const [draftId, note] of pieces.flatMap((piece) => Object.entries(piece.notes)))
    if ((readUnsavedEdit(db.name, draftId)?.at ?? '') < note.at) noteUnsavedEdit(db.name, draftId, note)
  await deviceDb.sealed.bulkDelete(sealed.map(({ id }) => id))
}

async function putMissing(db: LocalDb, name: string, rows: Row[]): Promise<void> {
  const table = db.table<Row, string>(name)
  for (const row of rows) {
    const held = await table.get(String(row[table.schema.primKey.name]))
    if (!held) await table.put(asLeft(row))
    else if (name === 'drafts') await db.drafts.bulkPut(joinDrafts(held as never, row as never))
  }
}

/** A write that was being sent is offered again under its key. No other row has such a state. */
const asLeft = (row: Row): Row => (row.state === 'sending' ? { ...row, state: 'queued' } : row)

/** @throws DOMException when the key is not the one that it was sealed for */
export async function openPiece({ box, type }: SealedWork, privateKey: string): Promise<Piece> {
  const bytes = await openSeal(privateKey, box)
  const piece = await unpacked(await new Response(bytes, { headers: { 'content-type': type } }).formData())
  return { rows: {}, notes: {}, ...(piece as Partial<Piece> | null) }
}
