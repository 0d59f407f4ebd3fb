import { identityOf } from '../disk/account-identity'
import { deviceDb, type SealedWork } from '../disk/device-db'
import { callOnline } from '../session/call-online'
import type { SealedSummary } from '../session/sealing/sealed-work'
import { openPiece } from '../session/sealing/unseal'
import { saveFile } from '../ui/save-file'

/** The password is right, and opens another account than the one that this was sealed for. */
export class OtherAccount extends Error {}

/**
 * Opens somebody's sealed work with their password, without a sign-in, and hands it over as a file: words as they were typed,
 * photos as data addresses. The seals stay.
 * @throws ApiError for a wrong password, Unreachable, OtherAccount
 */
export async function saveSealed({ dbName, username }: SealedSummary, password: string): Promise<void> {
  const keys = await callOnline('sealKeysByPassword', { body: { username, password } })
  if (keys.accountId !== identityOf({ name: dbName })?.accountId) throw new OtherAccount()
  const sealed = await deviceDb.sealed.where('dbName').equals(dbName).toArray()
  const pieces = await Promise.all(sealed.map((work) => openUnsent(work, keys.privateKey)))
  const text = JSON.stringify(pieces, (_key, value) => (value instanceof ArrayBuffer ? dataAddress(value) : value), 2)
  saveFile(`${username}-unsent.json`, 'application/json', text)
}

/** Without the receipts of what was sent. */
async function openUnsent(work: SealedWork, privateKey: string) {
  const { rows, notes } = await openPiece(work, privateKey)
  const { receipts: _receipts, ...unsent } = rows
  return { rows: unsent, notes }
}

function dataAddress(bytes: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte))
  return `data:application/octet-stream;base64,${btoa(characters.join(''))}`
}
